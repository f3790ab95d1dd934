package comment

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// maxPage is the size in bytes above which a page of comments is not read.
const maxPage = 64 << 20

// Condition reports whether Find may choose a block.
type Condition func(*Signed) bool

// SignedBy chooses blocks with a signature of one of the keys.
func SignedBy(keys []ed25519.PublicKey) Condition {
	return func(s *Signed) bool { return s.verifySignature(keys) == nil }
}

// From chooses comments that an account has written, as the forge says.
func From(author string) Condition {
	return func(s *Signed) bool { return strings.EqualFold(s.Author, author) }
}

// posted is a comment as GitHub, Gitea and GitLab list it, and as the program gh does (createdAt).
type posted struct {
	Body      string  `json:"body"`
	CreatedAt string  `json:"created_at"`
	UpdatedAt string  `json:"updated_at"`
	Created   string  `json:"createdAt"`
	User      account `json:"user"`
	Author    account `json:"author"`
}

// account is the name of an account.
type account string

// UnmarshalJSON reads the object of an account. Anything else has no name.
func (a *account) UnmarshalJSON(data []byte) error {
	var names struct{ Login, Username string }
	if json.Unmarshal(data, &names) == nil {
		*a = account(cmp.Or(names.Login, names.Username))
	}
	return nil
}

// at is when the comment was last written.
func (p *posted) at() time.Time { return firstTime(p.UpdatedAt, p.CreatedAt, p.Created) }

// firstTime is the first of some texts that is a time, and the zero time where none is.
func firstTime(texts ...string) (at time.Time) {
	for _, text := range texts {
		var err error
		if at, err = time.Parse(time.RFC3339, text); err == nil {
			return at
		}
	}
	return time.Time{}
}

func (p *posted) author() string { return string(cmp.Or(p.User, p.Author)) }

// Find gives the block of the newest comment that has one and meets all conditions. The newest is the one written last; of
// comments with the same time it is the last of the page. The page is the text of one comment, or JSON: a list of comments, several
// lists in a row, one comment, or an object with a list `comments`. Find ignores comments whose block cannot be read. If no block
// is left, the error is ErrNone.
func Find(page []byte, conditions ...Condition) (*Signed, error) {
	if len(page) > maxPage {
		return nil, fmt.Errorf("the comments take more than %d MiB", maxPage>>20)
	}
	start, isJSON := startOfJSON(page)
	if isJSON {
		return newest(start, func(p *posted, _ *Signed) time.Time { return p.at() }, conditions)
	}
	s, err := Parse(string(page))
	if err == nil && !meets(s, conditions) {
		return nil, ErrNone
	}
	return s, err
}

// startOfJSON is a page without what may stand before its JSON.
func startOfJSON(page []byte) (start []byte, isJSON bool) {
	start = bytes.TrimLeft(page, " \t\r\n\ufeff")
	return start, len(start) > 0 && (start[0] == '[' || start[0] == '{')
}

// FindTrusted gives the newest block that Verify trusts, by the time in the block, which is signed: anybody may post an old block
// again, and the forge then lists that comment as the newest. If Verify trusts none, FindTrusted gives the block of Find, so that
// Verify can say why.
func FindTrusted(page []byte, keys []ed25519.PublicKey, want Expect, conditions ...Condition) (*Signed, error) {
	if start, isJSON := startOfJSON(page); isJSON && len(page) <= maxPage {
		trusted := func(s *Signed) bool { return s.Verify(keys, want) == nil }
		s, err := newest(start, func(_ *posted, s *Signed) time.Time { return firstTime(s.TS) }, append([]Condition{trusted}, conditions...))
		if !errors.Is(err, ErrNone) {
			return s, err
		}
	}
	s, err := Find(page, append([]Condition{SignedBy(keys)}, conditions...)...)
	if errors.Is(err, ErrNone) {
		return Find(page, conditions...)
	}
	return s, err
}

// newest gives the block of the newest comment of a page of JSON that meets all conditions; of equals, the last.
func newest(page []byte, when func(*posted, *Signed) time.Time, conditions []Condition) (*Signed, error) {
	var found *Signed
	var at time.Time
	err := eachComment(page, func(p *posted) {
		s, err := Parse(p.Body)
		if err != nil {
			return
		}
		s.Author = p.author()
		if !meets(s, conditions) {
			return
		}
		if made := when(p, s); found == nil || !made.Before(at) {
			found, at = s, made
		}
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("the comments are no JSON: %w", err)
	case found == nil:
		return nil, ErrNone
	}
	return found, nil
}

func meets(s *Signed, conditions []Condition) bool {
	for _, holds := range conditions {
		if !holds(s) {
			return false
		}
	}
	return true
}

// eachComment calls do with the comments of one or several JSON values and keeps none of them: a page of millions of empty
// comments takes a few times its own size in RAM. Other values are ignored.
func eachComment(data []byte, do func(*posted)) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		rest := bytes.TrimLeft(data[dec.InputOffset():], " \t\r\n")
		if len(rest) == 0 {
			return nil
		}
		if rest[0] == '[' {
			if err := eachOfList(dec, do); err != nil {
				return err
			}
			continue
		}
		var page struct {
			posted
			Comments json.RawMessage `json:"comments"`
		}
		isComment, err := decoded(dec, &page)
		if err == nil && bytes.HasPrefix(page.Comments, []byte("[")) {
			err = eachOfList(json.NewDecoder(bytes.NewReader(page.Comments)), do)
		}
		if err != nil {
			return err
		}
		if isComment {
			do(&page.posted)
		}
	}
}

// eachOfList takes a list out of the input, one element after the other.
func eachOfList(dec *json.Decoder, do func(*posted)) error {
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		var p posted
		isComment, err := decoded(dec, &p)
		if err != nil {
			return err
		}
		if isComment {
			do(&p)
		}
	}
	_, err := dec.Token()
	return err
}

// decoded reads the next value. A value of another kind is not an error.
func decoded(dec *json.Decoder, v any) (ok bool, err error) {
	err = dec.Decode(v)
	if other := (*json.UnmarshalTypeError)(nil); errors.As(err, &other) {
		return false, nil
	}
	return err == nil, err
}
