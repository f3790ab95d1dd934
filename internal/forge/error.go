package forge

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text"
)

// Error is what a forge refused, or how it was called in a wrong way. Its texts hold no token.
type Error struct {
	Err  error
	Hint string // what to do; may be empty
	// Setup: the token, its permissions, the address or the arguments are at fault rather than the forge.
	Setup bool
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// mistake is an Error of how the forge is set up.
func mistake(hint, format string, args ...any) *Error {
	return &Error{Err: fmt.Errorf(format, args...), Hint: hint, Setup: true}
}

// errTooLarge: an answer is longer than any honest one.
var errTooLarge = errors.New("the answer is too large")

// Redact takes a token out of a text, also as it stands in an address, and the passwords of addresses.
func Redact(s, token string) string {
	for _, form := range []string{token, url.QueryEscape(token), url.PathEscape(token)} {
		if form != "" {
			s = strings.ReplaceAll(s, form, "[token]")
		}
	}
	return passwords().ReplaceAllString(s, "://[hidden]@")
}

var passwords = lazy.Regexp(`://[^/\s@"]+@`)

// redacted is an error without the token, and with the kind that it had.
func redacted(err error, token string) error {
	if err == nil || Redact(err.Error(), token) == err.Error() {
		return err
	}
	clean := &Error{Err: errors.New(Redact(err.Error(), token))}
	var known *Error
	if errors.As(err, &known) {
		clean.Hint, clean.Setup = Redact(known.Hint, token), known.Setup
	}
	for _, kind := range []error{ErrUnsure, ErrGone} {
		if errors.Is(err, kind) {
			clean.Err = fmt.Errorf("%w: %w", kind, clean.Err)
		}
	}
	var answered *statusError
	if errors.As(err, &answered) {
		return &statusError{status: answered.status, err: clean}
	}
	return clean
}

// longestQuote bounds, in characters, what is repeated of an answer.
const longestQuote = 300

// quote makes what a forge said safe to show, on one line.
func quote(said string) string {
	said = text.Visible(strings.Join(strings.Fields(said), " "))
	if runes := []rune(said); len(runes) > longestQuote {
		said = string(runes[:longestQuote]) + "…"
	}
	return said
}

// said takes the reason out of an answer that is no success. GitHub gives message and errors, Gitea message, GitLab message
// (a text, a list, or lists by field), error and error_description; a proxy gives a page, which is not repeated.
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

// refusal says what an answer means that is no success and will not become one.
func (c *caller) refusal(doing string, status int, body []byte) error {
	reason := said(body)
	if reason == "" {
		reason = http.StatusText(status)
	}
	e := &Error{Err: fmt.Errorf("%s: %s says: %s (%d)", doing, c.base.Host, reason, status)}
	lower := strings.ToLower(reason)
	switch {
	case status == http.StatusRequestEntityTooLarge, strings.Contains(lower, "too long") && status >= 400 && status < 500:
		e.Err = fmt.Errorf("%s: the comment is too long for %s, which says: %s (%d)", doing, c.base.Host, reason, status)
		e.Hint = "render it with fewer findings; nothing was changed"
	case status == http.StatusUnauthorized:
		e.Setup, e.Hint = true, "the token is wrong, expired or revoked: "+tokenNeeds[c.pr.Forge]
	case status == http.StatusForbidden:
		e.Setup, e.Hint = true, "the token may not do that: "+tokenNeeds[c.pr.Forge]
	case status == http.StatusNotFound:
		e.Setup, e.Hint = true, "check --repo, --pr and --api; a forge also says 404 for what a token may not see: "+tokenNeeds[c.pr.Forge]
	}
	return e
}

// tokenNeeds is what a token has to be allowed, by forge.
var tokenNeeds = map[string]string{
	GitHub: "a workflow needs `permissions: pull-requests: write` (or `issues: write`), a fine-grained token \"Pull requests: read and write\", " +
		"a classic one `repo`; in a workflow that a fork's pull request starts, the token may only read",
	Gitea:   "it needs the scopes write:issue and read:user, and its account access to the repository",
	Forgejo: "it needs the scopes write:issue and read:user, and its account access to the repository",
	GitLab:  "it needs the `api` scope and the role Reporter or above; the CI_JOB_TOKEN of a job may not write notes",
}
