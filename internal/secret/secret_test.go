package secret

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp/syntax"
	"strings"
	"testing"
)

// The tokens of these tests are put together here, so that no tool takes this file for one that holds any.
const (
	letters36 = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6"
	letters20 = "aB3dE6gH9jK2mN5pQ8sT"
	public64  = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo"
	key64     = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
)

func webToken(header string) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(header)) + "." + encode([]byte(`{"sub":"1234567890","name":"John"}`)) + "." + "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
}

func TestSecrets(t *testing.T) {
	armour := func(kind string) string {
		return "-----BEGIN " + kind + "-----\n" + key64 + "\nMzEfYyjiWA==\n-----END " + kind + "-----"
	}
	for token, kind := range map[string]string{
		"ghp_" + letters36:                      "a GitHub personal access token",
		"gho_" + letters36:                      "a GitHub OAuth token",
		"ghu_" + letters36:                      "a GitHub user token",
		"ghs_" + letters36:                      "a GitHub installation token",
		"ghr_" + letters36 + letters36 + "abcd": "a GitHub refresh token",
		"ghp_" + strings.Repeat("a", 36):        "a GitHub personal access token",
		"github_pat_" + letters20 + "ab_" + letters36 + letters20 + "xyz": "a GitHub fine-grained access token",
		"glpat-" + letters20:                                                              "a GitLab access token",
		"glpat-ab-d_6gH9jK2mN5pQ8sT":                                                      "a GitLab access token",
		"gldt-" + letters20:                                                               "a GitLab deploy token",
		"AKIA" + "QWERTYUIOP234567":                                                       "an AWS access key",
		"ASIA" + "QWERTYUIOP234567":                                                       "a temporary AWS access key",
		"xoxb-" + "123456789012-1234567890123-" + letters20:                               "a Slack token",
		"xoxp-" + "123456789012-123456789012-" + letters20:                                "a Slack token",
		"xoxe.xoxp-" + "1-" + letters36:                                                   "a Slack token",
		"xapp-" + "1-A0123456789-1234567890123-" + strings.Repeat("0a", 32):               "a Slack app token",
		"https://hooks.slack.com/" + "services/T01234567/B01234567/" + letters20 + "abcd": "a Slack webhook",
		"sk_live_" + letters20 + "abcd":                                                   "a Stripe secret key",
		"rk_live_" + letters36:                                                            "a Stripe restricted key",
		"AIza" + "SyA-" + letters36[:31]:                                                  "a Google API key",
		"npm_" + letters36:                                                                "an npm access token",
		"sk-ant-" + "api03-" + letters36 + letters36 + "_-" + letters20:                   "an Anthropic API key",
		"sk-" + letters20 + "T3BlbkFJ" + letters20:                                        "an OpenAI API key",
		"sk-proj-" + letters36 + "T3BlbkFJ" + letters36:                                   "an OpenAI API key",
		"hf_" + "abcdefghijklmnopqrstuvwxyzABCDEFGH":                                      "a Hugging Face token",
		"SG." + letters20 + "ab." + letters36 + "abcdefg":                                 "a SendGrid API key",
		"dop_v1_" + strings.Repeat("0a1b", 16):                                            "a DigitalOcean token",
		"shpat_" + strings.Repeat("0a1b", 8):                                              "a Shopify token",
		"123456789:AA" + letters36[:33]:                                                   "a Telegram bot token",
		webToken(`{"alg":"HS256","typ":"JWT"}`):                                           "a JSON web token",
		armour("RSA PRIVATE KEY"):                                                         "a private key",
		armour("PRIVATE KEY"):                                                             "a private key",
		armour("OPENSSH PRIVATE KEY"):                                                     "a private key",
		armour("ENCRYPTED PRIVATE KEY"):                                                   "a private key",
		armour("PGP PRIVATE KEY BLOCK"):                                                   "a private key",
		"-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n" + key64 + "\n": "a private key",
		`"-----BEGIN PRIVATE KEY-----\n` + key64 + `\n-----END PRIVATE KEY-----`:                                "a private key",
		"> -----BEGIN PRIVATE KEY-----\n> " + key64 + "\n> -----END PRIVATE KEY-----":                           "a private key",
	} {
		for _, around := range [][2]string{{"", ""}, {"use ", " here"}, {"KEY=", "\n"}, {"(`", "`)."}, {`"`, `",`}, {"Müller: ", "…"}, {"\n+token: ", "\n-x"}} {
			if strings.HasPrefix(token, `"`) || strings.HasPrefix(token, ">") {
				around = [2]string{"a ", " b"}
			}
			text := around[0] + token + around[1]
			found := Find(text)
			if len(found) != 1 || found[0].Kind != kind || !strings.Contains(text[found[0].Span.Start:found[0].Span.End], strings.Trim(token, "\n >\"")[:12]) {
				t.Errorf("%q: found %+v; want %s", text, found, kind)
			}
		}
	}
}

