package forge

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// What Post mends by looking again.
var (
	// ErrUnsure: a comment was sent, and whether the forge took it is not known.
	ErrUnsure = errors.New("whether the comment was taken is not known")
	// ErrGone: there is no such comment any more.
	ErrGone = errors.New("the comment is gone")

	errForbidden = errors.New("forbidden")
	errNotFound  = errors.New("not found")
)

// ofKind is an error that is also of a kind, without saying so in its text.
type ofKind struct{ err, kind error }

func (e ofKind) Error() string   { return e.err.Error() }
func (e ofKind) Unwrap() []error { return []error{e.err, e.kind} }

// Redact removes a token from a text, in its escaped forms too, and the passwords of addresses.
func Redact(s, token string) string {
	for _, form := range []string{token, url.QueryEscape(token), url.PathEscape(token)} {
		if form != "" {
			s = strings.ReplaceAll(s, form, "[token]")
		}
	}
	return passwords().ReplaceAllString(s, "://[hidden]@")
}

var passwords = lazy.Regexp(`://[^/\s@"]+@`)

// Redacted removes a token from an error and from its hint. The error stays of the kinds that it was.
func Redacted(err error, token string) error {
	if err == nil {
		return nil
	}
	way, status := hint.Of(err)
	clean := &hint.Error{Err: errors.New(Redact(err.Error(), token)), Hint: Redact(way, token), Status: status}
	if clean.Error() == err.Error() && clean.Hint == way {
		return err
	}
	var known error = clean
	for _, kind := range []error{ErrUnsure, ErrGone, errForbidden, errNotFound} {
		if errors.Is(err, kind) {
			known = ofKind{known, kind}
		}
	}
	return known
}

// longestQuote is how many characters of an answer are quoted at most.
const longestQuote = 300

// quote makes what a forge said safe to show, on one line.
func quote(said string) string {
	said = text.Visible(strings.Join(strings.Fields(said), " "))
	if runes := []rune(said); len(runes) > longestQuote {
		said = string(runes[:longestQuote]) + "…"
	}
	return said
}

// said gives the reason that a failing answer names. GitHub gives message and errors, Gitea message, GitLab message (a text, a
// list, or lists by field), error and error_description. A proxy gives a page, which is not quoted.
func said(body []byte) string {
	var answer struct {
		Message     any    `json:"message"`
		Errors      any    `json:"errors"`
		Error       any    `json:"error"`
		Description string `json:"error_description"`
	}
	if json.Unmarshal(body, &answer) != nil {
		if plain := strings.TrimSpace(string(body)); len(plain) <= longestQuote && !strings.HasPrefix(plain, "<") && !strings.HasPrefix(plain, "{") {
			return quote(plain)
		}
		return ""
	}
	var parts []string
	for _, part := range []any{answer.Message, answer.Errors, answer.Error, answer.Description} {
		if s := flatten(part); s != "" {
			parts = append(parts, s)
		}
	}
	return quote(strings.Join(parts, ": "))
}

// flatten makes one text of a reason.
func flatten(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var parts []string
		for _, item := range v {
			if s := flatten(item); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		if message, ok := v["message"].(string); ok {
			return message
		}
		for _, field := range []string{"note", "body", "base"} {
			if s := flatten(v[field]); s != "" {
				return field + " " + s
			}
		}
	}
	return ""
}

// says quotes an answer that is no success.
func (c *Client) says(verb string, result *answer) string {
	return fmt.Sprintf("%s%s: %s (%d)", c.base.Host, verb, cmp.Or(said(result.body), http.StatusText(result.status)), result.status)
}

// refusal explains an answer that is final and not a success.
func (c *Client) refusal(doing string, result *answer) error {
	isTooLong := result.status >= 400 && result.status < 500 && strings.Contains(strings.ToLower(said(result.body)), "too long")
	refused := fmt.Errorf("%s: %s", doing, c.says(" says", result))
	switch {
	case result.status == http.StatusRequestEntityTooLarge, isTooLong:
		return hint.Broken("render it with fewer findings; nothing was changed", "%s: the comment is too long for %s", doing, c.says(", which says", result))
	case result.status == http.StatusUnauthorized:
		return hint.Misuse("the token is wrong, expired or revoked: "+c.needs(), "%w", refused)
	case result.status == http.StatusForbidden:
		return ofKind{hint.Misuse("the token may not do that: "+c.needs(), "%w", refused), errForbidden}
	case result.status == http.StatusNotFound:
		return ofKind{hint.Misuse("check --repo, --pr and --api; a forge also says 404 for what a token may not see: "+c.needs(), "%w", refused), errNotFound}
	}
	return hint.Broken("", "%w", refused)
}

// needs says which rights the token needs for what the client is used for.
func (c *Client) needs() string {
	if c.reads {
		return c.forge.needsToRead
	}
	return c.forge.needs
}
