package secret

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"testing"
	"time"
)

// keys are made for these tests alone, as DER: private and encrypted ones, and what anybody may see.
func someKeys(t *testing.T) (private, public map[string][]byte) {
	t.Helper()
	must := func(data []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	edKey := ed25519.NewKeyFromSeed([]byte(letters36[:32]))
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now()}
	private = map[string][]byte{
		"PKCS #1":           x509.MarshalPKCS1PrivateKey(rsaKey),
		"PKCS #8, RSA":      must(x509.MarshalPKCS8PrivateKey(rsaKey)),
		"PKCS #8, EC":       must(x509.MarshalPKCS8PrivateKey(ecKey)),
		"PKCS #8, Ed25519":  must(x509.MarshalPKCS8PrivateKey(edKey)),
		"SEC 1":             must(x509.MarshalECPrivateKey(ecKey)),
		"OpenSSH":           append([]byte("openssh-key-v1\x00\x00\x00\x00\x04none\x00\x00\x00\x04none"), edKey...),
		"PKCS #8 encrypted": append([]byte("\x30\x81\xb3\x30\x1c\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05\x0d\x30\x0f\x06\x09"), edKey...),
	}
	public = map[string][]byte{
		"RSA":         x509.MarshalPKCS1PublicKey(&rsaKey.PublicKey),
		"SPKI, RSA":   must(x509.MarshalPKIXPublicKey(&rsaKey.PublicKey)),
		"SPKI, EC":    must(x509.MarshalPKIXPublicKey(&ecKey.PublicKey)),
		"certificate": must(x509.CreateCertificate(rand.Reader, about, about, &ecKey.PublicKey, ecKey)),
		"RSA's":       must(x509.CreateCertificate(rand.Reader, about, about, &rsaKey.PublicKey, rsaKey)),
		"request":     must(x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{}, ecKey)),
		"OpenSSH":     append([]byte("\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20"), edKey.Public().(ed25519.PublicKey)...),
	}
	return private, public
}

// wide writes ASCII in letters of full width.
func wide(s string) string {
	return strings.Map(func(r rune) rune {
		if '!' <= r && r <= '~' {
			return r + 0xfee0
		}
		return r
	}, s)
}

// bold writes letters and digits as those of mathematics.
func bold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 0x1d41a
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 0x1d400
		case '0' <= r && r <= '9':
			return r - '0' + 0x1d7ce
		}
		return r
	}, s)
}

func each(format, s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, format, s[i])
	}
	return b.String()
}

func wrapped(s string, columns int, before string) string {
	var b strings.Builder
	for ; len(s) > columns; s = s[columns:] {
		b.WriteString(before + s[:columns] + "\n")
	}
	return b.String() + before + s
}

var b64 = base64.StdEncoding.EncodeToString

