package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kbgate/kbgate/internal/git/gittest"
)

// plant commits upon a branch, which it moves, what somebody with git and ill will puts at a path: planted DIR BRANCH PATH KIND
// [VALUE]. A folder of ten names that stands ten levels deep in itself stands for ten thousand million files. In KIND, -undone
// adds another commit that takes it away again.
func plant(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 4 {
		ts.Fatalf("usage: planted DIR BRANCH PATH KIND [VALUE]")
	}
	p := planter{ts: ts, dir: ts.MkAbs(args[0])}
	p.to = gittest.In(p.dir)
	kind, undone := strings.CutSuffix(args[3], "-undone")
	tip := p.git("rev-parse", args[1])
	tree := p.git("rev-parse", tip+"^{tree}")
	args[2] = p.resolve(tip, args[2])
	value := append(args[4:], "")[0]
	mode, id := value, ""
	switch kind {
	case "mode": // what is there, with another mode
		id = p.git("rev-parse", tip+":"+args[2])
	case "twice": // beside what is there, under the same name
		mode, id, p.keep = gittest.File, p.git("rev-parse", value), true
	default:
		mode, id = p.thing(kind, value)
	}
	grafted := ""
	if args[2] == "." { // its names beside those at the top
		grafted = p.beside(tree, id)
	} else {
		grafted = p.graft(tree, args[2], mode, id)
	}
	commit := p.id(p.to.Commit(grafted, "plant "+kind, 100_000_000, tip))
	if undone {
		commit = p.id(p.to.Commit(tree, "undo", 100_000_001, commit))
	}
	ts.Check(p.to.Point(args[1], commit))
}

type planter struct {
	ts  *testscript.TestScript
	dir string
	to  gittest.Repository

	keep bool // what stands at the path
}

func (p planter) id(id string, err error) string {
	p.ts.Check(err)
	return id
}

func (p planter) git(args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir = p.dir
	out, err := cmd.Output()
	p.ts.Check(err)
	return strings.TrimSpace(string(out))
}

// beside gives a tree that has the names of one, and behind them those of another.
func (p planter) beside(tree, other string) string {
	var data []byte
	for _, id := range []string{tree, other} {
		cmd := exec.Command("git", "cat-file", "tree", id)
		cmd.Dir = p.dir
		out, err := cmd.Output()
		p.ts.Check(err)
		data = append(data, out...)
	}
	cmd := exec.Command("git", "hash-object", "-t", "tree", "-w", "--stdin", "--literally")
	cmd.Dir, cmd.Stdin = p.dir, bytes.NewReader(data)
	out, err := cmd.Output()
	p.ts.Check(err)
	return strings.TrimSpace(string(out))
}

// resolve gives the last path that fits a pattern, which is looked for folder by folder; any other path stays.
func (p planter) resolve(tip, pattern string) string {
	at := ""
	for part := range strings.SplitSeq(pattern, "/") {
		found := part
		if strings.Contains(part, "*") {
			for name := range strings.Lines(p.git("ls-tree", "--name-only", tip+":"+at)) {
				if fits, _ := path.Match(part, strings.TrimSuffix(name, "\n")); fits {
					found = strings.TrimSuffix(name, "\n")
				}
			}
		}
		at = path.Join(at, found)
	}
	return at
}

// thing makes what is to be planted; no mode is nothing.
func (p planter) thing(kind, value string) (mode, id string) {
	r, n := p.to, 0
	if value != "" {
		n, _ = strconv.Atoi(value)
	}
	blob := p.id(r.Blob([]byte("---\ntype: claim\n---\n# Foam holds air because its proteins unfold\n")))
	switch kind {
	case "bomb":
		return gittest.Folder, p.id(r.Bomb(10, 10, gittest.File, blob))
	case "empty": // not a single file
		return gittest.Folder, p.id(r.Bomb(10, 10, gittest.Folder, p.id(r.Tree())))
	case "chain":
		return gittest.Folder, p.id(r.Chain(5000, gittest.File, blob))
	case "wide": // each of many names stands for a folder of many names
		return gittest.Folder, p.id(r.Bomb(2, n, gittest.File, blob))
	case "same": // many names for one large text
		large := p.id(r.Blob([]byte(strings.Repeat("All work and no play makes a dull note.\n", 10<<20/40))))
		return gittest.Folder, p.id(r.Wide(n, gittest.File, large))
	case "huge": // one folder of many names, larger than any that is read
		return gittest.Folder, p.id(r.Wide(n, gittest.File, blob))
	case "link":
		return gittest.Link, p.id(r.Blob([]byte(value)))
	case "folder":
		return gittest.Folder, p.id(r.Wide(2, gittest.File, blob))
	case "submodule":
		return "160000", strings.Repeat("1", 40)
	case "large":
		return gittest.File, p.id(r.Blob(make([]byte, n)))
	case "lines":
		return gittest.File, p.id(r.Blob([]byte(strings.Repeat("x\n", n))))
	case "text":
		text, err := strconv.Unquote(`"` + value + `"`)
		p.ts.Check(err)
		return gittest.File, p.id(r.Blob([]byte(text)))
	case "none":
		return "", ""
	}
	p.ts.Fatalf("nothing is called %s", kind)
	return "", ""
}

// graft gives a tree with something else at a path.
func (p planter) graft(tree, path, mode, id string) string {
	head, rest, deep := strings.Cut(path, "/")
	var entries []gittest.Entry
	within := ""
	if tree != "" {
		for line := range strings.Lines(p.git("ls-tree", tree)) {
			var e gittest.Entry
			var kind string
			fields, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			_, err := fmt.Sscan(fields, &e.Mode, &kind, &e.ID)
			p.ts.Check(err)
			if e.Name, e.Mode = name, strings.TrimPrefix(e.Mode, "0"); name != head || p.keep && !deep {
				entries = append(entries, e)
			} else if kind == "tree" {
				within = e.ID
			}
		}
	}
	if deep {
		mode, id = gittest.Folder, p.graft(within, rest, mode, id)
	}
	if mode != "" {
		entries = append(entries, gittest.Entry{Mode: mode, Name: head, ID: id})
	}
	return p.id(p.to.Tree(entries...))
}
