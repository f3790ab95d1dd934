package git

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/kbgate/kbgate/internal/identity"
)

// Authors gives the authors of the newest commits, at most that many, that are in the history of to and not in that of from; an empty
// from stands for the state before the first commit. Merges are left out: their authors only bring a branch up to date. Git finds the
// trailers (git interpret-trailers).
func Authors(ctx context.Context, f Folder, from, to string, most int) ([]identity.Commit, error) {
	revisions := []string{"--end-of-options", to}
	if from != "" {
		revisions = append(revisions, "^"+from)
	}
	return authors(ctx, f, most, append(revisions, "--"))
}

// AuthorOf gives the author of the newest commit, in the history of what is checked out, that changed a file. The path is relative to
// the folder. Merges are left out.
func AuthorOf(ctx context.Context, f Folder, file string) ([]identity.Commit, error) {
	return AuthorAt(ctx, f, "HEAD", f.Prefix+file)
}

// AuthorAt gives the author of the newest commit, in the history of another, that changed what stands at a path from the top, as AuthorOf
// does.
func AuthorAt(ctx context.Context, f Folder, from, path string) ([]identity.Commit, error) {
	for range mostMerges {
		last, err := LastChange(ctx, f, from, path)
		if err != nil || last == "" {
			return nil, err
		}
		made, err := authors(ctx, f, 1, []string{"--no-walk", "--end-of-options", last, "--"})
		if err != nil || len(made) > 0 {
			return made, err
		}
		from = last + "^" // a merge
	}
	return nil, nil
}

// Person is who made or took over a commit.
type Person struct{ Name, Email string }

// People are those who wrote or committed the newest commits, at most that many, that are in the history of to and not in that of from,
// and those whom the trailers of these name as co-authors, each once; an empty from stands for the state before the first commit. Merges
// are left out. There are more commits where isAll is false.
func People(ctx context.Context, f Folder, from, to string, most int) (people []Person, isAll bool, err error) {
	isAll, err = logged(ctx, f, from, to, most, []string{"--no-merges", peopleFormat}, func(fields []string) error {
		all, err := peopleOf(fields)
		for _, p := range all {
			if !slices.Contains(people, p) {
				people = append(people, p)
			}
		}
		return err
	})
	return people, isAll, err
}

// Merge is a commit that joins others.
type Merge struct {
	Commit  string
	Parents []string
	People  []Person // who wrote or committed it
}

// Merges are the newest merges, at most that many, that are in the history of to and not in that of from, as with People.
func Merges(ctx context.Context, f Folder, from, to string, most int) (merges []Merge, isAll bool, err error) {
	isAll, err = logged(ctx, f, from, to, most, []string{"--merges", peopleFormat + "%n%H %P"}, func(fields []string) error {
		last := len(fields) - 1
		people, err := peopleOf(fields[:last])
		ids := strings.Fields(fields[last])
		if err == nil && len(ids) > 0 {
			merges = append(merges, Merge{ids[0], ids[1:], people})
		}
		return err
	})
	return merges, isAll, err
}

// logged gives what git log says of the newest commits, line by line.
func logged(ctx context.Context, f Folder, from, to string, most int, options []string, each func(lines []string) error) (isAll bool, err error) {
	args := append([]string{"log", "-z", "--encoding=UTF-8", "--max-count=" + strconv.Itoa(most+1)}, options...)
	args = append(args, "--end-of-options", to)
	if from != "" {
		args = append(args, "^"+from)
	}
	commits := 0
	err = command(ctx, reads, f, append(args, "--")...).each(0, func(text string) (bool, error) {
		commits++
		return true, each(strings.Split(text, "\n"))
	})
	return commits <= most, err
}

// peopleFormat is a line each of author and committer, with their addresses, and then the co-authors.
const peopleFormat = "--format=%an%n%ae%n%cn%n%ce%n%(trailers:key=" + identity.CoAuthorKey + ",valueonly,unfold,separator=%x0A)"

func peopleOf(lines []string) (people []Person, err error) {
	if len(lines) < 4 {
		return nil, fmt.Errorf("git log says %.80q of who made a commit", lines)
	}
	people = []Person{{lines[0], lines[1]}, {lines[2], lines[3]}}
	for _, line := range lines[4:] {
		if name, address, _ := strings.Cut(line, "<"); strings.TrimSpace(line) != "" {
			address, _, _ = strings.Cut(address, ">")
			people = append(people, Person{strings.TrimSpace(name), strings.TrimSpace(address)})
		}
	}
	return people, nil
}

// Author is who the next commit would be by, as the settings and the environment say.
func Author(ctx context.Context, f Folder) (Person, error) {
	said, err := line(ctx, f, "var", "GIT_AUTHOR_IDENT")
	name, address, _ := strings.Cut(said, " <")
	address, _, _ = strings.Cut(address, ">")
	return Person{name, address}, err
}

// mostMerges is how many merges that edited a file are passed over.
const mostMerges = 10

func authors(ctx context.Context, f Folder, most int, span []string) ([]identity.Commit, error) {
	format := "--format=%ae"
	for _, key := range []string{identity.TrailerKey, identity.CoAuthorKey, identity.BriefKey} {
		// A value that is laid over several lines is one, and the separator is a character that no line holds.
		format += "%x00%(trailers:key=" + key + ",valueonly,unfold,separator=%x0A)"
	}
	args := []string{"log", "-z", "--no-merges", "--encoding=UTF-8", "--max-count=" + strconv.Itoa(most), format}
	out, err := run(ctx, f, append(args, span...)...)
	if err != nil {
		return nil, err
	}
	return authorships(out)
}

// authorships reads the records of git log: for each commit the address, and the values of each trailer, all of them ended by a NUL.
func authorships(out []byte) (all []identity.Commit, err error) {
	fields := splitNul(out)
	if len(fields)%4 != 0 {
		return nil, fmt.Errorf("reading the authors of git log: %d fields are not 4 each", len(fields))
	}
	for ; len(fields) > 0; fields = fields[4:] {
		all = append(all, identity.Commit{Author: fields[0], Agents: values(fields[1]), CoAuthors: values(fields[2]), Briefs: values(fields[3])})
	}
	return all, nil
}

// values are those of a trailer, one on each line.
func values(lines string) []string { return splitLines([]byte(strings.Trim(lines, "\n"))) }
