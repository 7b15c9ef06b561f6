package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneWriter: no package but internal/atomicfile renames a file, or writes one in place that a reader may meet half
// written. Kits that only tests import may.
func TestOneWriter(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "bench" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && name != "../.."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		if pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "../../"); pkg == "internal/atomicfile" || testKit(pkg) {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		for _, path := range file.Imports {
			if path.Path.Value == `"io/ioutil"` {
				t.Errorf("%s imports io/ioutil; internal/atomicfile writes files", name)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && writesInPlace(s) {
				t.Errorf("%s: %s; internal/atomicfile writes and renames files", set.Position(s.Pos()), s.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil || files < 500 {
		t.Fatalf("%d files, %v", files, err)
	}
}

// writesInPlace reports whether s is Rename or WriteFile of the package os or of a root, or os.Create.
func writesInPlace(s *ast.SelectorExpr) bool {
	of, _ := s.X.(*ast.Ident)
	switch s.Sel.Name {
	case "Rename", "WriteFile":
		return true
	case "Create":
		return of != nil && of.Name == "os"
	}
	return false
}
