package secret

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/lazy"
)

// passwordForm is a name that says what stands behind it, and the value. What people write about passwords has no such value.
var passwordForm = lazy.Regexp(`(?i)(password|passwd|passphrase|pwd|senha|api[_-]?key|client[_-]?secret|secret[_-]?key|access[_-]?token)["']?[ \t]{0,3}[=:][ \t]{0,3}["'` + "`" + `]?([^\s"'` + "`" + `,;]{10,200})`)

// credentialForm is the part of an address that names a user and a password (RFC 3986, 3.2.1).
var credentialForm = lazy.Regexp(`^://([^/\s:@"'<>]{0,100}):([^/\s@"']{6,200})@[0-9A-Za-z\[]`)

// accountKeyForm is a key in a connection string of Azure, of 32 or 64 bytes in base64
// (https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string).
var accountKeyForm = lazy.Regexp(`(?i)(?:account|shared_?access)_?key["']?[ \t]{0,3}[=:][ \t]{0,3}["'` + "`" + `]?([0-9a-z+/]{42,86}={0,2})`)

// accountKeys adds what stands behind the name of an account's key.
func accountKeys(found []Match, text string) []Match {
	if !strings.ContainsAny(text, "=:") || !holdsAny(strings.ToLower(text), []string{"accountkey", "account_key", "accesskey", "access_key"}) {
		return found
	}
	for _, m := range accountKeyForm().FindAllStringSubmatchIndex(text, -1) {
		if value := text[m[2]:m[3]]; isMixed(value) && !isPlaceholder(value) {
			found = append(found, Match{"the key of a storage account", Span{m[2], m[3]}})
		}
	}
	return found
}

// passwordSigns are what any passwordForm holds, in small letters.
var passwordSigns = []string{"passw", "passphrase", "pwd", "senha", "key", "secret", "token"}

// around adds what is a secret by what stands around it.
func around(found []Match, text string) []Match {
	for at := 0; ; {
		i := strings.Index(text[at:], "://")
		if i < 0 {
			break
		}
		at += i
		if m := credentialForm().FindStringSubmatchIndex(text[at:]); m != nil {
			user, password := text[at+m[2]:at+m[3]], text[at+m[4]:at+m[5]]
			if password != user && !standsForOne(password) { // postgres:postgres is what comes with the program
				found = append(found, Match{"a password in an address", Span{at + m[4], at + m[5]}})
			}
		}
		at += len("://")
	}
	if !strings.ContainsAny(text, "=:") || !holdsAny(strings.ToLower(text), passwordSigns) {
		return found
	}
	for _, m := range passwordForm().FindAllStringSubmatchIndex(text, -1) {
		value := strings.TrimRight(text[m[4]:m[5]], ".)!?:")
		least := 16
		switch strings.ToLower(text[m[2]:m[3]]) {
		case "password", "passwd", "passphrase", "pwd", "senha":
			least = 10
		}
		if len(value) >= least && !standsForOne(value) && !isDescription(value) && isMadeUp(value) {
			found = append(found, Match{"a password or key", Span{m[4], m[4] + len(value)}})
		}
	}
	return found
}

func holdsAny(text string, signs []string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(text, sign) })
}

// standsForOne reports whether a value shows where a secret would stand.
func standsForOne(value string) bool {
	switch strings.ToLower(strings.Trim(value, "*.-_")) {
	case "", "password", "passwd", "secret", "token", "senha", "changeme", "redacted", "hidden":
		return true
	}
	return strings.Contains(value, "…") || isPlaceholder(value) || strings.Trim(value, value[:1]) == "" || placeForm().MatchString(value)
}

// placeForm is what programs and people write in a secret's place: ${NAME}, $NAME, %NAME%, <name>, {{name}}, [name], and what a
// program reads one from: process.env.NAME, vault.read(NAME). Who reads the end of a sentence takes brackets away.
var placeForm = lazy.Regexp(`^(?:\$\{[^}]*\}?|\$` + placeName + `|\$\(.*|%` + placeName + `%|%\(\w*\)?s?|<.*>|\{\{.*\}\}|\{` + placeName + `\}|\[` + placeName + `\]|\(` + placeName + `\)?|` + codeName + `(?:\.` + codeName + `)+|` + codeName + `(?:\.` + codeName + `)*[(\[]['"]?(?:` + placeName + `)?['"]?[)\]]*)$`)

// placeName is words that are parted: DB_PASSWORD_1, redacted-12345.
const placeName = `[A-Za-z_]*[0-9]{0,5}(?:[-_.][A-Za-z_]*[0-9]{0,5})*`

// codeName is a name in a program: no made up value has its digits at the end alone.
const codeName = `[A-Za-z_]+[0-9]{0,4}`

// descriptive are the words of values that only show or describe one, in English and Portuguese.
var descriptive = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq("param parameter value string text name field foo bar test testing example exemplo sample demo dummy default changeme password passwd secret token key user development min minimo minimum max maximo maximum least most length chars characters caracteres digit digits letters letras iso compliant sha file") {
		words[word] = true
	}
	return words
})

// isDescription reports whether a value is made of words and numbers, and says what a value would be: string123456, minimo10caracteres,
// at-least-10-characters. Without a hyphen each word has to be of those that do.
func isDescription(value string) bool {
	const mostRuns = 20 // a password's words are few
	hyphened, says, all := strings.Contains(value, "-"), false, true
	for _, piece := range strings.Split(value, "-") {
		words := strings.FieldsFunc(piece, func(r rune) bool { return '0' <= r && r <= '9' })
		if len(words) > 2 || hyphened && len(words) > 1 {
			return false
		}
		for _, word := range words {
			known := descriptive()[strings.ToLower(word)]
			says, all = says || known, all && known
			if strings.Trim(strings.ToLower(word), "abcdefghijklmnopqrstuvwxyz") != "" {
				return false
			}
		}
	}
	return says && (all || hyphened) && strings.Count(value, "-") < mostRuns
}

// isMadeUp reports whether a value is no word: it has letters and digits, and few of its signs come again.
func isMadeUp(value string) bool {
	const leastBits = 2.5 // of a sign; a word of ten letters and a number have as many, and hardly a path or a version
	letters, digits := false, false
	var counts [256]int
	for i := range len(value) {
		c := value[i]
		letters = letters || 'a' <= c|0x20 && c|0x20 <= 'z'
		digits = digits || '0' <= c && c <= '9'
		if c == '/' || c == '\\' {
			return false
		}
		counts[c]++
	}
	bits := 0.0
	for _, n := range counts {
		if p := float64(n) / float64(len(value)); n > 0 {
			bits -= p * math.Log2(p)
		}
	}
	return letters && digits && bits >= leastBits
}

// isMixed reports whether a token has small letters, capitals and digits, as those that are made by chance do.
func isMixed(token string) bool {
	return strings.ContainsAny(token, "0123456789") && strings.ToLower(token) != token && strings.ToUpper(token) != token
}
