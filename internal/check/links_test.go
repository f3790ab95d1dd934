package check

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/kbgate/kbgate/internal/gate"
)

// The links of a knowledge base are judged here a second time, by slow and simple code of another make, and the two
// must agree on every link. KBGATE_SAMPLE names a folder with a real knowledge base; without it a small one of many odd
// cases serves. Both are also judged in states made by chance: notes deleted, renamed, moved, given aliases, and links
// added that are known to be whole or broken.
func TestLinksAgreeWithAPlainReading(t *testing.T) {
	bases := map[string]map[string][]byte{"odd": oddBase()}
	if sample := os.Getenv("KBGATE_SAMPLE"); sample != "" {
		bases["sample"] = readBase(t, sample)
	}
	for name, base := range bases {
		t.Run(name, func(t *testing.T) {
			links, broken := 0, 0
			for state := range 12 {
				files := base
				if state > 0 {
					files = mutate(base, rand.New(rand.NewPCG(uint64(state), 1)))
				}
				want := plainBroken(files, &links)
				got := checkedBroken(t, files)
				broken += len(want)
				if d := difference(want, got); d != "" {
					t.Fatalf("state %d: %s", state, d)
				}
			}
			t.Logf("%d links in 12 states, %d of them broken: all agree", links, broken)
		})
	}
}

func readBase(t *testing.T, folder string) map[string][]byte {
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(relative)], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func oddBase() map[string][]byte {
	return map[string][]byte{
		"a.md":             []byte("---\naliases: [Alpha One, \"beta two\"]\nrelated: '[[deep/c]]'\n---\n[[b]] [[B.md]] [[sub/b#x]] [[c|see]] `[[no]]` [[nothing]]\n"),
		"sub/b.md":         []byte("[[alpha one]] [[../a]] [[./b]] [[../nothing]] [[/a]] ![[pic.png]] ![[img/pic.png]] ![[gone.png]] [[pic.png]]\n"),
		"sub/deep/c.md":    []byte("```\n[[no]]\n```\n\\[[no]] <!-- [[no]] --> [[Größe]] [[GRÖSSE]] [[gro\u0308ße]] [[deep/c]] [[eep/c]]\n"),
		"other/b.md":       []byte("| [[sub/b\\|x]] | [[beta two]] |\n"),
		"other/Größe.md":   []byte("[[b]] [[v1.2]] [[core/_map]]\n"),
		"v1.2.md":          []byte("[[_map]]\n"),
		"core/m/_map.md":   []byte("[[  b  ]] [[#own]] [[ ]]\n"),
		"img/pic.png":      []byte("x"),
		"notes/with-a.md":  []byte("[[with a]] [[With-A]]\n"),
		"notes/Case.md":    []byte("[[case]] [[CASE.MD]]\n"),
		"notes/x.markdown": []byte("[[x]] [[x.markdown]]\n"),
	}
}

// mutate makes another state of a base.
func mutate(base map[string][]byte, r *rand.Rand) map[string][]byte {
	files := map[string][]byte{}
	names := make([]string, 0, len(base))
	for name := range base {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		text := base[name]
		if strings.HasSuffix(name, ".md") {
			other := strings.TrimSuffix(path.Base(names[r.IntN(len(names))]), ".md")
			if !strings.ContainsAny(other, "|#[]") {
				text = fmt.Appendf(slices.Clone(text), "\n\n[[%s]] [[%s]] [[no such note %d]] ![[%s.md]]\n", other, strings.ToUpper(other), i, other)
			}
		}
		switch r.IntN(20) {
		case 0:
			continue // deleted
		case 1:
			name = path.Dir(name) + "/renamed " + path.Base(name)
		case 2:
			name = "moved/" + path.Base(name)
		case 3:
			text = append([]byte(fmt.Sprintf("---\naliases: [\"alias %d\"]\n---\n[[alias %d]] [[ALIAS %d]]\n", i, i, i)), text...)
		}
		files[path.Clean(name)] = text
	}
	return files
}

