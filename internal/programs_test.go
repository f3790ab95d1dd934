package internal_test

import (
	"go/ast"
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

// starters are the ways to start a program, by package; nil: all that the package has.
var starters = map[string][]string{
	"os/exec":                     {"Command", "CommandContext", "Cmd"},
	"os":                          {"StartProcess"},
	"syscall":                     {"Exec", "ForkExec", "StartProcess"},
	"golang.org/x/sys/unix":       {"Exec"},
	"plugin":                      nil,
	"github.com/go-git/go-git/v5": nil, // it finds repositories and reads their settings by itself
}

// starter is the one function that starts git, readerStarter the one that starts the reader whom the user names, and ownStarter the one that
// starts kbgate itself, which sends what was recorded.
const (
	starter       = "../internal/git/command.go: program"
	readerStarter = "../internal/review/command.go: Read"
	ownStarter    = "../internal/send/start.go: Start"
)

// Whoever starts git elsewhere would start one that looks for its repository itself.
func TestOnePlaceStartsPrograms(t *testing.T) {
	found, imported := map[string]bool{}, map[string]bool{}
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
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported[strings.Trim(spec.Path.Value, `"`)] = true
		}
		for _, place := range starts(file) {
			found[filepath.ToSlash(name)+": "+place] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{starter, readerStarter, ownStarter} {
		if !found[place] {
			t.Errorf("%s starts nothing: this test looks for the wrong thing", place)
		}
		delete(found, place)
	}
	for place := range found { // a package that tests alone import starts what they need
		folder := strings.TrimPrefix(path.Dir(strings.SplitN(place, ": ", 2)[0]), "../")
		if strings.HasSuffix(folder, "test") && !imported[module+folder] {
			delete(found, place)
		}
	}
	for place := range found {
		t.Errorf("%s starts a program: internal/git does that, and names git its repository", place)
	}
}

// starts gives the functions of a file in which programs are started, "" for the file itself.
func starts(file *ast.File) (places []string) {
	names := map[string]string{} // by which the file knows the packages
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		all, risky := starters[path]
		switch {
		case !risky:
		case all == nil || spec.Name != nil && spec.Name.Name == ".":
			places = append(places, "imports "+path)
		case spec.Name != nil:
			names[spec.Name.Name] = path
		default:
			names[path[strings.LastIndexByte(path, '/')+1:]] = path
		}
	}
	for _, declaration := range file.Decls {
		place := ""
		if f, ok := declaration.(*ast.FuncDecl); ok {
			place = f.Name.Name
		}
		ast.Inspect(declaration, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.StarExpr:
				_, isType := n.X.(*ast.SelectorExpr) // *exec.Cmd is one that was made elsewhere
				return !isType
			case *ast.SelectorExpr:
				if pkg, ok := n.X.(*ast.Ident); ok && slices.Contains(starters[names[pkg.Name]], n.Sel.Name) {
					places = append(places, place)
				}
			}
			return true
		})
	}
	return places
}
