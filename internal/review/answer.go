package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/claim"
)

// The verdicts of an answer.
const (
	Accept   = "accept"
	SendBack = "send_back"
)

// The bounds of an answer.
const (
	MaxAnswer    = 1 << 20 // bytes
	MaxQuotation = check.MaxQuotation
	leastWords   = 4   // of a quotation that is no whole field
	maxSaid      = 400 // characters of what a reader says itself
	mostReplies  = 100 // findings, replies to questions, or claims in a list
	mostQuoted   = 10  // quotations of one of them
	maxDepth     = 16
	mostTried    = 64 // places at which an object may begin
)

// Answer is what a reader says.
type Answer struct {
	Schema string        `json:"schema"`
	Claims []ClaimAnswer `json:"claims"`
}

// ClaimAnswer is what a reader says of one claim.
type ClaimAnswer struct {
	Claim       string      `json:"claim"`
	Probability *float64    `json:"probability"`
	Verdict     string      `json:"verdict"`
	Findings    []Objection `json:"findings"`
	Questions   []Reply     `json:"questions"`
}

// Objection is a finding of a reader.
type Objection struct {
	Gate        string      `json:"gate"`
	Words       string      `json:"words"`
	Evidence    []Quotation `json:"evidence"`
	Why         string      `json:"why"`
	Do          string      `json:"do"`
	Probability *float64    `json:"probability"`
}

// Reply is what a reader says to a possible finding.
type Reply struct {
	Question string      `json:"question"`
	Holds    *bool       `json:"holds"`
	Evidence []Quotation `json:"evidence"`
}

// Quotation is words of a note.
type Quotation struct {
	Note  string `json:"note"`
	Words string `json:"words"`
}

// ParseAnswer finds the one JSON object of an answer, whatever prose stands around it, and reads it. The error says why there is none.
func ParseAnswer(data []byte) (*Answer, error) {
	if len(data) > MaxAnswer {
		return nil, fmt.Errorf("it has more than %d bytes", MaxAnswer)
	}
	if !utf8.Valid(data) {
		return nil, errors.New("it is no UTF-8 text")
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("it is empty")
	}
	objects, err := objectsIn(data)
	if err != nil {
		return nil, err
	}
	switch {
	case len(objects) == 0:
		return nil, errors.New("no JSON object with `claims` stands in it")
	case len(objects) > 1:
		return nil, fmt.Errorf("%d JSON objects with `claims` stand in it, and nothing says which counts", len(objects))
	}
	if err := walk(json.NewDecoder(bytes.NewReader(objects[0])), 0); err != nil {
		return nil, err
	}
	a := new(Answer)
	if err := json.Unmarshal(objects[0], a); err != nil {
		return nil, fmt.Errorf("it does not follow the schema: %w", err)
	}
	return a, a.refuse()
}

// objectsIn are the objects in a text that have the key `claims` and lie in no other object.
func objectsIn(data []byte) (found [][]byte, err error) {
	for tried := 0; ; tried++ {
		at := bytes.IndexByte(data, '{')
		if at < 0 {
			return found, nil
		}
		if tried == mostTried {
			return nil, fmt.Errorf("it holds more than %d braces beside an object", mostTried)
		}
		data = data[at:]
		var object json.RawMessage
		dec := json.NewDecoder(bytes.NewReader(data))
		if err := dec.Decode(&object); err != nil {
			data = data[1:]
			continue
		}
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(object, &keys); err == nil && keys["claims"] != nil {
			found = append(found, object)
		}
		data = data[dec.InputOffset():]
	}
}

