package draft

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/decision/document"
	"github.com/kbgate/kbgate/internal/lazy"
)

// Bounds of a JSON draft. Depth and number of values are those of a record.
const (
	MaxSize   = 1 << 20 // a draft of any form, in bytes
	maxLine   = 512     // a name, an id or an address, in bytes
	maxText   = 16 << 10
	maxItems  = 200 // a list
	maxFields = 200 // the draft
)

// What a guard adds to a draft, or says of it.
const (
	ResultKey      = "quality_guard_result"
	FingerprintKey = "draft_fingerprint"
	EvidenceKey    = "personalization_evidence"
)

// ReadJSON reads a draft that is a JSON object: a draft alone, one to which a guard has added its result, or a guard result alone, which
// tells fingerprint and evidence of a draft without its text. An error names the line and the field of each fault.
func ReadJSON(data []byte) (*Draft, error) {
	if len(data) > MaxSize {
		return nil, tooLarge(len(data))
	}
	n, err := document.ReadJSON(data)
	if err != nil && isOneOfSeveral(data) {
		return nil, errors.New("it holds several drafts, one on each line, and one alone is taken here")
	}
	if err != nil {
		return nil, err
	}
	r := jsonReader{}
	d := &Draft{Members: members(data, len(n.Items))}
	if len(n.Items) > maxFields {
		r.fault(&n, "", "has %d fields; a draft may have %d", len(n.Items), maxFields)
		return nil, errors.Join(r.faults...)
	}
	r.draft(d, &n)
	if err := errors.Join(r.faults...); err != nil {
		return nil, err
	}
	return d, nil
}

