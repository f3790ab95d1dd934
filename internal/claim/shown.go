package claim

import (
	"strings"

	"github.com/kbgate/kbgate/internal/text/rendered"
)

// Shown is the title as a page shows it: without marks of emphasis, tags and comments, with entities and escapes decoded. Nil stands
// for a title without any mark, which is shown as its Text.
func (t *Title) Shown() *rendered.Text {
	if t.Origin == FromFileName || !strings.ContainsAny(t.Text, "&<*_\\~`![]{^%") {
		return nil
	}
	shown := rendered.Of([]byte(t.Text), rendered.Markdown)
	return &shown
}

// ShownText is the text of what Shown gives.
func (t *Title) ShownText() string {
	if shown := t.Shown(); shown != nil {
		return string(shown.Bytes)
	}
	return t.Text
}
