package source

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
)

// blocked is a finding that blocks whatever the configuration says: it is the author's doing.
func blocked(path, message, fix string) finding.Finding {
	f := finding.OnPath(path, message, message, fix)
	f.Severity = finding.Blocking
	return f
}

// What one check judges of a change: how many notes, and how many bytes of text in all, and of texts that are above HeavyNote or
// stand in several notes. A first change that brings a hundred thousand notes is well within; a few names for one large text are
// not, nor are many large ones, which as a push may be small. Up to fewNotes nothing is counted, as none has more than MaxNote bytes.
const (
	mostNotes = 250_000
	mostText  = 1 << 30
	mostAgain = 64 << 20
	fewNotes  = mostAgain / MaxNote
)

// HeavyNote is the size in bytes from which on notes are judged one at a time: a byte of markdown can become sixty of a tree in
// RAM, for each worker.
const HeavyNote = 256 << 10

const (
	closedFix   = "Take the folder out of the change: nobody could check out what it stands for, and no gate sees what is in it."
	manyFix     = "Bring the notes in several changes."
	replacedFix = "Leave the folder where it is, with the notes themselves in it. Where it has to move, whoever answers for the base does that by a change of its own, and names the new folder to the jobs that check it."
	nestedFix   = "Take the file out, unless whoever answers for the base wants another one here."
)

// TooMuch gives the findings on folders of a change that are beyond the bounds of a walk, and on notes beyond what one check judges.
func (c *Change) TooMuch() (all []finding.Finding) {
	for _, one := range c.closed.First {
		if one.Gone {
			continue
		}
		message := "the folder " + one.Why
		if strings.HasPrefix(one.Why, "has ") {
			message = "the folder here " + one.Why
		}
		all = append(all, blocked(one.Path, message+": no gate sees what is in it", closedFix))
	}
	if n := len(all); n > 0 && c.closed.More > 0 {
		all[n-1].Message += fmt.Sprintf("; so it is with %d more folders", c.closed.More)
	}
	if c.unjudged > 0 {
		all = append(all, blocked(c.firstUnjudged, fmt.Sprintf("the change brings more than one check judges (%d notes, %d MiB of text, %d MiB of texts that are long or stand in several notes): %s, of which this is the first, no gate has seen",
			mostNotes, mostText>>20, mostAgain>>20, text.Count(c.unjudged, "note", "notes")), manyFix))
	}
	return all
}

// bound leaves out of a change the notes that are beyond what one check judges.
func (c *Change) bound(ctx context.Context, repo git.Folder) error {
	isNote := func(f Difference) bool {
		return f.New.Mode != "" && f.New.Mode != git.ModeLink && kb.IsNote(f.Path)
	}
	var blobs []string
	for _, f := range c.Files {
		if isNote(f) {
			blobs = append(blobs, f.New.Blob)
		}
	}
	if len(blobs) <= fewNotes {
		return nil
	}
	sizes, err := git.Sizes(ctx, repo, blobs)
	if err != nil {
		return err
	}
	total, again, notes, seen := int64(0), int64(0), 0, map[string]bool{}
	c.Files = slices.DeleteFunc(c.Files, func(f Difference) bool {
		if !isNote(f) {
			return false
		}
		size := min(sizes[0], MaxNote+1) // what is larger is not read
		sizes = sizes[1:]
		repeats := int64(0)
		if seen[f.New.Blob] || size > HeavyNote {
			repeats = size
		}
		seen[f.New.Blob] = true
		if notes < mostNotes && total+size <= mostText && again+repeats <= mostAgain {
			total, again, notes = total+size, again+repeats, notes+1
			return false
		}
		if c.unjudged++; c.unjudged == 1 {
			c.firstUnjudged = f.Path
		}
		return true
	})
	return nil
}

// Replaced are the findings on the folder of the base, and on folders that the command line names, that the change takes away or puts
// something else in the place of: what stands behind the same path from then on, no gate has seen.
func (s *Source) Replaced() (all []finding.Finding, err error) {
	c, folder := s.Change, s.Place.Folder()
	if c.isRootGone(folder) {
		root := strings.TrimSuffix(folder, "/")
		why, err := c.inPlaceOf(s.ctx, s.Place.Repo, root)
		if err != nil || why == "" {
			return nil, err
		}
		return []finding.Finding{blocked(config.FileName, "the folder of the knowledge base, "+ShownPath(root)+", "+why, replacedFix)}, nil
	}
	if c.after == "" || c.BeforeTree == "" {
		return nil, nil // a link on the way there was refused
	}
	for _, name := range s.Asked {
		if kb.IsNote(name) || name == "." {
			continue
		}
		was, err := git.MemberAt(s.ctx, s.Place.Repo, c.BeforeTree, name)
		if err != nil {
			return nil, err
		}
		if was.Mode != git.ModeFolder {
			continue
		}
		why, err := c.inPlaceOf(s.ctx, s.Place.Repo, folder+name)
		if err != nil {
			return nil, err
		}
		at := c.Files.find(name)
		if isHidden := at != nil && (at.Submodule || at.New.Mode == git.ModeLink); why != "" && !isHidden {
			all = append(all, blocked(name, "the folder that is to be judged, "+ShownPath(name)+", "+why, replacedFix))
		}
	}
	return all, nil
}

// isRootGone reports whether a base that stood in a folder of its own may stand there no more.
func (c *Change) isRootGone(root string) bool {
	if root == "" || c.BeforeTree == "" {
		return false
	}
	if c.after != "" {
		return c.afterTree == ""
	}
	// Whatever takes the place of a folder in the index takes its configuration away, by which it was found.
	f := c.Files.find(config.FileName)
	return f != nil && f.New.Mode == ""
}

// inPlaceOf says what the change leaves where a folder was, by its path from the top of the repository; "" where one still is.
func (c *Change) inPlaceOf(ctx context.Context, repo git.Folder, folder string) (string, error) {
	parts := strings.Split(folder, "/")
	for i := range parts {
		at := path.Join(parts[:i+1]...)
		stands, err := git.MemberAt(ctx, repo, c.after, at)
		if err != nil {
			return "", err
		}
		what := "is a file now"
		switch stands.Mode {
		case "":
			return "is gone: nothing of it would be judged from now on", nil
		case git.ModeFolder:
			continue
		case git.ModeLink:
			what = "is a symbolic link now"
		case git.ModeSubmodule:
			what = "is another repository (a submodule) now"
		}
		if at != folder {
			what = fmt.Sprintf("lies behind %s, which %s", ShownPath(at), what)
		}
		return what + ": no gate sees the notes that stand behind it", nil
	}
	return "", nil
}

// Nested are the findings on configurations that the change brings below the root. They warn: a check of a path there, or in that
// folder, goes by them as soon as they are committed.
func (s *Source) Nested() (all []finding.Finding) {
	for _, f := range s.Change.Files {
		folder, name := path.Split(f.Path)
		if name != config.FileName || f.Old.Mode != "" || f.New.Mode == "" || !s.Change.Counts(f.Path) || !s.IsAsked(f.Path) || !kb.IsNote(folder+"a.md") || folder == "" {
			continue
		}
		one := blocked(f.Path, "the change makes a knowledge base of its own of this folder: who checks a path in it, or runs kbgate there, goes by this configuration from then on", nestedFix)
		one.Severity = finding.Warning
		all = append(all, one)
	}
	return all
}