var (
	fences      = regexp.MustCompile("(?ms)^(```|~~~).*?(^(```|~~~)[ \t]*$|\\z)")
	inlineCode  = regexp.MustCompile("`[^`\n]+`")
	comments    = regexp.MustCompile(`(?s)<!--.*?-->`)
	escapedLink = regexp.MustCompile(`\\\[\[`)
	wikiLink    = regexp.MustCompile(`(!?)\[\[((?:[^\[\]\n]|\[[^\[\n]|\][^\]\n])+)\]\]`)
	headerBlock = regexp.MustCompile(`(?s)\A---\n(.*?\n)---\n`)
	aliasItem   = regexp.MustCompile(`"([^"]+)"|([^,\[\]"]+)`)
)

// plainBroken gives `path: target` of every broken link, found by regular expressions and by trying all notes.
func plainBroken(files map[string][]byte, links *int) []string {
	aliases := map[string][]string{}
	for name, text := range files {
		if m := headerBlock.FindSubmatch(text); m != nil && isMarkdown(name) {
			for line := range strings.Lines(string(m[1])) {
				if list, ok := strings.CutPrefix(line, "aliases: ["); ok {
					for _, item := range aliasItem.FindAllStringSubmatch(strings.TrimRight(list, "]\n"), -1) {
						aliases[name] = append(aliases[name], plainFold(strings.TrimSpace(item[1]+item[2])))
					}
				}
			}
		}
	}
	var broken []string
	for name, text := range files {
		if !isMarkdown(name) {
			continue
		}
		blank := func(s string) string { return strings.Repeat("\x01", len(s)) }
		plain := fences.ReplaceAllStringFunc(string(text), blank)
		plain = inlineCode.ReplaceAllStringFunc(plain, blank)
		plain = comments.ReplaceAllStringFunc(plain, blank)
		plain = escapedLink.ReplaceAllStringFunc(plain, blank)
		for _, m := range wikiLink.FindAllStringSubmatch(plain, -1) {
			target, _, _ := strings.Cut(m[2], "#")
			target, _, bar := strings.Cut(target, "|")
			if bar {
				target = strings.TrimSuffix(target, `\`)
			}
			if target = strings.TrimSpace(target); target == "" {
				continue
			}
			*links++
			if !plainResolves(files, aliases, name, target, m[1] == "!") {
				broken = append(broken, name+": "+target)
			}
		}
	}
	return broken
}

func plainResolves(files map[string][]byte, aliases map[string][]string, from, target string, embed bool) bool {
	anchored := false
	switch {
	case strings.HasPrefix(target, "./"), strings.HasPrefix(target, "../"):
		target, anchored = path.Join(path.Dir(from), target), true
	case strings.HasPrefix(target, "/"):
		target, anchored = target[1:], true
	}
	want := plainFold(target)
	for name := range files {
		have := plainFold(name)
		note := isMarkdown(name)
		if note {
			have = strings.TrimSuffix(strings.TrimSuffix(have, ".markdown"), ".md")
		}
		key := want
		if note {
			key = strings.TrimSuffix(strings.TrimSuffix(want, ".markdown"), ".md")
		}
		if (note || embed || path.Ext(want) != "") && (have == key || !anchored && strings.HasSuffix(have, "/"+key)) {
			return true
		}
	}
	for _, list := range aliases {
		if !anchored && slices.Contains(list, want) {
			return true
		}
	}
	return false
}

func isMarkdown(name string) bool {
	return strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".markdown")
}

func plainFold(s string) string { return norm.NFC.String(cases.Fold().String(norm.NFC.String(s))) }

func checkedBroken(t *testing.T, files map[string][]byte) []string {
	result, err := Run(context.Background(), Request{Files: files, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	var broken []string
	for _, f := range result.Document.Findings {
		if f.Gate == gate.BrokenWikiLinks.ID {
			broken = append(broken, f.Path+": "+f.Target)
		}
	}
	return broken
}

// difference says in what two lists differ, whatever their order.
func difference(want, got []string) string {
	slices.Sort(want)
	slices.Sort(got)
	if slices.Equal(want, got) {
		return ""
	}
	var b strings.Builder
	for _, w := range want {
		if !slices.Contains(got, w) {
			fmt.Fprintf(&b, "\nmissed %s", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			fmt.Fprintf(&b, "\nwrongly found %s", g)
		}
	}
	fmt.Fprintf(&b, "\n%d wanted, %d found", len(want), len(got))
	return b.String()
}
