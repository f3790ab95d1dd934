package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	mdLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mdHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	mdCode    = regexp.MustCompile("(?ms)^```.*?^```$|``[^\n]+?``|`[^`\n]+`|^    [^\n]*$")
	citation  = regexp.MustCompile(`contracts\.md#([a-z-]+)`)
)

// A link between the project's pages leads to a page that exists, and to a heading that it has.
func TestLinksBetweenPages(t *testing.T) {
	var pages []string
	for _, pattern := range []string{"../*.md", "../docs/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	for _, page := range pages {
		for _, link := range mdLink.FindAllStringSubmatch(mdCode.ReplaceAllString(read(t, page), ""), -1) {
			target, anchor, _ := strings.Cut(link[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which does not exist", page, link[1])
			} else if anchor != "" && !anchorsOf(t, file)[anchor] {
				t.Errorf("%s links to %s, but that page has no such heading", page, link[1])
			}
		}
	}
}

// A comment cites a contract by a name that docs/contracts.md has.
func TestCitedContractsExist(t *testing.T) {
	names := anchorsOf(t, "../docs/contracts.md")
	files, err := filepath.Glob("../*/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"../*/*/*/*.go", "../*/*/*/*/*.go"} {
		deeper, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, deeper...)
	}
	for _, file := range files {
		for _, cited := range citation.FindAllStringSubmatch(read(t, file), -1) {
			if !names[cited[1]] {
				t.Errorf("%s cites %s, which docs/contracts.md does not have", file, cited[0])
			}
		}
	}
}

// anchorsOf gives the names by which links reach the headings of a page, as GitHub makes them.
func anchorsOf(t *testing.T, page string) map[string]bool {
	t.Helper()
	anchors := map[string]bool{}
	for _, heading := range mdHeading.FindAllStringSubmatch(read(t, page), -1) {
		anchors[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, heading[1])] = true
	}
	return anchors
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// numbered finds a comment that cites a section or contract by number: of a document that is not in the project, or of one that moves.
// A section of a standard that the same comment names by its title is no such citation.
var (
	numbered  = regexp.MustCompile(`(?i)\bcontract [0-9]|\bcontract's (edge case|phase|test)|\bsections? [0-9]+(\.[0-9]+)* of the design|\bthe design('s)? (asks|section)|\(section [0-9] of the design|has it \(version|\bsection [0-9]+ (of the design|has|refuses)|\([0-9]\.[0-9]\)|\bFR-[0-9]|(learning|rejection) contract,? ?\(?(version|phase)`)
	goComment = regexp.MustCompile(`(?m)(?:^|[\t ])//.*$`)
)

func TestCommentsCiteContractsByName(t *testing.T) {
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && entry.Name() != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "docs_test.go") {
			return nil
		}
		// A citation may be broken over two lines of a comment.
		comments := strings.Join(goComment.FindAllString(read(t, name), -1), "\n")
		for _, cited := range numbered.FindAllString(regexp.MustCompile(`\s*\n\s*//\s*`).ReplaceAllString(comments, " "), -1) {
			t.Errorf("%s cites %q; cite a contract by its name, as contracts.md#links", name, cited)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDesignNamesThePackages(t *testing.T) {
	page := read(t, "../docs/design.md")
	_, page, _ = strings.Cut(page, "\n## The packages\n")
	page, _, _ = strings.Cut(page, "\nImports go down")
	named := map[string]bool{}
	for _, line := range strings.Split(page, "\n") {
		if line = strings.TrimSpace(line); line == "" || line == "internal/" {
			continue
		}
		names, _, _ := strings.Cut(line, "   ")
		for _, name := range strings.Fields(names) {
			named[strings.TrimPrefix(name, "internal/")] = true
		}
	}
	for _, layer := range layers {
		for _, entry := range layer {
			name := strings.TrimPrefix(entry, "internal/")
			if _, err := os.Stat(filepath.Join("..", entry)); err == nil && !named[name] {
				t.Errorf("docs/design.md does not name %s", entry)
			}
			delete(named, name)
		}
	}
	for name := range named {
		t.Errorf("docs/design.md names %s, which has no place in layers", name)
	}
}
