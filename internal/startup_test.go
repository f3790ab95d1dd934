package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing is compiled at start-up: a hundred patterns cost each command some 5 ms. Package lazy compiles them when they are first needed.
func TestNoPatternIsCompiledAtStart(t *testing.T) {
	fset := token.NewFileSet()
	for _, folder := range []string{".", "../cmd"} {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range file.Decls {
				if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
					ast.Inspect(d, func(n ast.Node) bool {
						if call, ok := n.(*ast.SelectorExpr); ok && call.Sel.Name == "MustCompile" {
							t.Errorf("%s: a pattern is compiled at start-up; lazy.Regexp does it later", fset.Position(call.Pos()))
						}
						_, isFunc := n.(*ast.FuncLit)
						return !isFunc
					})
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
