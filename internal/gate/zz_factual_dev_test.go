package gate_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/kbgate/kbgate/internal/check"
)

func TestZZFactual(t *testing.T) {
	if root := os.Getenv("ZZROOT"); root != "" {
		files := map[string][]byte{}
		filepath.Walk(root, func(p string, i os.FileInfo, err error) error {
			if err == nil && strings.HasSuffix(p, ".md") {
				b, _ := os.ReadFile(p)
				rel, _ := filepath.Rel(root, p)
				files[rel] = b
			}
			return nil
		})
		zzrun(t, files, nil)
	}
	if ar := os.Getenv("ZZAR"); ar != "" {
		a, _ := txtar.ParseFile(ar)
		files := map[string][]byte{}
		var paths []string
		for _, f := range a.Files {
			files[f.Name] = f.Data
			if strings.HasPrefix(f.Name, "faulty/") || strings.HasPrefix(f.Name, "honest/") {
				paths = append(paths, f.Name)
			}
		}
		zzrun(t, files, paths)
	}
}

func zzrun(t *testing.T, files map[string][]byte, paths []string) {
	if paths == nil {
		for p := range files {
			paths = append(paths, p)
		}
	}
	result, err := check.Run(context.Background(), check.Request{Files: files, Paths: paths, Now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Document.Findings {
		if f.Gate == "factual_discrepancy" {
			t.Logf("%s:%d\n      %s", f.Path, f.Line, f.Message)
		}
	}
}