func TestNoSecrets(t *testing.T) {
	png := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\x89PNG\r\n\x1a\n\x00IHDR{\"a\":1}", 400)))
	for _, text := range []string{
		"", "Examples don't work correctly", "The ghp_ prefix marks a personal access token", "ghp_short", "set GITHUB_TOKEN to ghp_...", "ghp_" + strings.Repeat("x", 36),
		"ghp_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", "a_ghp_" + strings.Repeat("a", 36), "ghp-" + letters36, "GHP_" + letters36, "github_pat_ tokens are fine-grained", "github_pat_11AAAA",
		"glpat-xxxxxxxxxxxxxxxxxxxx", "glpat- is GitLab's prefix", "glpat-short", "AKIAIOSFODNN7EXAMPLE", "AKIA", "AKIA is the prefix of AWS keys", "SLAKIAQWERTYUIOP234567",
		"AKIAQWERTYUIOP2345678901", "akiaqwertyuiop234567", "ASIA PACIFIC REGION OFFICE", "ASIAPACIFICREGIONALOFFICES", "Slack tokens begin with xoxb-", "xoxb-your-token-goes-right-here-please", "xoxo-12345678-hugs",
		"foxoxb-12345678-abcd", "sk_test_" + letters20, "sk_live_", "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx", "task_live_" + letters36, "AIza", "AIzaShort", "MAIza" + letters36, "npm_config_registry", "npm_lifecycle_event and npm_package_version_of_this_project_here",
		"npm_" + letters36[:35], "sk-ant- keys are Anthropic's", "sk-learn and sk-image", "task-" + letters36, "risk-T3BlbkFJ", "hf_hub_download(repo_id, filename)", "hf_" + strings.Repeat("x", 34), "SG.2 and SG.3 of the sprint",
		"3f786850e387550fdab836ed7e6dc881de23001b", "9e107d9d372bb6826bd81d3542a419d6", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "01M7YRRT80S3G3B9B7W5RB9VVB", "data:image/png;base64," + png, png,
		"![](data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@here",
		"-----BEGIN PUBLIC KEY-----\n" + public64 + "\n-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----\n" + public64 + "\n-----END CERTIFICATE-----",
		"A file that begins with -----BEGIN PRIVATE KEY----- must not be committed", "between -----BEGIN RSA PRIVATE KEY----- and -----END RSA PRIVATE KEY----- stands base64",
		"-----BEGIN PRIVATE KEY-----\n[removed]\n-----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----- internationalization of it", "eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.short",
		webToken(`{"typ":"none at all"}`), webToken(`{"kid":12,"x":"not a token's header"}`), "eyJ.eyJ.x", "fileXeyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SflKxwRJSMeKKF2QT4fw",
		"at 12345678:AAAA the dump shows zeros", "00000000:AA BB CC", "https://hooks.slack.com/ takes webhooks", "https://hooks.slack.com/services/T00000000/B00000000/short", "https://example.org/a?b=c&d=e#f",
		"password: hunter2", "the API key is kept in the vault", "dop_v1_ is DigitalOcean's", "shpat_abc", "github.com/kbgate/kbgate v1.2.3 h1:TN7EQlOoVFBw9Cw1YfZ6WyW2P7lqNVQeZ9b7Oi6j4ZQ=",
		"The cache falta uma seção de configuração; não aplica ao Kafka", strings.Repeat("-----BEGIN PRIVATE KEY-----\n", 2000), strings.Repeat("-eyJ", 16000), strings.Repeat("sk-ant-api03-", 5000), strings.Repeat("glpat-", 10000),
	} {
		if found := Find(text); len(found) > 0 {
			if text[:min(6, len(text))] == "sk-ant" || text[:min(6, len(text))] == "glpat-" && len(text) > 1000 {
				continue // they have the form of secrets; what they cost is counted in internal/steptest
			}
			t.Errorf("%.100q: found %+v", text, found)
		}
	}
}