// Secrets in other writings than their own.
func TestEncodedSecrets(t *testing.T) {
	github, aws, slack := "ghp_"+letters36, "AKIA"+"QWERTYUIOP234567", "xoxb-"+"123456789012-1234567890123-"+letters20
	own := "ed25519-" + "private:" + b64([]byte(letters36[:32]))
	azure := b64([]byte(strings.Repeat(letters36, 2)[:64]))
	secrets := map[string]string{
		"own key":             own,
		"own key in a line":   "KBGATE_SIGNING_KEY=" + own,
		"own key, unpadded":   strings.TrimRight(own, "="),
		"own key in base64":   b64([]byte(own)),
		"own key, wide":       wide(own),
		"own key, parted":     own[:30] + "\n" + own[30:],
		"AccountKey":          "DefaultEndpointsProtocol=https;AccountName=tea;" + "AccountKey=" + azure + ";EndpointSuffix=core.windows.net",
		"accountkey":          "accountkey = \"" + azure + "\"",
		"AccountKey in JSON":  `{"AccountKey":"` + azure + `"}`,
		"SharedAccessKey":     "Endpoint=sb://tea.servicebus.windows.net/;SharedAccessKeyName=Root;" + "SharedAccessKey=" + b64([]byte(letters36[:32])),
		"StorageAccountKey":   "AZURE_STORAGE_ACCOUNT_KEY=" + azure,
		"AccountKey, escaped": "AccountKey%3D" + url.QueryEscape(azure),
		"hex":                 hex.EncodeToString([]byte(github)),
		"HEX":                 strings.ToUpper(hex.EncodeToString([]byte(github))),
		"hex, 0x":             "0x" + hex.EncodeToString([]byte(github)),
		"hex behind a digit":  "a" + hex.EncodeToString([]byte(github)),
		"hex with blanks":     strings.TrimSpace(each("%02x ", github)),
		"hex with colons":     strings.Trim(each("%02x:", github), ":"),
		"hex as a list":       strings.Trim(each("0x%02x, ", github), ", "),
		"hex as escapes":      each(`\x%02x`, github),
		"hex as u escapes":    each(`\u%04x`, github),
		"hex, AWS":            hex.EncodeToString([]byte(aws)),
		"hex, Slack":          hex.EncodeToString([]byte(slack)),
		"hex of base64":       hex.EncodeToString([]byte(b64([]byte(github)))),
		"hex in lines":        wrapped(hex.EncodeToString([]byte(github)), 32, ""),
		"entities":            each("&#%d;", github),
		"entities in hex":     each("&#x%x;", github),
		"URL, two letters":    "%67%68p_" + letters36,
		"URL, all":            each("%%%02X", github),
		"URL, twice":          each("%%25%02x", github),
		"URL of the sign":     "ghp%5F" + letters36,
		"URL in a query":      "https://example.org/?q=a%20b&t=ghp%5f" + letters36 + "&x=1",
		"base64":              b64([]byte(github)),
		"base64 of URLs":      base64.URLEncoding.EncodeToString([]byte("?>?" + github + "?>~")),
		"base64 twice":        b64([]byte(b64([]byte(github)))),
		"base64 three times":  b64([]byte(b64([]byte(b64([]byte(github)))))),
		"base64 in a path":    "https://example.org/x/" + b64([]byte(github)),
		"base64 in lines":     wrapped(b64([]byte("the token is "+github)), 20, "  "),
		"base64 of bytes":     b64([]byte("\x00\xff\xfe" + github + "\x00")),
		"base64, long":        b64([]byte(strings.Repeat("padding ", 4000) + github)),
		"base64 of hex":       b64([]byte(hex.EncodeToString([]byte(github)))),
		"base64 of URL":       b64([]byte("%67hp_" + letters36)),
		"wide":                wide(github),
		"wide sign":           wide("ghp_") + letters36,
		"wide underscore":     "ghp＿" + letters36,
		"bold":                bold(github),
		"wide AWS":            wide(aws),
		"wide base64":         wide(b64([]byte(github))),
		"wide URL":            wide("%67%68p_") + letters36,
	}
	secrets["mislabelled"] = "-----BEGIN PUBLIC KEY-----\n" + key64 + "\n-----END PUBLIC KEY-----" // whatever the armour calls it
	private, _ := someKeys(t)
	for name, der := range private {
		secrets[name] = b64(der)
		secrets[name+" in lines"] = wrapped(b64(der), 64, "")
		secrets[name+" quoted"] = wrapped(b64(der), 64, "> ")
		secrets[name+" in short lines"] = wrapped(b64(der), 19, "\t")
		secrets[name+" in base64 again"] = b64([]byte(b64(der)))
		secrets[name+" of URLs"] = base64.RawURLEncoding.EncodeToString(der)
		secrets[name+" in hex"] = hex.EncodeToString(der)
	}
	if len(secrets) < 40 {
		t.Fatal(len(secrets))
	}
	for name, secret := range secrets {
		for _, around := range [][2]string{{"", ""}, {"use ", " here"}, {"KEY=", "\n"}, {"(`", "`)."}, {"Müller: ", "…"}} {
			text := around[0] + secret + around[1]
			found := Find(text)
			if len(found) == 0 {
				t.Errorf("%s, %q: nothing found in %.120q", name, around, text)
				continue
			}
			if s := found[0].Span; s.Start < 0 || s.End > len(text) || s.End <= s.Start || s.End <= len(around[0]) {
				t.Errorf("%s, %q: %+v", name, around, found)
			}
		}
	}
}

