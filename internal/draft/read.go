package draft

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	markdown "github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/decision"
)

// Read reads a draft of any form: a JSON object, a mail message, or markdown. The name tells the form where the bytes do not, and may be
// empty. The type of a markdown draft is "" where its header does not say.
func Read(name string, data []byte) (*Draft, error) {
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	var d *Draft
	var err error
	switch ending := strings.ToLower(path.Ext(name)); {
	case len(data) > MaxSize:
		err = tooLarge(len(data))
	case ending == ".json", ending != ".md" && ending != ".markdown" && bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")):
		d, err = ReadJSON(text)
	case !utf8.Valid(data) && ending != ".eml":
		err = errors.New("it is not UTF-8 text")
	default:
		var isMail bool
		if d, isMail, err = readMail(data, ending == ".eml"); !isMail {
			d, err = ReadMarkdown(name, data), nil
		}
	}
	if err != nil {
		return nil, err
	}
	if err := oneAddress(d.To); err != nil {
		return nil, fmt.Errorf("to: %w", err)
	}
	sum := sha256.Sum256(data)
	d.Name, d.SHA = name, hex.EncodeToString(sum[:])
	return d, nil
}

// ReadMarkdown reads a note as a draft: its title, unless that is the name of the file alone, and what stands below the header. The
// header may name addressee, subject, template and campaign.
func ReadMarkdown(name string, data []byte) *Draft {
	c := markdown.Parse(path.Base(name), data)
	d := &Draft{Name: name, Body: string(c.BodyText()), Header: c.Header.Raw()}
	if c.Title.Origin != markdown.FromFileName {
		d.Subject = c.Title.Text
	}
	if subject := strings.TrimSpace(c.Header.Text("subject")); subject != "" {
		d.Subject = subject
	}
	d.To = strings.TrimSpace(c.Header.Text("to"))
	d.Template, d.Campaign = strings.TrimSpace(c.Header.Text("template")), strings.TrimSpace(c.Header.Text("campaign"))
	kind := decision.ArtifactType(strings.ToLower(strings.TrimSpace(c.Header.Text("type"))))
	switch {
	case slices.Contains(decision.ArtifactTypes, kind):
		d.Type = kind
	case d.To != "":
		d.Type = decision.Email
	}
	return d
}

// HasText reports whether the text of a draft is at hand: of a guard result it is not.
func (d *Draft) HasText() bool { return d.Judged == "" || d.Body != "" || d.Subject != "" }

// With gives the draft with what another of the same text adds: evidence, template, campaign, addressee, and why it was rejected.
func (d *Draft) With(other *Draft) *Draft {
	both := *d
	both.Evidence = slices.Clone(d.Evidence)
	both.addEvidence(other.Evidence)
	both.To, both.Template, both.Campaign = cmp.Or(d.To, other.To), cmp.Or(d.Template, other.Template), cmp.Or(d.Campaign, other.Campaign)
	both.Tag = cmp.Or(other.Tag, d.Tag)
	return &both
}
