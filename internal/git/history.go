package git

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Trace is what a commit did to a file.
type Trace struct {
	Commit  string
	Parents []string // of the commit with which it was compared, one by one
	PathChange
}

// Opaque is a commit that brings or takes folders into which a walk does not go, below the folder that was asked about.
type Opaque struct {
	Commit string
	Closings
}

// mostLost is how many changes of what was there before are looked at: an honest history has hardly any. Merges can make the same again
// and again in a few bytes.
const mostLost = 1 << 17

// Losses are the files at or below some paths from the top that commits changed or took away, oldest first. It looks at all that
// leads to a commit, or since another one that is not "".
func Losses(ctx context.Context, f Folder, since, commit string, paths ...string) (lost []Trace, opaque []Opaque, err error) {
	more := false
	err = eachStep(ctx, f, []string{span(since, commit)}, paths, func(s step, c PathChange) {
		switch {
		case c.isAdded():
		case len(lost) < mostLost:
			lost = append(lost, Trace{s.commit, s.compared(), c})
		case !more:
			more = true
			opaque = append(opaque, Opaque{s.commit, Closings{First: []Closed{{Path: path.Dir(c.Path), Why: fmt.Sprintf("is beyond %d changes of what was there, and no more of them were looked at", mostLost), Gone: c.New.Mode == ""}}}})
		}
	}, func(s step, c Closings) {
		opaque = append(opaque, Opaque{s.commit, c})
		own := slices.IndexFunc(lost, func(t Trace) bool { return t.Commit == s.commit })
		if own >= 0 { // as with TreeDiff
			lost = append(lost[:own], slices.DeleteFunc(lost[own:], func(t Trace) bool { return t.again })...)
		}
	})
	return lost, opaque, err
}

// isAdded reports whether there was nothing before.
func (c PathChange) isAdded() bool { return c.Old.Mode == "" && !c.WasSubmodule }

func span(since, commit string) string {
	if since == "" {
		return commit
	}
	return since + ".." + commit
}

// Additions tells the files at or below some paths from the top that commits brought and none of their parents has, oldest first, of all
// commits that lead to some.
func Additions(ctx context.Context, f Folder, commits, paths []string, tell func(Trace)) error {
	commit, new := "", map[string]int{} // from how many of its parents a file of the commit is new
	return eachStep(ctx, f, commits, paths, func(s step, c PathChange) {
		if !c.isAdded() {
			return
		}
		if s.commit != commit {
			commit = s.commit
			clear(new)
		}
		if new[c.Path]++; new[c.Path] >= len(s.compared()) {
			tell(Trace{s.commit, s.compared(), c})
		}
	}, func(step, Closings) {})
}

// LastChange is the newest commit in the history of another that changed what stands at a path from the top; "" for none. A merge
// changed it if it differs from each parent; if one parent has the same, only that parent's history counts. LastChange compares ids
// and enters no folder.
func LastChange(ctx context.Context, f Folder, commit, path string) (last string, err error) {
	if strings.ContainsAny(path, "\n\x00") { // which cannot be asked for
		return "", nil
	}
	wanted := map[string]bool{}
	var chunk [][]string // commits, each with its parents
	atOnce := 64
	look := func() error {
		ids, err := placesAt(ctx, f, chunk, path)
		if err != nil {
			return err
		}
		for i, c := range chunk {
			if !wanted[c[0]] || last != "" {
				continue
			}
			same := slices.Index(ids[i][1:], ids[i][0])
			switch {
			case same >= 0:
				wanted[c[same+1]] = true
			case len(c) > 1 || ids[i][0] != "":
				last = c[0]
			}
		}
		chunk, atOnce = chunk[:0], min(4*atOnce, 4096)
		return nil
	}
	err = command(ctx, reads, f, "rev-list", "--parents", "--end-of-options", commit, "--").each('\n', func(line string) (bool, error) {
		chunk = append(chunk, strings.Fields(line))
		if len(wanted) == 0 {
			wanted[chunk[0][0]] = true // the commit itself
		}
		if len(chunk) < atOnce {
			return true, nil
		}
		err := look()
		return last == "", err
	})
	if err == nil && last == "" {
		err = look()
	}
	return last, err
}

// placesAt gives for each commit of some groups the id of what it has at a path from the top, "" for nothing. The path may hold no
// line end.
func placesAt(ctx context.Context, f Folder, groups [][]string, path string) (places [][]string, err error) {
	var names []string
	for _, commit := range slices.Concat(groups...) {
		names = append(names, commit+":"+path)
	}
	ids, err := details(ctx, f, "%(objectname)", names)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if !IsObjectID(id) {
			ids[i] = ""
		}
	}
	for _, group := range groups {
		places, ids = append(places, ids[:len(group)]), ids[len(group):]
	}
	return places, nil
}

// Version is what a commit with one parent, or none, made of a file.
type Version struct {
	Commit string
	Day    string // of its author, as 2026-11-21
	PathChange
}

// Versions tells all that the commits which lead to some made of the files at or below some paths from the top, oldest first; without
// paths of all files. Merges are left out.
func Versions(ctx context.Context, f Folder, commits, paths []string, tell func(Version)) error {
	return eachStep(ctx, f, commits, paths, func(s step, c PathChange) {
		if len(s.parents) <= 1 {
			tell(Version{s.commit, s.day, c})
		}
	}, func(step, Closings) {})
}

// Saying tells the commits that lead to another and whose subject begins with some words, with their parents and what of the subject
// follows the words, newest first. Of a long subject only the beginning is told.
func Saying(ctx context.Context, f Folder, commit, words string, tell func(commit string, parents []string, rest string)) error {
	const longest = "200" // letters
	return command(ctx, reads, f, "log", "--format=%H%x09%P%x09%<("+longest+",trunc)%s", "--fixed-strings", "--grep="+words, "--end-of-options", commit, "--").each('\n', func(line string) (bool, error) {
		said := strings.SplitN(line, "\t", 3)
		if len(said) != 3 || !IsObjectID(said[0]) {
			return false, fmt.Errorf("git log says %.80q, where a commit is to stand", line)
		}
		if rest, ok := strings.CutPrefix(strings.TrimRight(said[2], " "), words); ok {
			tell(said[0], strings.Fields(said[1]), rest)
		}
		return true, nil
	})
}
