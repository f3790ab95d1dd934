package check

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
)

const replacedFix = "Leave the folder where it is, with the notes themselves in it. Where it has to move, whoever answers for the base does that by a change of its own, and names the new folder to the jobs that check it."

const nestedFix = "Take the file out, unless whoever answers for the base wants another one here."

// replaced are the findings on the folder of the base, and on folders that the command line names, that a change takes away or
// puts something else in the place of. They block whatever the configuration says: what stands behind the same path from then on,
// no gate has seen.
func (s *inquiry) replaced(c *change) (all []finding.Finding, err error) {
	if s.isRootGone(c) {
		why, err := s.inPlaceOf(c, strings.TrimSuffix(c.prefix, "/"))
		if err != nil || why == "" {
			return nil, err
		}
		return []finding.Finding{blocked(config.FileName, "the folder of the knowledge base, "+shownPath(strings.TrimSuffix(c.prefix, "/"))+", "+why, replacedFix)}, nil
	}
	if c.after == "" || c.tree == "" {
		return nil, nil // a link on the way there was refused
	}
	for _, name := range s.selected {
		if kb.IsNote(name) || name == "." {
			continue
		}
		was, err := git.ModeIn(s.ctx, s.repo, c.tree, name)
		if err != nil {
			return nil, err
		}
		if was != git.ModeFolder {
			continue
		}
		why, err := s.inPlaceOf(c, c.prefix+name)
		if err != nil {
			return nil, err
		}
		if why != "" && !s.isHidden(c, name) {
			all = append(all, blocked(name, "the folder that is to be judged, "+shownPath(name)+", "+why, replacedFix))
		}
	}
	return all, nil
}

// nested are the findings on configurations that a change brings below the root. They warn: a check of a path there, or in that
// folder, goes by them as soon as they are committed.
func (s *inquiry) nested(c *change) (all []finding.Finding) {
	for _, f := range c.files {
		folder, name := path.Split(f.Path)
		if name != config.FileName || f.Old.Mode != "" || f.New.Mode == "" || !c.isJudged(f.Path) || !s.isWanted(f.Path) || !kb.IsNote(folder+"a.md") || folder == "" {
			continue
		}
		one := blocked(f.Path, "the change makes a knowledge base of its own of this folder: who checks a path in it, or runs kbgate there, goes by this configuration from then on", nestedFix)
		one.Severity = finding.Warning
		all = append(all, one)
	}
	return all
}

// isRootGone reports whether a base that stood in a folder of its own may stand there no more.
func (s *inquiry) isRootGone(c *change) bool {
	if c.prefix == "" || c.tree == "" {
		return false
	}
	if c.after != "" {
		return c.afterTree == ""
	}
	// Whatever takes the place of a folder in the index takes its configuration away, by which it was found.
	return slices.ContainsFunc(c.files, func(f git.Change) bool { return f.Path == config.FileName && f.New.Mode == "" })
}

// isHidden reports whether a link or another repository at that path is a finding already.
func (s *inquiry) isHidden(c *change, name string) bool {
	return slices.ContainsFunc(c.files, func(f git.Change) bool {
		return f.Path == name && (f.Submodule || f.New.Mode == git.ModeLink)
	})
}

// inPlaceOf says what a change leaves where a folder was, by its path from the top of the repository; "" where one still is.
func (s *inquiry) inPlaceOf(c *change, folder string) (string, error) {
	parts := strings.Split(folder, "/")
	for i := range parts {
		at := path.Join(parts[:i+1]...)
		mode, err := git.ModeIn(s.ctx, s.repo, c.after, at)
		if err != nil {
			return "", err
		}
		what := "is a file now"
		switch mode {
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
			what = fmt.Sprintf("lies behind %s, which %s", shownPath(at), what)
		}
		return what + ": no gate sees the notes that stand behind it", nil
	}
	return "", nil
}
