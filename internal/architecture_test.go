// Package internal_test holds the architecture: which package stands above which.
package internal_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/kbgate/kbgate/"

// layers are the packages from the top to the ground. A package imports only from layers below its own, and from
// packages within its own folder. A folder in another one has the place of that, or one of its own.
var layers = [][]string{
	{"cmd/kbgate", "internal/benchmark"},
	{"internal/server", "internal/mcp", "internal/lsp", "internal/cli", "internal/hook", "internal/watch"}, // edges
	{"internal/fix", "internal/onboard", "internal/review", "internal/grant", "internal/send"},
	{"internal/check", "internal/decide", "internal/audit"},                        // use cases
	{"internal/recall", "internal/allowance"},                                      // reading a ledger
	{"internal/report", "internal/comment", "internal/forge", "internal/baseline"}, // out
	{"internal/ledger"}, // an opened ledger
	{"internal/conflict", "internal/memorylog", "internal/shared"}, // several files of one id; files derived from the records; what machines share
	{"internal/verdict"}, // what the gates found, as tags and counts
	{"internal/records"}, // files as records
	{"internal/gate", "internal/guard", "internal/learn", "internal/rule", "internal/refine"},
	{"internal/source"},                      // what is checked
	{"internal/finding"},                     // what a check says
	{"internal/workspace", "internal/draft"}, // the root and the configuration; what is proposed before anybody has judged it
	{"internal/kb", "internal/decision", "internal/store"},
	{"internal/claim", "internal/git", "internal/config", "internal/cache", "internal/attributes", "internal/decision/document"},
	{"internal/secret", "internal/yamlerr", "internal/identity"}, // words and bytes alone
	{"internal/learn/reading"},                  // what reviewers typed
	{"internal/lang"},                           // what is known of languages
	{"internal/text"},                           // words alone
	{"internal/regular", "internal/atomicfile"}, // files alone
	{"internal/wire", "internal/stats", "internal/lazy", "internal/hint", "internal/wait", "internal/parallel", "internal/jsontext"}, // one small thing each
}

// pure packages do no I/O.
var pure = []string{"internal/claim", "internal/decision/document", "internal/learn/reading", "internal/lang", "internal/text", "internal/identity", "internal/attributes", "internal/guard", "internal/draft", "internal/refine"}

var impure = []string{"os", "os/exec", "io/fs", "net", "net/http", "path/filepath", "syscall"}

func TestImportsGoDown(t *testing.T) {
	fset := token.NewFileSet()
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && entry.Name() != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(fset, name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		own := strings.TrimPrefix(path.Dir(filepath.ToSlash(name)), "../")
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			judgeImport(t, filepath.ToSlash(name), own, imported, file.Name.Name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func judgeImport(t *testing.T, file, own, imported, name string) {
	layer, group := layerOf(own)
	if layer < 0 {
		t.Errorf("%s: %s has no place in the layers; give it one in %s", file, own, "internal/architecture_test.go")
		return
	}
	if slices.Contains(pure, group) && slices.Contains(impure, imported) && name != "main" {
		t.Errorf("%s imports %s, but %s does no I/O", file, imported, group)
	}
	below, ours := strings.CutPrefix(imported, module)
	if !ours {
		return
	}
	if lower, other := layerOf(below); other != group && lower <= layer {
		t.Errorf("%s imports %s, which does not stand below it", file, imported)
	}
}

// layerOf gives the number of the layer of a package, and the longest entry of layers that the package belongs to.
func layerOf(pkg string) (at int, group string) {
	at = -1
	for i, layer := range layers {
		for _, entry := range layer {
			if (pkg == entry || strings.HasPrefix(pkg, entry+"/")) && len(entry) > len(group) {
				at, group = i, entry
			}
		}
	}
	return at, group
}
