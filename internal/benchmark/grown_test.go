package benchmark

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkRealText times a whole check of which nothing is known beside reading the same files, as BenchmarkWholeCheck does, of text that
// people wrote: the knowledge base in the folder KBGATE_SAMPLE, and one of 20 thousand notes grown from its vocabulary and shapes. Real
// headers, titles and bodies cost more than made-up ones. The target (contracts.md#targets) is a ratio of at most 5:
//
//	KBGATE_SAMPLE=folder go test ./internal/benchmark -run '^$' -bench RealText -benchtime 5x
func BenchmarkRealText(b *testing.B) {
	sample := os.Getenv("KBGATE_SAMPLE")
	if sample == "" {
		b.Skip("KBGATE_SAMPLE names no knowledge base")
	}
	program := build(b)
	for _, notes := range []int{0, 20_000} {
		b.Run(map[bool]string{true: "sample", false: "grown"}[notes == 0], func(b *testing.B) {
			dir := b.TempDir()
			if *keep != "" {
				dir = filepath.Join(*keep, "real-"+strconv.Itoa(notes))
			}
			if _, err := os.Stat(filepath.Join(dir, ".git")); err != nil {
				grow(b, dir, sample, notes)
				commit(b, dir)
			}
			timeWholeCheck(b, program, dir)
		})
	}
}

// grow writes a base of that many notes. Each has the header of a note of the sample, a title spliced from two, and a body that follows the
// sample's text from word to word and leaves it at every seventh word or so for another place where the same word stands.
func grow(tb testing.TB, dir, sample string, notes int) {
	tb.Helper()
	if notes == 0 {
		if err := os.CopyFS(dir, os.DirFS(sample)); err != nil {
			tb.Fatal(err)
		}
		return
	}
	var parts []part
	err := fs.WalkDir(os.DirFS(sample), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(sample, name))
		if p, ok := partsOf(name, string(text)); ok {
			parts = append(parts, p)
		}
		return err
	})
	if err != nil || len(parts) < 2 {
		tb.Fatalf("%d notes, %v", len(parts), err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	titles, names, taken := make([]string, notes), make([]string, notes), map[string]bool{}
	for i := range titles {
		for names[i] == "" || taken[strings.ToLower(names[i])] {
			titles[i] = splice(r, pick(r, parts).title, pick(r, parts).title)
			names[i] = strings.Join(strings.Fields(strings.Map(inName, titles[i])), " ")
		}
		taken[strings.ToLower(names[i])] = true
	}
	text := newChain(parts)
	for i, title := range titles {
		p := parts[i%len(parts)]
		body := linked.ReplaceAllStringFunc(text.follow(r, grownBytes), func(string) string { return "[[" + pick(r, names) + "]]" })
		if err := write(dir, filepath.Dir(p.path)+"/"+names[i]+".md", p.header+"# "+title+"\n\n"+body+"\n"); err != nil {
			tb.Fatal(err)
		}
	}
}

// chain is the words of all bodies, and where each word stands.
type chain struct {
	words  []string
	places map[string][]int
}

func newChain(parts []part) chain {
	c := chain{places: map[string][]int{}}
	for _, p := range parts {
		for _, paragraph := range p.paragraphs {
			if unusual.MatchString(paragraph) {
				continue // few claims hold code or HTML, but every long walk would come upon some
			}
			for word := range strings.SplitSeq(linked.ReplaceAllString(paragraph, "[[x]]")+" \n\n", " ") {
				if word != "" {
					c.places[word] = append(c.places[word], len(c.words))
					c.words = append(c.words, word)
				}
			}
		}
	}
	return c
}

// follow gives text of that many bytes, in paragraphs.
func (c chain) follow(r *rand.Rand, size int) string {
	var b strings.Builder
	for at := pick(r, c.places["\n\n"]); b.Len() < size; {
		if r.IntN(7) == 0 {
			at = pick(r, c.places[c.words[at]])
		}
		at = (at + 1) % len(c.words)
		if b.WriteString(c.words[at]); !strings.HasSuffix(c.words[at], "\n") {
			b.WriteString(" ")
		}
	}
	return b.String()
}

// grownBytes is the size of a grown note, which is that of a long claim.
const grownBytes = 8 << 10

var (
	linked  = regexp.MustCompile(`\[\[[^\[\]\n]*\]\]`)
	numbers = regexp.MustCompile(`\d+`)
	unusual = regexp.MustCompile("[`<\t]|(?m)^\\s*[-=]+\\s*$|    ")
)

// part is what a note of the sample lends.
type part struct {
	path, header, title string
	paragraphs          []string
}

// partsOf takes a claim apart. The header keeps its dialect, without a title of its own.
func partsOf(path, text string) (p part, ok bool) {
	rest, ok := strings.CutPrefix(text, "---\n")
	header, body, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed || !strings.Contains(header, "type: claim") {
		return p, false
	}
	p = part{path: path, header: "---\n" + header + "\n---\n\n", title: strings.TrimSuffix(filepath.Base(path), ".md")}
	for paragraph := range strings.SplitSeq(body, "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); strings.HasPrefix(paragraph, "# ") {
			p.title = strings.TrimPrefix(paragraph, "# ")
		} else if paragraph != "" {
			p.paragraphs = append(p.paragraphs, paragraph)
		}
	}
	return p, len(p.paragraphs) > 0
}

// splice makes a title of the beginning of one and the end of another, with other figures.
func splice(r *rand.Rand, a, b string) string {
	first, second := strings.Fields(a), strings.Fields(b)
	words := append(first[:(len(first)+1)/2:(len(first)+1)/2], second[len(second)/2:]...)
	return numbers.ReplaceAllStringFunc(strings.Join(words, " "), func(n string) string {
		value, err := strconv.Atoi(n)
		if err != nil || value > 9999 {
			return n
		}
		return strconv.Itoa(value + r.IntN(9))
	})
}

func inName(r rune) rune {
	if strings.ContainsRune(`/\:*?"<>|`, r) {
		return ' '
	}
	return r
}