// isOneOfSeveral reports whether data are JSON Lines.
func isOneOfSeveral(data []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	return bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{")) && json.Valid(first)
}

func tooLarge(size int) error {
	return fmt.Errorf("it has %d bytes; a draft may have %d", size, MaxSize)
}

// members gives the fields of an object that is valid JSON.
func members(data []byte, n int) []Member {
	all := make([]Member, 0, n)
	tokens := json.NewDecoder(bytes.NewReader(data))
	_, err := tokens.Token() // the brace
	for err == nil && tokens.More() {
		var m Member
		var name json.Token
		name, err = tokens.Token()
		m.Name, _ = name.(string)
		var value json.RawMessage
		if err == nil {
			err = tokens.Decode(&value)
		}
		m.Value = value
		all = append(all, m)
	}
	return all
}

// jsonReader collects what is wrong with a draft.
type jsonReader struct{ faults []error }

func (r *jsonReader) fault(n *document.Node, path, format string, args ...any) {
	r.faults = append(r.faults, &document.Fault{Line: int(n.Line), Field: path, Message: fmt.Sprintf(format, args...)})
}

func (r *jsonReader) draft(d *Draft, n *document.Node) {
	body := n.Get("body")
	d.Judged = r.fingerprint(n)
	switch {
	case body == nil && n.Get("passed") != nil && d.Judged != "": // a guard result
	case body == nil:
		r.fault(n, "body", "is missing: a draft has a body, and may have to, subject, template, campaign, lead, evidence and type%s", meant(n, "body"))
	case body.Kind != document.Text && !body.IsNull():
		r.fault(body, "body", "takes a text")
	default:
		d.Body = textOf(body)
	}
	line := func(most int, names ...string) string {
		if value := first(n, names...); value != nil {
			return r.text(value, value.Name, most)
		}
		return ""
	}
	d.Subject = line(maxText, "subject", "title")
	d.Template = line(maxLine, "template", "template_id")
	d.Campaign = line(maxLine, "campaign", "campaign_id")
	d.Tag = line(maxLine, "rejection_tag")
	if kind := first(n, "type"); kind != nil {
		d.Type = r.artifactType(kind)
	} else if body != nil { // a guard result does not say
		d.Type = decision.Email
	}
	lead := first(n, "lead")
	d.Lead = r.lead(lead)
	to, toAt := first(n, "to", "recipient", "lead_email"), ""
	if to != nil {
		toAt = to.Name
		d.To = r.addressee(to, toAt)
	}
	if d.Lead != nil && d.To == "" {
		d.To, to, toAt = d.Lead.Email, lead, "lead.email"
	}
	if err := oneAddress(d.To); err != nil {
		r.fault(to, toAt, "%v", err)
	}
	for _, key := range []string{"evidence", EvidenceKey} {
		d.addEvidence(r.evidence(n.Get(key), key))
	}
}

// meant names a key that was probably meant for one that is missing.
func meant(n *document.Node, key string) string {
	var names []string
	for i := range n.Items {
		names = append(names, n.Items[i].Name)
	}
	if near, ok := config.Nearest(key, names); ok {
		return fmt.Sprintf(". Is %.60q meant for it?", near)
	}
	return ""
}

var fingerprintForm = lazy.Regexp(`^[0-9a-f]{64}$`)

// fingerprint gives the one that a guard gave.
func (r *jsonReader) fingerprint(n *document.Node) string {
	given := n.Get(FingerprintKey)
	if given == nil || given.IsEmpty() {
		return ""
	}
	if given.Kind != document.Text || !fingerprintForm().MatchString(given.Value) {
		r.fault(given, FingerprintKey, "takes a fingerprint: 64 digits, hexadecimal")
		return ""
	}
	return given.Value
}

// textOf gives the text of a scalar; of what has no value it gives none.
func textOf(n *document.Node) string {
	if n == nil || n.IsNull() || n.Kind > document.Plain {
		return ""
	}
	return n.Value
}

// text gives a text of at most so many bytes. A number or a truth value is the text that it is written as.
func (r *jsonReader) text(n *document.Node, path string, most int) string {
	switch {
	case n == nil:
	case n.Kind > document.Plain:
		r.fault(n, path, "takes a text")
	case len(n.Value) > most:
		r.fault(n, path, "has %d bytes; it may have %d", len(n.Value), most)
	default:
		return textOf(n)
	}
	return ""
}

// valueKeys are the fields of an object in which programs say what others say by a text alone.
var valueKeys = []string{"value", "text", "name", "signal", "hook", "description", "title", "content"}

// texts gives a list of texts. A single text is a list of one, and an object in it the text of its value; between is what parts a single
// text into several, "" where nothing does.
func (r *jsonReader) texts(n *document.Node, path, between string) (all []string) {
	switch {
	case n == nil || n.IsNull():
		return nil
	case n.Kind == document.List:
		if !r.fits(n, len(n.Items), path) {
			return nil
		}
		for i := range n.Items {
			all = append(all, r.item(&n.Items[i], fmt.Sprintf("%s[%d]", path, i)))
		}
	case between == "":
		all = append(all, r.item(n, path))
	default:
		for part := range strings.SplitSeq(r.item(n, path), between) {
			all = append(all, strings.TrimSpace(part))
		}
		if !r.fits(n, len(all), path) {
			return nil
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return strings.TrimSpace(s) == "" })
}

// fits reports whether a list is no longer than it may be.
func (r *jsonReader) fits(n *document.Node, items int, path string) bool {
	if items > maxItems {
		r.fault(n, path, "has %d items; it may have %d", items, maxItems)
	}
	return items <= maxItems
}

// item gives the text of a scalar, or of the field of an object that holds its value.
func (r *jsonReader) item(n *document.Node, path string) string {
	if n.Kind != document.Mapping {
		return r.text(n, path, maxText)
	}
	value := first(n, valueKeys...)
	if value == nil {
		return ""
	}
	return r.text(value, document.Join(path, value.Name), maxText)
}

// addressee gives whom a draft is for: a text, an object with an address, or a list of one of these.
func (r *jsonReader) addressee(n *document.Node, path string) string {
	switch {
	case n.Kind == document.List && len(n.Items) > 1:
		r.fault(n, path, "names %d addressees; a draft is for one", len(n.Items))
		return ""
	case n.Kind == document.List:
		return r.addressee(&n.Items[0], path)
	case n.Kind == document.Mapping:
		value := cmp.Or(n.Get("email"), n.Get("address"))
		if value == nil {
			r.fault(n, path, "takes an address")
			return ""
		}
		n, path = value, document.Join(path, value.Name)
	}
	return strings.TrimSpace(r.text(n, path, maxLine))
}

// oneAddress says what is wrong with an addressee that holds an address and is not that address: whose memory counts, would be a guess.
func oneAddress(to string) error {
	if _, ok := decision.Address(to); ok || decision.Subject(to, nil) == to {
		return nil
	}
	return errors.New("holds more than one address alone; a draft is for one")
}

// artifactType gives the type that a draft names.
func (r *jsonReader) artifactType(n *document.Node) decision.ArtifactType {
	said := r.text(n, n.Name, maxLine)
	if kind := decision.ArtifactType(strings.ToLower(said)); slices.Contains(decision.ArtifactTypes, kind) {
		return kind
	}
	known := make([]string, len(decision.ArtifactTypes))
	for i, kind := range decision.ArtifactTypes {
		known[i] = string(kind)
	}
	r.fault(n, n.Name, "%.60q is none of %s", said, strings.Join(known, ", "))
	return decision.OtherType
}

// evidence gives a list of evidence, each a text or an object.
func (r *jsonReader) evidence(n *document.Node, path string) (all []decision.Evidence) {
	switch {
	case n == nil || n.IsNull():
		return nil
	case n.Kind == document.Text:
		return []decision.Evidence{{Value: r.text(n, path, maxText)}}
	case n.Kind != document.List:
		r.fault(n, path, "takes a list of texts, or of objects with type, value and source")
		return nil
	case !r.fits(n, len(n.Items), path):
		return nil
	}
	for i := range n.Items {
		item, at := &n.Items[i], fmt.Sprintf("%s[%d]", path, i)
		e := decision.Evidence{Value: r.item(item, at)}
		if item.Kind == document.Mapping {
			e.Type = r.text(first(item, "type", "signal_type"), document.Join(at, "type"), maxLine)
			e.Source = r.text(item.Get("source"), document.Join(at, "source"), maxLine)
		}
		if e.Value != "" || e.Type != "" {
			all = append(all, e)
		}
	}
	return all
}

// first gives the first of several fields that is there and has a value.
func first(n *document.Node, names ...string) *document.Node {
	for _, name := range names {
		if value := n.Get(name); value != nil && !value.IsEmpty() {
			return value
		}
	}
	return nil
}

// addEvidence adds what is not there yet.
func (d *Draft) addEvidence(more []decision.Evidence) {
	for _, e := range more {
		if !slices.ContainsFunc(d.Evidence, func(have decision.Evidence) bool { return have.Type == e.Type && have.Value == e.Value }) {
			d.Evidence = append(d.Evidence, e)
		}
	}
}

var numberForm = lazy.Regexp(`[0-9][0-9.,\x{a0}\x{202f} ]*`)

// count gives a number of people: a number, or a text that begins with one or holds one, such as 1,200, 51-200 or about 640. It is 0
// where there is none.
func count(n *document.Node) int {
	said := textOf(n)
	if whole, err := strconv.ParseFloat(said, 64); err == nil && n.Kind == document.Plain {
		if whole >= 1 && whole <= maxCount {
			return int(whole)
		}
		return 0
	}
	digits := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, numberForm().FindString(said))
	if number, err := strconv.Atoi(digits); err == nil && number <= maxCount {
		return number
	}
	return 0
}

// maxCount is more than any company has employees.
const maxCount = 100_000_000