// walk refuses a value that two readers could read in two ways: keys that stand twice, or that differ by their case alone.
func walk(dec *json.Decoder, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("it is nested deeper than %d levels", maxDepth)
	}
	token, err := dec.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	if _, opens := token.(json.Delim); !opens {
		return nil
	}
	keys := map[string]bool{}
	for dec.More() {
		if token == json.Delim('{') {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name := strings.ToLower(strings.ToUpper(key.(string))) // as the decoder folds it, which lets nothing else pass here
			if keys[name] {
				return fmt.Errorf("the key %.40q stands twice in one object", name)
			}
			keys[name] = true
		}
		if err := walk(dec, depth+1); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// refuse says what makes the answer as a whole none.
func (a *Answer) refuse() error {
	if a.Schema != "" && a.Schema != Schema {
		return fmt.Errorf("it is of schema %.40q; this program reads %s", a.Schema, Schema)
	}
	tooMany := func(what string, n int) error {
		return fmt.Errorf("it lists %d %s; at most %d are read", n, what, mostReplies)
	}
	if len(a.Claims) > mostReplies {
		return tooMany("claims", len(a.Claims))
	}
	for i := range a.Claims {
		c := &a.Claims[i]
		switch {
		case len(c.Findings) > mostReplies:
			return tooMany("findings of one claim", len(c.Findings))
		case len(c.Questions) > mostReplies:
			return tooMany("replies on one claim", len(c.Questions))
		case c.Probability == nil || !isShare(*c.Probability):
			return errors.New("a claim has no `probability` between 0 and 1")
		case c.Verdict != Accept && c.Verdict != SendBack:
			return fmt.Errorf("a `verdict` is %s or %s, not %.40q", Accept, SendBack, c.Verdict)
		case slices.ContainsFunc(a.Claims[:i], func(other ClaimAnswer) bool { return other.Claim == c.Claim }):
			return fmt.Errorf("the claim %.40q is judged twice", c.Claim)
		}
	}
	return nil
}

func isShare(p float64) bool { return p >= 0 && p <= 1 }

// folded is a text with its white space folded, in which quotations are looked for.
func folded(s string) string { return strings.Join(strings.Fields(s), " ") }

// library is the texts in which quotations may stand.
type library map[string]quotable

// quotable is a text, folded, and the whole fields of its header.
type quotable struct {
	text   string
	fields map[string]bool
}

func newQuotable(path, text string) quotable {
	q := quotable{text: folded(text), fields: map[string]bool{}}
	c := claim.Parse(path, []byte(text))
	for i := range c.Header.Fields {
		f := &c.Header.Fields[i]
		for _, value := range []string{c.Slice(f.Span), f.Text} {
			if value = folded(value); value != "" && (f.Kind == claim.Text || f.Kind == claim.List) {
				q.fields[value], q.fields[f.Key+": "+value] = true, true
			}
		}
	}
	q.fields[folded(c.Title.Text)] = true
	return q
}

// library gives the texts of a request.
func (r *Request) library() library {
	l := library{}
	for _, n := range r.Notes {
		l[n.Path] = newQuotable(n.Path, n.Text)
	}
	for _, c := range r.Claims {
		l[c.Path] = newQuotable(c.Path, c.Text)
	}
	return l
}

// holds reports whether words stand in a note of the library, word for word: four words or more, or a whole field of its header.
func (l library) holds(note, words string) bool {
	q, ok := l[note]
	words = folded(words)
	if !ok || words == "" || utf8.RuneCountInString(words) > MaxQuotation {
		return false
	}
	if q.fields[words] {
		return true
	}
	return wordsIn(words) >= leastWords && standsIn(q.text, words)
}

// standsIn reports whether words stand in a text and end where words of it end.
func standsIn(text, words string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], words)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(words):])
		first, _ := utf8.DecodeRuneInString(words)
		last, _ := utf8.DecodeLastRuneInString(words)
		if !(isWord(before) && isWord(first)) && !(isWord(after) && isWord(last)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		from = at + size
	}
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// wordsIn counts what has a letter or a digit between spaces.
func wordsIn(s string) (n int) {
	for w := range strings.FieldsSeq(s) {
		if strings.ContainsFunc(w, isWord) {
			n++
		}
	}
	return n
}