func FuzzSecrets(f *testing.F) {
	f.Add("a ghp_" + letters36 + " b")
	f.Add("-----BEGIN PRIVATE KEY-----\n" + key64)
	f.Add("1:AA" + letters36 + webToken(`{"alg":"x"}`))
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, s := range Find(text) {
			if s.Span.Start < end || s.Span.End <= s.Span.Start || s.Span.End > len(text) {
				t.Fatalf("%q: %+v", text, s)
			}
			end = s.Span.End
		}
	})
}

func BenchmarkSecrets(b *testing.B) {
	text := strings.Repeat("The examples of the second section don't work: `redis-cli -h` returns an error.\n", 800)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}

// No form has a token that is shorter than what is looked into at all, and each pattern is one.
func TestLeastSecret(t *testing.T) {
	least := 1 << 10
	for _, f := range forms {
		parsed, err := syntax.Parse(f.pattern().String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		least = min(least, leastMatch(parsed))
	}
	if least != leastSecret {
		t.Errorf("the shortest token has %d bytes, not %d", least, leastSecret)
	}
}

// leastMatch is the length of the shortest text that a pattern fits.
func leastMatch(re *syntax.Regexp) (n int) {
	switch re.Op {
	case syntax.OpLiteral:
		return len(string(re.Rune))
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpPlus, syntax.OpCapture:
		return leastMatch(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min * leastMatch(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			n += leastMatch(sub)
		}
	case syntax.OpAlternate:
		n = leastMatch(re.Sub[0])
		for _, sub := range re.Sub {
			n = min(n, leastMatch(sub))
		}
	}
	return n
}

func TestSecretsInDisguise(t *testing.T) {
	token := "ghp_" + letters36
	for _, text := range []string{
		token[:20] + "\n" + token[20:], token[:20] + "\n  " + token[20:], token[:20] + "\u200b" + token[20:], "x" + token, token + "_z",
		"https://user:hunter2" + "secret@host/x", "password=" + "hunter2hunter2", "senha: " + "Xk29vTq81m", `"api_key": "` + letters36 + `"`,
		base64.StdEncoding.EncodeToString([]byte(token)), "it is " + base64.RawStdEncoding.EncodeToString([]byte(token+"\n")),
	} {
		if len(Find(text)) == 0 {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{
		"password: see the vault", "the password=<password> part", "password=${PASSWORD_2024}", "https://user:password@host/x", "https://USER:PASS@host",
		"redis://localhost:6379/0@x", "senha: faltam exemplos2 aqui", "token: 16384 values", "api_key=YOUR_API_KEY_HERE", "See glpat-placeholder\nSomething else follows here",
	} {
		if found := Find(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

// Nothing that people write about skills and documents is taken for a secret.
func TestNoFalseAlarms(t *testing.T) {
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range append(files, "../../README.md", "../../CHANGELOG.md") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range Find(string(data)) {
			t.Errorf("%s: %s: %q", name, found.Kind, data[found.Span.Start:found.Span.End])
		}
	}
}
