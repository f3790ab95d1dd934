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

// ErrHeader says that nobody can tell what the header of a markdown draft says.
var ErrHeader = errors.New("its header cannot be read")

// Read reads a draft of any form: a JSON object, a mail message, or markdown. The name tells the form where the bytes do not, and may be
// empty. The type of a markdown draft is "" where its header does not say. With an error that is ErrHeader the draft is given too, as far
// as it was read.
func Read(name string, data []byte) (*Draft, error) {
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	var d *Draft
	var err, unread error
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
			d, err = readMarkdown(name, data)
		}
		if errors.Is(err, ErrHeader) {
			unread, err = err, nil
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
	return d, unread
}

// ReadMarkdown reads a note as a draft: its title, unless that is the name of the file alone, and what stands below the header. The
// header may name addressee, subject, template and campaign, in letters of any case.
func ReadMarkdown(name string, data []byte) *Draft {
	d, _ := readMarkdown(name, data)
	return d
}

// readMarkdown reads a note as a draft, and says what is wrong with its header.
func readMarkdown(name string, data []byte) (*Draft, error) {
	c := markdown.Parse(path.Base(name), data)
	d := &Draft{Name: name, Body: string(c.BodyText()), Header: c.Header.Raw()}
	if c.Title.Origin != markdown.FromFileName {
		d.Subject = c.Title.Text
	}
	if subject := said(&c.Header, "subject"); subject != "" {
		d.Subject = subject
	}
	to, err := saidTo(&c.Header)
	d.To, d.Template, d.Campaign = to, said(&c.Header, "template"), said(&c.Header, "campaign")
	kind := decision.ArtifactType(strings.ToLower(said(&c.Header, "type")))
	switch {
	case slices.Contains(decision.ArtifactTypes, kind):
		d.Type = kind
	case d.To != "":
		d.Type = decision.Email
	}
	switch h := &c.Header; {
	case h.Meant && h.Broken():
		err = fmt.Errorf("%w: %s", ErrHeader, h.Problems[0].Message)
	case h.Meant && h.State == markdown.Unclosed:
		err = fmt.Errorf("%w: it has no end", ErrHeader)
	}
	return d, err
}

// said gives the first text that the header has under a key, in letters of any case.
func said(h *markdown.Header, key string) string {
	for i := range h.Fields {
		if f := &h.Fields[i]; strings.EqualFold(f.Key, key) && f.Kind == markdown.Text && strings.TrimSpace(f.Text) != "" {
			return strings.TrimSpace(f.Text)
		}
	}
	return ""
}

// saidTo gives the addressee that the header names: a text, or a list of one.
func saidTo(h *markdown.Header) (string, error) {
	var all []string
	for i := range h.Fields {
		switch f := &h.Fields[i]; {
		case !strings.EqualFold(f.Key, "to"):
		case f.Kind == markdown.Map:
			return "", errors.New("to: takes an address")
		case f.Kind == markdown.List:
			for _, item := range f.Items {
				all = append(all, strings.TrimSpace(item.Text))
			}
		case strings.TrimSpace(f.Text) != "":
			all = append(all, strings.TrimSpace(f.Text))
		}
	}
	switch all = slices.Compact(all); len(all) {
	case 0:
		return "", nil
	case 1:
		return all[0], nil
	}
	return "", fmt.Errorf("to: names %d addressees; a draft is for one", len(all))
}

// Complete takes addressee and type for what the draft does not say. It refuses what speaks against the draft.
func (d *Draft) Complete(to string, kind decision.ArtifactType) error {
	says := d.Type != "" && (d.Members == nil || slices.ContainsFunc(d.Members, func(m Member) bool { return m.Name == "type" }))
	switch err := oneAddress(to); {
	case err != nil:
		return fmt.Errorf("--to: %w", err)
	case to != "" && d.To != "" && decision.Subject(to, nil) != decision.Subject(d.To, nil):
		return errors.New("it names another addressee than --to")
	case kind != "" && says && d.Type != kind:
		return fmt.Errorf("it says that it is of type %s, and --type says %s", d.Type, kind)
	case kind != "":
		d.Type = kind
	case to != "" && d.Type == "":
		d.Type = decision.Email
	}
	d.To = cmp.Or(d.To, to)
	return nil
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
