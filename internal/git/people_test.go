package git

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/identity"
)

func TestAuthors(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	do("commit", "-q", "--allow-empty", "-m", "base")
	do("branch", "-M", "main")
	do("branch", "base")
	do("commit", "-q", "--allow-empty", "--author=A <a@example.org>", "-m", "one\n\nAgent: in the body, not a trailer\n\nmore text\n\nAgent: Rio\nagent: ../x\nAgent: laid\n over lines\nCo-Authored-By: B <b@example.org>")
	do("checkout", "-q", "-b", "side", "base")
	do("commit", "-q", "--allow-empty", "--author=\xff <\xff@example.org>", "-m", "two")
	do("checkout", "-q", "main")
	do("merge", "-q", "--no-ff", "-m", "merge\n\nAgent: nobody", "side")

	got, err := Authors(ctx, Find(ctx, dir), "base", "HEAD", 10)
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, a := range got {
		if a.Author != "a@example.org" {
			continue
		}
		want := identity.Commit{Author: a.Author, Agents: []string{"Rio", "../x", "laid over lines"}, CoAuthors: []string{"B <b@example.org>"}}
		if !reflect.DeepEqual(a, want) {
			t.Errorf("%+v", a)
		}
	}
	if got, err := Authors(ctx, Find(ctx, dir), "", "HEAD", 10); err != nil || len(got) != 3 {
		t.Errorf("from the beginning: %+v, %v", got, err)
	}
	if got, err := Authors(ctx, Find(ctx, dir), "", "HEAD", 1); err != nil || len(got) != 1 {
		t.Errorf("at most one: %+v, %v", got, err)
	}
	if got, err := Authors(ctx, Find(ctx, dir), "HEAD", "HEAD", 1); err != nil || len(got) != 0 {
		t.Errorf("no commits: %+v, %v", got, err)
	}
	if _, err := Authors(ctx, Find(ctx, dir), "", "--output=x", 1); err == nil {
		t.Error("an option passes for a commit")
	}
}

func TestBranch(t *testing.T) {
	dir, do := repository(t)
	ctx := context.Background()
	do("commit", "-q", "--allow-empty", "-m", "base")
	do("branch", "-M", "main")
	do("checkout", "-q", "-b", "rio/topic")
	do("update-ref", "refs/remotes/origin/clay/topic", "HEAD")
	do("tag", "v1")
	for name, want := range map[string]string{
		"": "rio/topic", "HEAD": "rio/topic", "main": "main", "rio/topic": "rio/topic", "origin/clay/topic": "clay/topic",
		"HEAD~0": "", "v1": "", "nowhere": "", "--all": "",
	} {
		if got, err := Branch(ctx, Find(ctx, dir), name); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", name, got, err, want)
		}
	}
	do("checkout", "-q", "--detach")
	if got, err := Branch(ctx, Find(ctx, dir), "HEAD"); err != nil || got != "" {
		t.Errorf("detached: %q, %v", got, err)
	}
}

func FuzzAuthorships(f *testing.F) {
	f.Add("a@b\x00x\ny\x00\x00\x00")
	f.Fuzz(func(t *testing.T, out string) {
		all, err := authorships([]byte(out))
		if err == nil && len(all) != strings.Count(strings.TrimSuffix(out, "\x00"), "\x00")/4+min(len(out), 1) {
			t.Errorf("%q: %+v", out, all)
		}
	})
}
