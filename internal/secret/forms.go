package secret

import (
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/kbgate/kbgate/internal/lazy"
)

// form is how the tokens of one kind are written.
type form struct {
	kind         string
	sign         string                  // every token of the kind holds it, and by it they are found
	pattern      func() *regexp.Regexp   // compiled when it is first needed: to compile them all takes 2 ms, which each start would pay
	digitsBefore bool                    // digits belong to the token before the sign
	open         bool                    // the pattern knows by itself where a token ends
	wrong        func(match string) bool // what the pattern cannot tell
}

func newForm(kind, sign, pattern string) form {
	return form{kind: kind, sign: sign, pattern: lazy.Regexp(`^(?:` + pattern + `)`)}
}

// forms are the tokens that are known by their form alone: where the issuer gave them a prefix for that purpose, or a
// standard gives them an armour. What is a secret only by what stands around it (a password, an AWS secret key, a UUID) is
// not among them, for it looks like any other word.
var forms = []form{
	// https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/
	newForm("a GitHub personal access token", "ghp_", `ghp_[0-9A-Za-z]{36,251}`),
	newForm("a GitHub OAuth token", "gho_", `gho_[0-9A-Za-z]{36,251}`),
	newForm("a GitHub user token", "ghu_", `ghu_[0-9A-Za-z]{36,251}`),
	newForm("a GitHub installation token", "ghs_", `ghs_[0-9A-Za-z]{36,251}`),
	newForm("a GitHub refresh token", "ghr_", `ghr_[0-9A-Za-z]{36,251}`),
	newForm("a GitHub fine-grained access token", "github_pat_", `github_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}|github_pat_[0-9A-Za-z_]{82}`),

	// https://docs.gitlab.com/security/tokens/#token-prefixes; since GitLab 17 they end in ".01." and more letters
	newForm("a GitLab access token", "glpat-", `glpat-[0-9A-Za-z_-]{20,300}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7})?`),
	newForm("a GitLab deploy token", "gldt-", `gldt-[0-9A-Za-z_-]{20,300}`),
	newForm("a GitLab runner token", "glrt-", `glrt-[0-9A-Za-z_-]{20,300}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7})?`),
	newForm("a GitLab pipeline trigger token", "glptt-", `glptt-[0-9A-Za-z_-]{20,300}`),

	// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
	newForm("an AWS access key", "AKIA", `AKIA[0-9A-Z]{16}`),
	newForm("a temporary AWS access key", "ASIA", `ASIA[0-9A-Z]{16}`),

	// https://docs.slack.dev/authentication/tokens and https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
	newForm("a Slack token", "xox", `xox[abcdeprs](?:\.xox[bp])?-(?:[0-9]{8,}-[0-9A-Za-z-]{4,250}|[0-9A-Za-z-]{24,250})`).unless(lacksDigits),
	newForm("a Slack app token", "xapp-", `xapp-[0-9]-[0-9A-Z]{8,}-[0-9]+-[0-9a-f]{32,}`),
	newForm("a Slack webhook", "https://hooks.slack.com/", `https://hooks\.slack\.com/(?:services|workflows|triggers)/T[0-9A-Z]{6,}/[0-9A-Z]{6,}/[0-9A-Za-z/]{20,}`).unless(showsForm),

	// https://docs.stripe.com/keys
	newForm("a Stripe secret key", "sk_live_", `sk_live_[0-9A-Za-z]{16,247}`),
	newForm("a Stripe restricted key", "rk_live_", `rk_live_[0-9A-Za-z]{16,247}`),

	// https://cloud.google.com/docs/authentication/api-keys; the length as secret scanners have it (gitleaks: gcp-api-key)
	newForm("a Google API key", "AIza", `AIza[0-9A-Za-z_-]{35}`),

	// https://github.blog/2021-09-23-announcing-npms-new-access-token-format/
	newForm("an npm access token", "npm_", `npm_[0-9A-Za-z]{36}`),

	// The forms by which gitleaks (config/gitleaks.toml) and TruffleHog know them
	newForm("a PyPI token", "pypi-AgEIcHlwaS5vcmc", `pypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,}`),
	newForm("an Anthropic API key", "sk-ant-", `sk-ant-[a-z]{3,6}[0-9]{2}-[0-9A-Za-z_-]{80,}`),
	newForm("an OpenAI API key", "sk-", `sk-[0-9A-Za-z_-]{16,100}T3BlbkFJ[0-9A-Za-z_-]{16,200}`),
	newForm("a Hugging Face token", "hf_", `hf_[A-Za-z]{34}`),
	newForm("a SendGrid API key", "SG.", `SG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}`),
	newForm("a DigitalOcean token", "dop_v1_", `dop_v1_[0-9a-f]{64}`),
	newForm("a Shopify token", "shpat_", `shpat_[0-9A-Fa-f]{32}`),

	// https://core.telegram.org/bots/api#authorizing-your-bot
	{kind: "a Telegram bot token", sign: ":AA", pattern: lazy.Regexp(`^[0-9]{8,10}:AA[0-9A-Za-z_-]{33}`), digitsBefore: true},

	// What `kbgate key new` writes: 32 bytes in base64
	newForm("a private key of kbgate", "ed25519-private:", `ed25519-private:[0-9A-Za-z+/]{43}=?`).unless(isRepeated),

	// RFC 7468, sections 10 and 11; RFC 9580, section 6.2; OpenSSH's PROTOCOL.key
	newForm("a private key", "-----BEGIN ", `-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:`+armoured+`*?-----END [A-Z0-9 ]+-----|`+armoured+`*)`).unless(lacksKey).ends(),

	// RFC 7519, section 3, and RFC 7515, section 4.1.1: a header that is an object with "alg", a body, a signature
	newForm("a JSON web token", "eyJ", `eyJ[0-9A-Za-z_-]{8,600}\.eyJ[0-9A-Za-z_-]{2,}\.[0-9A-Za-z_-]{16,}`).unless(isNoTokenHeader).ends(),
}

