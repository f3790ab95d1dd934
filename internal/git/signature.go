package git

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
)

// SignedCommits are the commits that carry a signature, of those that lead to a commit, or have since another that is not "",
// and changed something below a folder, by its path from the top. Whether a signature is good is another question.
func SignedCommits(ctx context.Context, f Folder, since, commit, folder string) (signed []string, err error) {
	var all [][]string // commits that are signed, each with its parents
	err = command(ctx, reads, f, "rev-list", "--header", "--end-of-options", span(since, commit), "--").each(0, func(text string) (bool, error) {
		if id, ok := signedID(text); ok {
			all = append(all, append([]string{id}, parentsIn(text)...))
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	places, err := placesAt(ctx, f, all, folder)
	for i, ids := range places {
		if slices.ContainsFunc(ids[1:], func(id string) bool { return id != ids[0] }) || len(ids) == 1 && ids[0] != "" {
			signed = append(signed, all[i][0])
		}
	}
	return signed, err
}

// parentsIn are those of a commit by its text, as git stores it.
func parentsIn(text string) (parents []string) {
	head, _, _ := strings.Cut(text, "\n\n")
	for line := range strings.SplitSeq(head, "\n") {
		if id, ok := strings.CutPrefix(line, "parent "); ok {
			parents = append(parents, id)
		}
	}
	return parents
}

// signedID reads a commit as `git rev-list --header` gives it: its id on a line, and the lines of its head up to an empty one.
// A signature is a field of the head (https://git-scm.com/docs/gitformat-signature).
func signedID(text string) (id string, signed bool) {
	head, _, _ := strings.Cut(text, "\n\n")
	id, fields, _ := strings.Cut(head, "\n")
	return id, strings.HasPrefix(fields, "gpgsig") || strings.Contains(fields, "\ngpgsig")
}

// Seal is what git says of the signature of a commit, and what it stands for.
type Seal struct {
	Commit string
	Status byte // the letter of git-log(1)'s %G?: G good, B bad, U good, of an unknown key, ...
	// Keys are the fingerprints of the key that signed, as git gives them: SHA256:… of a key of SSH, hexadecimal digits of one of GPG and
	// of its primary key; none where there is no signature, or none that is good.
	Keys []string
	// Message is that of the commit, without line ends behind it.
	Message string
	// Original says that the commit was written when it was committed. What is cherry-picked or rebased keeps the time of its writing.
	Original bool
}

// Judge judges the signatures of commits, as the user's settings say whom to trust. It keeps no messages, which may be long.
func Judge(ctx context.Context, f Folder, commits []string) ([]Seal, error) {
	all, err := judge(ctx, f, commits, nil)
	for i := range all {
		all[i].Message = ""
	}
	return all, err
}

// SealOf reads the signature of a commit. It does not say whose key that is: git consults no list of trusted keys.
func SealOf(ctx context.Context, f Folder, commit string) (Seal, error) {
	seals, err := judge(ctx, f, []string{commit}, trustNobody)
	if err != nil {
		return Seal{}, err
	}
	return seals[0], nil
}

var trustNobody = []string{"-c", "gpg.ssh.allowedSignersFile=" + os.DevNull}

// judge reads the signatures of commits under some settings. Git starts a program for each that there is, gpg or ssh-keygen.
func judge(ctx context.Context, f Folder, commits, settings []string) (all []Seal, err error) {
	if len(commits) == 0 {
		return nil, nil
	}
	const fields = 7
	p := command(ctx, signs, f, slices.Concat(settings, []string{"log", "--no-walk=unsorted", "--stdin", "-z", "--format=%H%n%G?%n%GF%n%GP%n%at%n%ct%n%B"})...)
	p.Stdin = strings.NewReader(strings.Join(commits, "\n") + "\n")
	err = p.each(0, func(text string) (bool, error) {
		said := strings.SplitN(text, "\n", fields)
		if len(said) != fields {
			return false, fmt.Errorf("git log says %.80q of a commit", text)
		}
		seal := Seal{Commit: said[0], Status: (said[1] + "?")[0], Message: strings.TrimRight(said[6], "\n"), Original: said[4] == said[5]}
		if seal.Status == 'G' || seal.Status == 'U' {
			seal.Keys = said[2:4]
		}
		all = append(all, seal)
		return true, nil
	})
	if err == nil && len(all) != len(commits) {
		err = fmt.Errorf("git log says something of %d signatures, of %d", len(all), len(commits))
	}
	return all, err
}

// Seals is SealOf for the signed ones of some commits, which come oldest first. It reads the newest of them, at most a number, and
// says how many more there are.
func Seals(ctx context.Context, f Folder, commits []string, most int) (seals map[string]Seal, more int, err error) {
	signed := map[string]bool{}
	p := command(ctx, reads, f, "rev-list", "--no-walk=unsorted", "--header", "--stdin")
	p.Stdin = strings.NewReader(strings.Join(commits, "\n") + "\n")
	err = p.each(0, func(text string) (bool, error) {
		if id, ok := signedID(text); ok {
			signed[id] = true
		}
		return true, nil
	})
	if err != nil {
		return nil, 0, err
	}
	var asked []string
	for _, commit := range slices.Backward(commits) {
		if !signed[commit] {
			continue
		}
		delete(signed, commit)
		if len(asked) == most {
			more++
			continue
		}
		asked = append(asked, commit)
	}
	all, err := judge(ctx, f, asked, trustNobody)
	seals = map[string]Seal{}
	for _, seal := range all {
		seals[seal.Commit] = seal
	}
	return seals, more, err
}

// CommitSigned makes a commit that bears the signature of who is at work, by git's settings (user.signingKey, gpg.format).
func CommitSigned(ctx context.Context, f Folder, tree, message string, parents []string) (string, error) {
	args := []string{"-c", "core.fsync=all", "commit-tree", "--gpg-sign", "-m", message}
	for _, parent := range parents {
		args = append(args, "-p", parent)
	}
	out, err := command(ctx, signs, f, append(args, tree)...).output()
	return strings.TrimSpace(string(out)), err
}