// What looks like it, and is none.
func TestNoEncodedSecrets(t *testing.T) {
	png := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00\x00\x00\x01\x00\x08\x06\x00\x00\x00\x5c\x72\xa8\x66")
	noise := make([]byte, 6000)
	for i := range noise {
		noise[i] = byte(i * i >> 3 * 7)
	}
	honest := []string{
		"3f786850e387550fdab836ed7e6dc881de23001b", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", strings.Repeat("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n", 40),
		"cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
		"f47ac10b-58cc-4372-a567-0e02b2c3d479", "{F47AC10B-58CC-4372-A567-0E02B2C3D479}", "01M7YRRT80S3G3B9B7W5RB9VVB", "2c:54:91:88:c9:e3", "fe80::0202:b3ff:fe1e:8329",
		"SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDaR0GjFyDmfLHE2Ok", "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
		"h1:TN7EQlOoVFBw9Cw1YfZ6WyW2P7lqNVQeZ9b7Oi6j4ZQ=", "data:image/png;base64," + b64(append(png, noise...)), b64(noise), hex.EncodeToString(noise), each("%%%02x", string(noise)),
		wrapped(b64(noise), 76, ""), b64([]byte(b64(noise))), b64([]byte("This is only a text, and nothing in it is secret at all.")), b64([]byte(b64([]byte("nor is this one, which was encoded twice")))),
		"ed25519:" + b64(noise[:32]), "ed25519-private: is how a private key begins", "ed25519-private:…", "ed25519-private:" + strings.Repeat("x", 44), "ed25519-private:" + strings.Repeat("A", 43) + "=",
		"AccountKey=<key>", "the AccountKey= of a connection string", "AccountKey=" + strings.Repeat("x", 88), "AccountKey: see the vault", "accountKey = process.env.AZURE_STORAGE_ACCOUNT_KEY_FOR_TESTS_ONLY",
		"access_key: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "PartitionKey=tea;RowKey=2025-01-01T00:00:00Z/very-long-row-key-of-a-table/with/parts",
		"https://example.org/a%20b%2Fc?q=%E4%BD%A0%E5%A5%BD&x=100%25", "100% of 50%", "a%zzb%4", "%67%68p_ is ghp_ in URLs", "ghp%5F is a sign", "％６７％６８ｐ＿", wide("ghp_ is a sign, and this is a sentence"), bold("internationalisation"),
		"ｆｕｌｌ ｗｉｄｔｈ ｌｅｔｔｅｒｓ ａｒｅ ｎｏ ｓｅｃｒｅｔ", "ﬁne ligatures, x² and ½", "67 68 70 5f are the bytes of ghp_", "67:68:70:5f", `\x67\x68\x70\x5f`, "&#103;&#104;&#112;&#95;",
		"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC is how they begin", "MII, MIG and MHc are how DER begins in base64", "b3BlbnNzaC1rZXktdjE is how OpenSSH's begin", "MIGHT", "MIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIII",
		strings.Repeat("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", 10), strings.Repeat("abcdefghijklmnopqrstuvwxyz", 40), strings.Repeat("deadbeef", 2000), strings.Repeat("a-b_c-", 2000),
		"path/to/a/very/long/Folder/With/Many/Parts/And/No/Found/In/It/At/All/v2.3.1/README", strings.Repeat("=", 4000), strings.Repeat("%25", 4000), strings.Repeat("MTEx", 4000), strings.Repeat("&#", 4000), strings.Repeat("\\x", 4000),
	}
	_, public := someKeys(t)
	for _, der := range public {
		honest = append(honest, b64(der), wrapped(b64(der), 64, ""), b64([]byte(b64(der))), hex.EncodeToString(der))
	}
	if len(honest) < 40 {
		t.Fatal(len(honest))
	}
	for _, text := range honest {
		if found := Find(text); len(found) > 0 {
			t.Errorf("%.100q: found %+v", text, found)
		}
	}
}