// armoured is what may stand in a key's armour, also where it is quoted, indented or a text of JSON.
const armoured = `[0-9A-Za-z+/=\s>|"',:.()\\-]`

func (f form) unless(wrong func(string) bool) form {
	f.wrong = wrong
	return f
}

func (f form) ends() form {
	f.open = true
	return f
}

// isRepeated reports whether a key is one letter all over, as where the form is shown.
func isRepeated(match string) bool {
	_, body, _ := strings.Cut(match, ":")
	return strings.Trim(strings.TrimRight(body, "="), body[:1]) == ""
}

func lacksDigits(match string) bool { return !strings.ContainsAny(match, "0123456789") }

// showsForm reports whether an address of Slack ends as the one of its documentation does: XXXX.
func showsForm(match string) bool { return isPlaceholder(match[strings.LastIndexByte(match, '/')+1:]) }

// keyRun is the shortest run of base64 that is taken for a part of a key and not for a word.
const keyRun = 16

// lacksKey reports whether an armour holds no key: people write of the armour, too.
func lacksKey(match string) bool {
	const head = len("-----BEGIN ")
	_, body, _ := strings.Cut(match[head:], "-----")
	run, upper, lower := 0, false, false
	for i := range len(body) {
		c := body[i]
		switch {
		case 'A' <= c && c <= 'Z':
			upper = true
		case 'a' <= c && c <= 'z':
			lower = true
		case '0' <= c && c <= '9' || c == '+' || c == '/' || c == '=':
		default:
			run, upper, lower = 0, false, false
			continue
		}
		if run++; run >= keyRun && upper && lower {
			return false
		}
	}
	return true
}

// isNoTokenHeader reports whether what stands before the first point is no header of a signed token.
func isNoTokenHeader(match string) bool {
	encoded, _, _ := strings.Cut(match, ".")
	data, err := base64.RawURLEncoding.DecodeString(encoded)
	var header struct {
		Algorithm string `json:"alg"`
	}
	return err != nil || json.Unmarshal(data, &header) != nil || header.Algorithm == ""
}
