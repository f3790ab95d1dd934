package comment

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/learn"
)

// questionMark begins a comment that asks a reviewer for a reason.
const questionMark = "<!-- " + questionWords

const questionWords = "KBGATE QUESTION: "

// MayHoldQuestion reports whether a page of comments could hold a question, without reading it.
func MayHoldQuestion(page []byte) bool { return bytes.Contains(page, []byte(questionWords)) }

// QuestionMarker is what the question about something on a pull request begins with, such as review/11.
func QuestionMarker(about string) string { return questionMark + about + " -->" }

// callable is the name of an account that can be called in a comment and means nothing else there.
var callable = lazy.Regexp(`^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$`)

// Question is the comment that asks a reviewer why a change was rejected, in the contract's own sentence.
func Question(about, reviewer string) string {
	called := ""
	if callable().MatchString(reviewer) {
		called = "@" + reviewer + " "
	}
	return fmt.Sprintf("%s\n%s%s\n\n_The next comment of yours here is recorded as the reason; without one the record says “%s”._\n",
		QuestionMarker(about), called, learn.AskReason, learn.NoReason)
}

// QuestionAt gives the time at which one of some accounts asked about something on a page of comments, as Find takes it; false where none did.
// Without them nobody asked: anybody could have written the question.
func QuestionAt(page []byte, about string, askers ...string) (at time.Time, ok bool) {
	start, isJSON := startOfJSON(page)
	if !isJSON || len(page) > maxPage {
		return at, false
	}
	_ = eachComment(start, func(p *posted) { // what cannot be read asks nothing
		isBy := p.author() != "" && slices.ContainsFunc(askers, func(asker string) bool { return strings.EqualFold(p.author(), asker) })
		if !ok && isBy && strings.HasPrefix(p.Body, QuestionMarker(about)) {
			at, ok = firstTime(p.CreatedAt, p.Created), true
		}
	})
	return at, ok
}
