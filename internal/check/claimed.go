package check

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/git"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/workspace"
)

// claimed are the findings on suppressions that a change lets in by its configuration alone: it makes claims of notes, and from
// then on their comments stand in claims of the base, though nobody has judged them. They block whatever the configuration says.
func (s *inquiry) claimed(v *view) (all []found, err error) {
	after, err := s.configAfter()
	if after == nil || err != nil {
		return nil, err
	}
	files := v.open()
	defer files.close()
	for id := range kb.ID(v.base.Len()) {
		if !v.base.Has(id) || v.base.Note(id).IsClaim() || !gains(v.base.Path(id), &s.config.Claims, &after.Claims) || !s.isWanted(v.base.Path(id)) {
			continue
		}
		name := v.base.Path(id)
		source, why, err := files.read(name)
		if err != nil {
			return nil, err
		}
		if why != "" || !bytes.Contains(source, []byte(silenceMark)) || inspect(source) != nil {
			continue
		}
		c := claim.Parse(name, source)
		if kb.IsClaim(c, &after.Claims) {
			all = append(all, s.unjudged(id, c, after)...)
		}
	}
	return all, nil
}

// unjudged are the findings on the comments of a note that silence gates which block.
func (s *inquiry) unjudged(id kb.ID, c *claim.Claim, after *config.Config) (all []found) {
	for _, comment := range silencesOf(c) {
		g, ok := gate.Find(comment.gate)
		blocks := s.config.Gates[comment.gate].Severity == string(gate.Blocking) || after.Gates[comment.gate].Severity == string(gate.Blocking)
		if !ok || !blocks || g.Unsilenceable || comment.reason == "" {
			continue
		}
		f := comment.found(id, c.Path, fmt.Sprintf("the configuration of the change makes this note a claim, and nobody has judged its suppression of %s", comment.gate),
			"Take the comment out, or ask a reviewer to let it in.")
		f.severity = string(gate.Blocking)
		all = append(all, f)
	}
	return all
}

// gains reports whether other rules may make a note a claim, by its path.
func gains(name string, before, after *config.Claims) bool {
	inFolder := func(rules *config.Claims) bool {
		return slices.ContainsFunc(rules.Folders, func(folder string) bool { return kb.InFolder(name, folder) })
	}
	return kb.MayBeClaim(name, after) && (!kb.MayBeClaim(name, before) || inFolder(after) && !inFolder(before))
}

// configAfter is the configuration that the change leaves where that tells claims otherwise, else nil. Of one that cannot be
// read brokenPolicy tells.
func (s *inquiry) configAfter() (*config.Config, error) {
	i := slices.IndexFunc(s.change.files, func(f git.Change) bool { return f.Path == config.FileName })
	if i < 0 || s.ConfigFile != "" {
		return nil, nil
	}
	after := config.Default(gate.Specs())
	if f := s.change.files[i]; f.New.Mode != "" {
		data, err := s.changedFile(f.New, workspace.MaxConfig)
		if err == nil {
			after, err = config.Parse(data, gate.Specs())
		}
		if err != nil {
			return nil, s.ctx.Err()
		}
	}
	a, b := &s.config.Claims, &after.Claims
	if slices.Equal(a.Paths, b.Paths) && slices.Equal(a.Folders, b.Folders) && slices.Equal(a.Exclude, b.Exclude) {
		return nil, nil
	}
	return after, nil
}
