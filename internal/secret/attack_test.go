package secret

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// utf16le writes a text in UTF-16, little end first.
func utf16le(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.Write([]byte{byte(u), byte(u >> 8)})
	}
	return b.String()
}

// inURL writes every byte of a text as URLs do.
func inURL(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02x", s[i])
	}
	return b.String()
}

// dump writes a text as programs that print files do: an offset, sixteen bytes in groups, and the text.
func dump(s, offset, digits string, group int) string {
	var b strings.Builder
	for at := 0; at < len(s); at += 16 {
		line := s[at:min(len(s), at+16)]
		fmt.Fprintf(&b, offset, at)
		for i := range len(line) {
			fmt.Fprintf(&b, digits, line[i])
			if i%group == group-1 {
				b.WriteByte(' ')
			}
			if i == 7 && group == 1 {
				b.WriteByte(' ')
			}
		}
		fmt.Fprintf(&b, " |%s|\n", line)
	}
	return b.String()
}

// Secrets that are glued, put into one another, parted by what nobody sees, or stand in an address or behind a name.
func TestDisguisedSecrets(t *testing.T) {
	github, aws, password := "ghp_"+letters36, "AKIA"+"QWERTYUIOP234567", "Tr0ub4dor9"+"xyzQ"
	inHex := func(s string) string { return hex.EncodeToString([]byte(s)) }
	secrets := map[string]string{
		"escaped in markdown":     strings.ReplaceAll(github, "_", `\_`),
		"escaped twice":           strings.ReplaceAll(github, "_", `\\\_`),
		"entity of nothing":       github[:9] + "&#8203;" + github[9:],
		"named entity of nothing": github[:9] + "&ZeroWidthSpace;" + github[9:],
		"named entity":            strings.ReplaceAll(github, "_", "&lowbar;"),
		"comment":                 github[:9] + "<!-- -->" + github[9:],
		"tags":                    github[:9] + "<b></b><wbr>" + github[9:],
		"URL, parted":             strings.ReplaceAll(inURL(github), "%", "%\u200b"),
		"xxd":                     dump(github, "%08x: ", "%02x", 2) + "\n",
		"od":                      dump(github, "%06x ", "%02x", 1),
		"hexdump -C, quoted":      "> " + strings.ReplaceAll(dump(github, "%08x  ", "%02x", 1), "\n", "\n> "),
		"emphasised":              "_" + github + "_",
		"in a name":               "TOKEN_" + github,
		"strongly":                "__" + github + "__",
		"AWS emphasised":          "_" + aws + "_",
		"Stripe in a name":        "KEY_sk_" + "live_" + letters20 + "abcd",
		"Slack emphasised":        "_xoxb-" + "123456789012-1234567890123-" + letters20 + "_",
		"hex of hex":              inHex(inHex(github)),
		"hex of hex, a word":      "the code " + inHex(inHex(github)),
		"base64 in hex, a word":   "the code " + inHex(b64([]byte(github))),
		"base64 in hex, glued":    "deadbeef" + inHex(b64([]byte(github))),
		"nested base64 in a path": "abcd/" + b64([]byte(b64([]byte(github)))),
		"nested, longer path":     "files/abcdef/" + b64([]byte(b64([]byte(github)))),
		"nested in bytes":         b64([]byte("\x00\xff" + b64([]byte(github)) + "\xfe")),
		"a blank, then a break":   github[:20] + " \n" + github[20:],
		"a tab, then a break":     github[:20] + "\t \r\n  " + github[20:],
		"quoted":                  github[:20] + "\n> " + github[20:],
		"quoted twice":            github[:20] + "\n> > " + github[20:],
		"a diff":                  "+" + github[:20] + "\n+" + github[20:],
		"a table":                 github[:20] + "\n| " + github[20:],
		"base64 in a diff":        "+" + b64([]byte(github))[:20] + "\n+" + b64([]byte(github))[20:],
		"address":                 "https://u:Pa$$w0rd1234@db.example",
		"address, escaped":        "https://u:Tr0ub4dor9xyz%40Q@h/",
		"address without a user":  "redis://:" + password + "@c:6379/0",
		"password with a dollar":  "password=Xk9$mQ2vLp7zzA",
		"password with a percent": "password=Xk9%mQ2vLp7zzA",
		"password with brackets":  "password=Xk9(mQ2)vLp[7zzA",
		"behind a dollar":         "password=$Xk9mQ2vLp7zzA",
		"in parentheses":          "password=(" + password + ")",
		"in brackets":             "password=[" + password + "]",
		"in braces":               "password={" + password + "}",
		"in a variable":           "DB_PASSWORD=" + password,
		"in a field":              "dbPassword: " + password,
		"full-width colon":        "password：" + password,
		"full-width all":          wide("password=" + password),
		"escaped":                 "password%3D" + password,
		"entity":                  "password&#61;" + password,
		"base64 of UTF-16":        b64([]byte(utf16le(github))),
		"base64 of UTF-16, BOM":   b64([]byte("\xff\xfe" + utf16le("the token "+github))),
		"hex of UTF-16":           inHex(utf16le(github)),
		"base64 in UTF-16":        b64([]byte(utf16le(b64([]byte(github))))),
	}
	for name, r := range map[string]string{"variation selector": "\ufe0f", "control": "\x01", "blank cell": "\u2800", "shorthand": "\U0001bca0", "music": "\U0001d173",
		"escape": "\x1b", "form feed": "\f", "tag": "\U000e0041", "joiner": "\u200d", "Khmer": "\u17b4", "Mongolian": "\u180b", "Arabic mark": "\u061c"} {
		secrets[name] = github[:20] + r + github[20:]
		secrets[name+" in the sign"] = github[:2] + r + github[2:]
		secrets[name+" before a break"] = github[:20] + " " + r + "\n" + github[20:]
	}
	for name, secret := range secrets {
		for _, around := range [][2]string{{"", ""}, {"use ", " here"}, {"(`", "`)."}, {"Müller: ", " …"}} {
			text := around[0] + secret + around[1]
			if found := Find(text); len(found) == 0 {
				t.Errorf("%s: nothing found in %q", name, text)
			}
		}
	}
}

