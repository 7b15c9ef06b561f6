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

// mostMethods is how many methods an interface may have, those that it embeds counted.
const mostMethods = 12

// standard are the methods of interfaces of the standard library and of others that ours embed.
var standard = map[string]int{
	"io.Reader": 1, "io.Writer": 1, "io.Closer": 1, "io.WriterTo": 1, "io.ReadCloser": 2, "io.ReadWriter": 2, "io.ReaderAt": 1, "io.WriterAt": 1, "rdf.Subject": 4, "rdf.Object": 4, "io.Seeker": 1,
	"fmt.Stringer": 1, "error": 1, "comparable": 0, "cmp.Ordered": 0, "http.Handler": 1, "net.Conn": 8, "fs.FS": 1, "context.Context": 4,
	"semsim.Comparer": 1,
}

// TestInterfaces: an interface asks for what its callers use, which is little.
func TestInterfaces(t *testing.T) {
	found := map[string]*ast.InterfaceType{} // by package and name
	files := token.NewFileSet()
	eachSource(t, files, func(_ string, f *ast.File) {
		eachInterface(f, func(name string, i *ast.InterfaceType) { found[name] = i })
	})
	if len(found) < 100 {
		t.Fatalf("only %d interfaces", len(found))
	}
	for name, i := range found {
		pkg, _, _ := strings.Cut(name, ".")
		if n := methods(found, pkg, i); n > mostMethods {
			t.Errorf("%s has %d methods, at most %d are wanted: what few callers use is a function beside it, or a method of the type behind it", name, n, mostMethods)
		}
	}
}

// methods counts the methods of an interface of a package. One that is not known is as wide as may
// be.
func methods(found map[string]*ast.InterfaceType, pkg string, i *ast.InterfaceType) (n int) {
	for _, f := range i.Methods.List {
		n += len(f.Names)
		name := ""
		switch e := f.Type.(type) {
		case *ast.Ident:
			if name = pkg + "." + e.Name; found[name] == nil {
				name = e.Name
			}
		case *ast.SelectorExpr:
			name = e.X.(*ast.Ident).Name + "." + e.Sel.Name
		case *ast.InterfaceType:
			n += methods(found, pkg, e)
		}
		if in := found[name]; in != nil {
			of, _, _ := strings.Cut(name, ".")
			n += methods(found, of, in)
		} else if known, ok := standard[name]; ok {
			n += known
		} else if name != "" {
			n += mostMethods
		}
	}
	return n
}

// eachSource parses every file of ours that is no test.
func eachSource(t *testing.T, files *token.FileSet, yield func(path string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err == nil {
			yield(path, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// eachInterface yields the interfaces that a file declares, as package.Name.
func eachInterface(f *ast.File, yield func(name string, i *ast.InterfaceType)) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok {
			if i, ok := s.Type.(*ast.InterfaceType); ok {
				yield(f.Name.Name+"."+s.Name.Name, i)
			}
		}
		return true
	})
}
