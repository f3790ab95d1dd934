package git

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// step is a commit, and what a walk through a history has to know of it.
type step struct {
	commit, tree, day string
	parents           []string
}

// stepsAtOnce is how many commits are compared with their parents at once.
const stepsAtOnce = 256

// mostParents is the number of parents with which a commit is compared: no honest merge has more. A merge of a thousand histories is a
// few kilobytes large, and every comparison takes as long as the tree has names. A merge of more is told as closed.
const mostParents = 64

// compared are the parents with which a commit is compared.
func (s step) compared() []string { return s.parents[:min(len(s.parents), mostParents)] }

// history compares commits with their parents, oldest first, within the bounds of a walk. A folder that several commits change in
// the same way counts as met before. Git's own `log --raw` would hold everything that a bomb stands for in RAM.
type history struct {
	*walk
	trees map[string]string // of commits that were met
}

// eachStep compares each commit of some spans, as rev-list takes them, with its parents, and tells the changes below some paths from the
// top; without paths all changes.
func eachStep(ctx context.Context, f Folder, spans, paths []string, tell func(s step, c PathChange), closed func(s step, c Closings)) (err error) {
	trees := OpenTrees(ctx, f)
	defer func() { err = errors.Join(err, trees.Close()) }()
	h := history{walk: trees.walk(nil), trees: map[string]string{}}
	if len(paths) > 0 {
		h.within = inside(paths)
	}
	var chunk []step
	flush := func() error {
		defer func() { chunk = chunk[:0] }()
		return h.compare(chunk, tell, closed)
	}
	args := append([]string{"log", "--reverse", "--topo-order", "--format=%H %T %as %P", "--end-of-options"}, spans...)
	err = command(ctx, reads, f, append(args, "--")...).each('\n', func(line string) (bool, error) {
		words := strings.Fields(line)
		if len(words) < 3 || !IsObjectID(words[0]) || !IsObjectID(words[1]) {
			return false, fmt.Errorf("git log says %q, where a commit is to stand", line)
		}
		if chunk = append(chunk, step{words[0], words[1], words[2], words[3:]}); len(chunk) < stepsAtOnce {
			return true, nil
		}
		return true, flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// inside gives the function that says whether a path is one of some, or lies below or, if it is a folder, above one.
func inside(paths []string) func(string, bool) bool {
	wanted, above := map[string]bool{}, map[string]bool{}
	for _, p := range paths {
		wanted[p] = true
		for i, c := range p {
			if c == '/' {
				above[p[:i]] = true
			}
		}
	}
	return func(path string, folder bool) bool {
		if wanted[path] || folder && above[path] {
			return true
		}
		for i := len(path) - 1; i > 0; i-- {
			if path[i] == '/' && wanted[path[:i]] {
				return true
			}
		}
		return false
	}
}

// compare compares commits with their parents.
func (h *history) compare(chunk []step, tell func(step, PathChange), closed func(step, Closings)) error {
	if len(h.trees) > 1<<16 {
		clear(h.trees)
	}
	for _, s := range chunk {
		h.trees[s.commit] = s.tree
	}
	var pairs [][2]string
	for _, s := range chunk {
		for _, p := range s.compared() {
			from, err := h.treeOf(p)
			if err != nil {
				return err
			}
			pairs = append(pairs, [2]string{from, s.tree})
		}
		if len(s.parents) == 0 {
			pairs = append(pairs, [2]string{"", s.tree})
		}
	}
	if err := h.fetch(pairs); err != nil {
		return err
	}
	for _, s := range chunk {
		h.tell = func(c PathChange) { tell(s, c) }
		h.closed = Closings{}
		if more := len(s.parents) - len(s.compared()); more > 0 {
			h.closed.add(Closed{Why: fmt.Sprintf("comes of a merge of %d histories, which was compared with %d of them", len(s.parents), mostParents)})
		}
		for range max(1, len(s.compared())) {
			if err := h.roots(pairs[0][0], pairs[0][1]); err != nil {
				return err
			}
			pairs = pairs[1:]
		}
		if len(h.closed.First) > 0 {
			closed(s, h.closed.sorted())
		}
	}
	return nil
}

// treeOf is the tree of a parent. The walk has met the parent already, unless it lies before the span.
func (h *history) treeOf(commit string) (string, error) {
	if tree, ok := h.trees[commit]; ok {
		return tree, nil
	}
	return h.root(commit)
}

// fetchedAhead is how many folders are asked for at once, on how many levels; others are read when they are come by.
const (
	fetchedAhead  = 4096
	fetchedLevels = 8
)

// fetch reads ahead the folders to which pairs of trees lead, a level at a time: git answers many questions at once two to four times
// as fast as one by one.
func (h *history) fetch(pairs [][2]string) error {
	above := make([]string, len(pairs)) // the path of each pair
	for range fetchedLevels {
		var ask []string
		for _, pair := range pairs {
			for _, id := range pair {
				if _, ok := h.walk.trees.known[id]; !ok && id != "" && !slices.Contains(ask[max(0, len(ask)-4):], id) {
					ask = append(ask, id)
				}
			}
		}
		left := int64(mostKnown)
		err := h.walk.trees.objects.Each(ask, min(h.Folder, mostKnown/16), func(_ int, o Object, err error) error {
			if left -= int64(len(o.Data)); err == nil && left > 0 {
				h.walk.trees.keep(o)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if pairs, above = h.below(pairs, above); len(pairs) == 0 {
			return nil
		}
	}
	return nil
}

// below gives the pairs of folders that differ within pairs of folders at hand.
func (h *history) below(pairs [][2]string, paths []string) (below [][2]string, at []string) {
	for i, pair := range pairs {
		old, now := h.walk.trees.known[pair[0]], h.walk.trees.known[pair[1]]
		if pair[0] == pair[1] || old.names < 0 || now.names < 0 || old.kind == "blob" || now.kind == "blob" {
			continue
		}
		left, right := newCursor(old.data, len(pair[0])/2), newCursor(now.data, len(pair[1])/2)
		for (left.ok || right.ok) && len(below) < fetchedAhead {
			a, b := both(&left, &right)
			if a.mode != ModeFolder && b.mode != ModeFolder || bytes.Equal(a.id, b.id) {
				continue
			}
			path := within(paths[i], a, b)
			if h.within == nil || h.within(path, true) {
				below, at = append(below, [2]string{hex.EncodeToString(a.id), hex.EncodeToString(b.id)}), append(at, path)
			}
		}
	}
	return below, at
}
