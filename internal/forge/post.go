package forge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/hint"
)

// What Post did.
const (
	Created   = "created"
	Updated   = "updated"
	Unchanged = "unchanged"
	None      = "none" // nothing was to be said
)

// Receipt is what Post did, or with DryRun would do.
type Receipt struct {
	Action string
	URL    string // of the comment; empty where there is none or the forge names none
	// Superseded counts further comments of ours, as two runs at once leave them. They now point to the one that is kept.
	Superseded int
}

// Mode changes what Post does.
type Mode func(*poster)

// OnlyUpdate keeps an earlier comment up to date, and writes none where there is none.
func OnlyUpdate(p *poster) { p.onlyUpdate = true }

// DryRun looks, and changes nothing.
func DryRun(p *poster) { p.dry = true }

// KeepWhere leaves an earlier comment as it is if keeps says so. Keeps gets both texts with Unix line ends and without white space
// before them.
func KeepWhere(keeps func(earlier, now string) bool) Mode {
	return func(p *poster) { p.keeps = keeps }
}

// CarryOver has the text that takes the place of an earlier comment made of both. Carry gets the earlier one with Unix line ends and without
// white space before them.
func CarryOver(carry func(earlier, now string) (string, error)) Mode {
	return func(p *poster) { p.carry = carry }
}

// looks is how often Post lists the comments while it does not know whether the forge took its own.
const looks = 4

// Post makes sure that the pull request has one comment of ours, with this text. A comment is ours if it begins with marker and its
// author is the token's account; Post leaves all others alone. If there are several, Post updates the oldest and replaces each of
// the others by a line that points to it.
//
// Post never sends a comment a second time without looking whether the first one arrived.
func (c *Client) Post(ctx context.Context, body, marker string, modes ...Mode) (Receipt, error) {
	if marker == "" || !strings.HasPrefix(body, marker) {
		return Receipt{}, fmt.Errorf("a comment has to begin with its marker, %q", marker)
	}
	author, err := c.whoami(ctx)
	if err != nil {
		return Receipt{}, Redacted(err, c.config.Token)
	}
	p := poster{c: c, body: body, marker: marker, author: author, keeps: func(string, string) bool { return false },
		carry: func(_, now string) (string, error) { return now, nil }}
	for _, mode := range modes {
		mode(&p)
	}
	receipt, err := p.post(ctx)
	return receipt, Redacted(err, c.config.Token)
}

// poster is one call of Post.
type poster struct {
	c                    *Client
	body, marker, author string
	onlyUpdate, dry      bool
	keeps                func(earlier, now string) bool
	carry                func(earlier, now string) (string, error)
}

func (p poster) post(ctx context.Context) (Receipt, error) {
	sent := false
	for look := 1; ; look++ {
		ours, err := p.ours(ctx)
		if err != nil {
			return Receipt{}, err
		}
		switch {
		case len(ours) > 0:
			receipt, err := p.keep(ctx, ours)
			if errors.Is(err, ErrGone) && look < looks {
				continue
			}
			if sent && receipt.Action == Unchanged {
				receipt.Action = Created
			}
			return receipt, err
		case p.onlyUpdate:
			return Receipt{Action: None}, nil
		case p.dry:
			return Receipt{Action: Created}, nil
		}
		created, err := p.c.create(ctx, p.body)
		switch {
		case err == nil:
			return p.settle(ctx, created)
		case !errors.Is(err, ErrUnsure) || look == looks:
			return Receipt{}, err
		}
		sent = true
	}
}

// ours gives our comments, the oldest first.
func (p poster) ours(ctx context.Context) ([]Comment, error) {
	var found []Comment
	err := p.c.comments(ctx, func(comment Comment) {
		if strings.EqualFold(comment.Author, p.author) && strings.HasPrefix(comment.Body, p.marker) {
			found = append(found, comment)
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b Comment) int { return cmp.Compare(a.ID, b.ID) })
	// A comment that comes while pages are read can stand on two of them.
	return slices.CompactFunc(found, func(a, b Comment) bool { return a.ID == b.ID }), nil
}

// keep brings the oldest of our comments up to date, and has the others point to it.
func (p poster) keep(ctx context.Context, ours []Comment) (Receipt, error) {
	kept := ours[0]
	receipt := Receipt{Action: Unchanged, URL: kept.URL, Superseded: len(ours) - 1}
	was := normal(kept.Body)
	body, err := p.carry(was, p.body)
	if err != nil {
		return Receipt{}, err
	}
	if now := normal(body); was != now && !p.keeps(was, now) {
		receipt.Action = Updated
	}
	if p.dry {
		return receipt, nil
	}
	if receipt.Action == Updated {
		updated, err := p.c.update(ctx, kept.ID, body)
		if err != nil {
			return Receipt{}, err
		}
		if updated.URL != "" {
			receipt.URL = updated.URL
		}
	}
	for _, other := range ours[1:] {
		if _, err := p.c.update(ctx, other.ID, superseded(kept)); err != nil && !errors.Is(err, ErrGone) {
			return Receipt{}, fmt.Errorf("the comment is up to date, but a second one beside it could not be changed: %w", err)
		}
	}
	return receipt, nil
}

// settle looks once more after a comment was created, for another run may have created one at the same time: the last
// to look sees both.
func (p poster) settle(ctx context.Context, created Comment) (Receipt, error) {
	receipt := Receipt{Action: Created, URL: created.URL}
	if created.Author != "" && !strings.EqualFold(created.Author, p.author) {
		return receipt, hint.Misuse(fmt.Sprintf("name it with --author %q", created.Author),
			"the comment was created, but its author is %q and not %q: the next run would not find it", created.Author, p.author)
	}
	ours, err := p.ours(ctx)
	if err != nil || len(ours) == 0 || len(ours) == 1 && ours[0].ID == created.ID {
		return receipt, nil // the comment stands; should there be a second one, the next run sees to it
	}
	kept, err := p.keep(ctx, ours)
	if err != nil {
		return receipt, err
	}
	if ours[0].ID == created.ID {
		kept.Action = Created
	}
	return kept, nil
}

// superseded is what a second comment of ours becomes. It does not begin with the marker, so it is not found again.
func superseded(kept Comment) string {
	if kept.URL == "" {
		return "_Superseded: two checks ran at the same time, and an earlier comment is kept up to date._"
	}
	return "_Superseded: two checks ran at the same time, and [an earlier comment](" + kept.URL + ") is kept up to date._"
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// normal is a text without what may change as a forge keeps it: line ends, and white space before them.
func normal(body string) string {
	lines := strings.Split(lineEnds.Replace(body), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
