package decide

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/lazy"
)

// AllowanceAsked is what a reviewer wrote on a pull request to let a finding through, or to take that back.
type AllowanceAsked struct {
	Fingerprint, Reason, By string
	Withdraws               string // the allowance that is taken back, by its id or by the finding's fingerprint; "": none
	At                      time.Time
	SourceID                string
	PR                      decision.PullRequest
	Base, Head              string // the commits of the pull request, "" where the event does not name them
}

// mostAsked is how many findings one comment may let through.
const mostAsked = 20

// asking is a line that lets a finding through, kbgate allow FINGERPRINT and the reason, or takes that back: kbgate withdraw FINGERPRINT, or
// the record's id.
var asking = lazy.Regexp("^[ \t]*`{0,3}kbgate (?:allow ([0-9a-f]{16})|withdraw ([0-9a-f]{16}|[0-9A-Z]{26}))(?:[ \t]+(.*))?$")

// AllowancesFrom gives the findings that a comment or a review on a pull request lets through, or no longer, and why others are left
// out. An event of another kind asks for none.
func AllowancesFrom(c *config.Config, e event.Event) (asked []AllowanceAsked, leftOut []string) {
	said, ok := saidIn(e)
	if !ok {
		return nil, nil
	}
	for line := range strings.Lines(said.body) {
		m := asking().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		one := said.AllowanceAsked
		one.Fingerprint, one.Withdraws, one.Reason = m[1], m[2], reasonOf(m[3])
		if one.Withdraws == "" {
			one.SourceID = fmt.Sprintf("%s/%s", said.SourceID, one.Fingerprint)
		}
		what := "allowance"
		if one.Withdraws != "" {
			what = "withdrawal"
		}
		why := said.doubt(c, what)
		switch {
		case why != "":
		case len(asked) == mostAsked:
			why = fmt.Sprintf("left out: a comment lets at most %d findings through", mostAsked)
		case !strings.ContainsFunc(one.Reason, unicode.IsLetter):
			why = fmt.Sprintf("left out: the %s of %s by %s gives no reason", what, one.Fingerprint+one.Withdraws, shown(said.account))
		default:
			asked = append(asked, one)
		}
		if why != "" && len(leftOut) < mostAsked {
			leftOut = append(leftOut, why)
		}
	}
	return asked, leftOut
}

// reasonOf is the reason behind a fingerprint, as it is typed in a comment or for the command line.
func reasonOf(s string) string {
	s = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(s), "`"))
	for _, flag := range []string{"--reason", "--why"} {
		if rest, ok := strings.CutPrefix(s, flag); ok {
			s = strings.TrimSpace(strings.TrimPrefix(rest, "="))
		}
	}
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		s = s[1 : len(s)-1]
	}
	return s
}

// saying is what somebody wrote on a pull request.
type saying struct {
	AllowanceAsked
	body              string
	account, proposer event.Account
}

// saidIn gives what somebody has just written; ok is false where the event is of another kind.
func saidIn(e event.Event) (s saying, ok bool) {
	pr := e.PullRequest
	s.PR.Repo, s.PR.Number, s.PR.HeadSHA, s.proposer = pr.Repo, pr.Number, pr.Head.SHA, pr.Author
	s.Head, s.Base = pr.Head.SHA, pr.Base.SHA
	switch r, c := e.Review, e.Comment; {
	case r != nil:
		s.Head = cmp.Or(r.Commit, s.Head) // what was reviewed; the change may be another by now
		s.PR.HeadSHA = s.Head
		s.body, s.account, s.At, s.SourceID = r.Body, r.By, r.At.UTC(), sourceID(e, fmt.Sprintf("review/%d", r.ID))
	case c != nil:
		s.body, s.account, s.At, s.SourceID = c.Body, c.By, c.At.UTC(), sourceID(e, fmt.Sprintf("comment/%d", c.ID))
	default:
		return s, false
	}
	s.By = s.account.Login
	return s, !s.At.IsZero()
}

// doubt says why what somebody wrote lets nothing through and takes nothing back, "" where it does: it takes a listed reviewer whose account
// counts, and never who proposes the change.
func (s *saying) doubt(c *config.Config, what string) string {
	switch {
	case s.account.Login == "" || s.proposer.Login == "":
		return fmt.Sprintf("left out: the %s: nothing says who proposes the change, or who wrote this", what)
	case listed([]string{s.proposer.Login}, s.account.Login):
		return fmt.Sprintf("left out: the %s by %s, who proposes the change", what, shown(s.account))
	case !listed(c.Rules.Reviewers, s.account.Login):
		return fmt.Sprintf("left out: the %s by %s, whom rules.reviewers does not list", what, shown(s.account))
	}
	return doubt(&c.Store, what, s.account, s.account.Association)
}
