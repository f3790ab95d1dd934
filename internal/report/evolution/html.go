package evolution

import (
	"crypto/sha256"
	_ "embed" // the page and its style
	"encoding/base64"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/kbgate/kbgate/internal/learn/evolution"
)

//go:embed page.html
var htmlText string

//go:embed style.css
var style string

var htmlTemplate = sync.OnceValue(func() *template.Template {
	page := template.Must(template.New("html").Funcs(words()).Parse(htmlText))
	return template.Must(page.Parse(sentences))
})

// policy lets the page load nothing, run nothing and send nothing; its own style sheet is known by its hash (Content
// Security Policy Level 3, 6.7.3).
func policy() string {
	hash := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'; base-uri 'none'; form-action 'none'"
}

// HTML writes the report as one page that needs nothing else: no script, no network, no other file. It is well-formed XML
// too.
func HTML(w io.Writer, e *evolution.Evolution) error { return write(w, htmlTemplate(), e) }

// span is a part of a sentence of ours; between backticks stands code.
type span struct {
	Text string
	Code bool
}

func spans(s string) (all []span) {
	for i, part := range strings.Split(s, "`") {
		if part != "" {
			all = append(all, span{part, i%2 == 1})
		}
	}
	return all
}