// What people write of secrets, and of settings that are none.
func TestNoDisguisedSecrets(t *testing.T) {
	for _, text := range []string{
		"password=process.env.DB_PW_123", "password=req.body.password1", "password=user.password2", "password: ISO27001-compliant", "The password: at-least-10-characters-with-1-digit rule",
		"password=param1value2", "password: string123456", "senha: minimo10caracteres", "password=changeme12345", "postgres://postgres:postgres@localhost/db",
		"https://hooks.slack.com/" + "services/T00000000/B00000000/" + strings.Repeat("X", 24),
		"https://user:${DB_PASSWORD}@host/", "https://user:$DB_PASSWORD1@host/", "https://user:%DB_PASSWORD%@host/", "https://user:<password>@host/", "https://user:{{password1}}@host/", "https://user:[password]@host/", "https://user:{password}@host/",
		"password=${DB_PASSWORD_1:-none}", "password=$DB_PASSWORD_1", "password=%DB_PASSWORD_1%", "password=<your-password-12>", "password={{secrets.DB_PASSWORD_1}}", "password=[redacted-12345]", "password=os.environ[DB_PASSWORD_1]",
		"password=getPassword1()", "password=vault.read(DB_PASS_1)", "password=$(get_password_1)", "DB_PASSWORD=development1", "the token _ghp_ and TOKEN_ghp_example", "_AKIAIOSFODNN7EXAMPLE_",
		"my_npm_lifecycle_event_of_this_project_1", "> a quotation\n> that goes on\n+ and a list\n| and | a table |", "the code 6465 and the face of it", "a ❤\ufe0f b", "password-less login: oauth2-with-pkce", "secret_key: sha256-of-the-file-name-1",
		"http://localhost:8080/a@b", "https://example.org:8443/x@1.2.3", "git@github.com:team/kb.git",
		`snake\_case\_name in <b>bold</b><br>and C:\_build\.out, password=\_\_init\_\_`, "the <kbd>ghp_</kbd>token<!-- x -->s and password=<name>", "00000000: 6865 6c6c 6f20 776f 726c 6420 6865 6c6c  hello world hell\n00000010: 6f0a\n",
	} {
		if found := Find(text); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
	}
}
