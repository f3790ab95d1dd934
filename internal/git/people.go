package git

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Authorship is what a commit says of who made it.
type Authorship struct {
	Commit   string
	Author   string              // the e-mail address, as the commit has it
	Trailers map[string][]string // the values of the trailers that were asked for, by key, in the order of the message
}

// Authors gives the authors of the newest commits, at most that many, that are in the history of to and not in that of from; an empty
// from stands for the state before the first commit. Merges are left out: their authors only bring a branch up to date. Git finds the
// trailers (git interpret-trailers).
func Authors(ctx context.Context, f Folder, from, to string, most int, keys ...string) ([]Authorship, error) {
	revisions := []string{"--end-of-options", to}
	if from != "" {
		revisions = append(revisions, "^"+from)
	}
	return authors(ctx, f, most, keys, append(revisions, "--"))
}

// AuthorOf gives the author of the newest commit, in the history of what is checked out, that changed a file. The path is relative to
// the folder. Merges are left out.
func AuthorOf(ctx context.Context, f Folder, file string, keys ...string) ([]Authorship, error) {
	from := "HEAD"
	for range mostMerges {
		last, err := LastChange(ctx, f, from, f.Prefix+file)
		if err != nil || last == "" {
			return nil, err
		}
		made, err := authors(ctx, f, 1, keys, []string{"--no-walk", "--end-of-options", last, "--"})
		if err != nil || len(made) > 0 {
			return made, err
		}
		from = last + "^" // a merge
	}
	return nil, nil
}

// mostMerges is how many merges that edited a file are passed over.
const mostMerges = 10

func authors(ctx context.Context, f Folder, most int, keys, span []string) ([]Authorship, error) {
	format := "--format=%H%x00%ae"
	for _, key := range keys {
		// A value that is laid over several lines is one, and the separator is a character that no line holds.
		format += "%x00%(trailers:key=" + key + ",valueonly,unfold,separator=%x0A)"
	}
	args := []string{"log", "-z", "--no-merges", "--encoding=UTF-8", "--max-count=" + strconv.Itoa(most), format}
	out, err := run(ctx, f, append(args, span...)...)
	if err != nil {
		return nil, err
	}
	return authorships(string(out), keys)
}

// authorships reads the records of git log: for each commit its id, the address, and the values of each key, all of them
// ended by a NUL.
func authorships(out string, keys []string) ([]Authorship, error) {
	fields := split([]byte(out), "\x00")
	each := 2 + len(keys)
	if len(fields)%each != 0 {
		return nil, fmt.Errorf("reading the authors of git log: %d fields are not %d each", len(fields), each)
	}
	var all []Authorship
	for ; len(fields) > 0; fields = fields[each:] {
		a := Authorship{Commit: fields[0], Author: fields[1], Trailers: map[string][]string{}}
		for i, key := range keys {
			if values := strings.Trim(fields[2+i], "\n"); values != "" {
				a.Trailers[key] = strings.Split(values, "\n")
			}
		}
		all = append(all, a)
	}
	return all, nil
}
