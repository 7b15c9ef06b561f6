package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// promised are the packages whose exported names stand in golden files (docs/api): who imports them may
// rely on them. A change of a line there is a decision, and stands in CHANGELOG.md. All other packages may change.
func promised() []string {
	return []string{"crawl", "crawl/session", "crawl/topic", "ontology", "semsim", "tabu"}
}

// TestPromised compares the exported names of each promised package with its golden file, as Go does with
// the files in its folder api. ONTOCRAWL_UPDATE=1 writes the files.
func TestPromised(t *testing.T) {
	t.Parallel()
	for _, pkg := range promised() {
		file := filepath.Join("..", "..", "docs", "api", strings.ReplaceAll(pkg, "/", "-")+".txt")
		got := surface(t, pkg)
		if updating {
			write(t, filepath.Dir(file), filepath.Base(file), strings.Join(got, "\n")+"\n")
		}
		want := strings.Split(strings.TrimSuffix(readFile(t, filepath.Dir(file), filepath.Base(file)), "\n"), "\n")
		for _, line := range want {
			if !slices.Contains(got, line) {
				t.Errorf("%s breaks who imports it, it no longer has: %s", pkg, line)
			}
		}
		for _, line := range got {
			if !slices.Contains(want, line) {
				t.Errorf("%s promises what is not in %s (ONTOCRAWL_UPDATE=1 adds it): %s", pkg, file, line)
			}
		}
	}
}

// surface returns one line for each exported name of a package, each field of its structs and each
// method, in alphabetical order.
func surface(t *testing.T, pkg string) []string {
	t.Helper()
	files := token.NewFileSet()
	dir := filepath.Join("..", "..", filepath.FromSlash(pkg))
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	p := names{files: files}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			p.decl(d)
		}
	}
	slices.Sort(p.lines)
	return p.lines
}

// names collects lines.
type names struct {
	files *token.FileSet
	lines []string
}

func (p *names) add(parts ...any) {
	var line strings.Builder
	for i, part := range parts {
		if i > 0 {
			line.WriteByte(' ')
		}
		if s, ok := part.(string); ok {
			line.WriteString(s)
			continue
		}
		var b bytes.Buffer
		if err := printer.Fprint(&b, p.files, part); err != nil {
			panic(err) // a node that was parsed can be printed
		}
		line.WriteString(strings.Join(strings.Fields(b.String()), " "))
	}
	p.lines = append(p.lines, line.String())
}

func (p *names) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() {
			return
		}
		if d.Recv == nil {
			p.add("func", d.Name.Name, d.Type)
		} else if recv := d.Recv.List[0].Type; ast.IsExported(base(recv)) {
			p.add("method", recv, d.Name.Name, d.Type)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			p.spec(d.Tok.String(), s)
		}
	}
}

func (p *names) spec(kind string, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, name := range s.Names {
			if name.IsExported() {
				p.add(kind, name.Name)
			}
		}
	case *ast.TypeSpec:
		if s.Name.IsExported() {
			p.typ(s)
		}
	}
}

func (p *names) typ(s *ast.TypeSpec) {
	switch x := s.Type.(type) {
	case *ast.StructType:
		p.add("type", s.Name.Name, "struct")
		p.fields("field", s.Name.Name, x.Fields)
	case *ast.InterfaceType:
		p.add("type", s.Name.Name, "interface")
		p.fields("needs", s.Name.Name, x.Methods)
	default:
		p.add("type", s.Name.Name, s.Type)
	}
}

func (p *names) fields(kind, name string, list *ast.FieldList) {
	for _, f := range list.List {
		if len(f.Names) == 0 && ast.IsExported(base(f.Type)) {
			p.add(kind, name, "embeds", f.Type)
		}
		for _, field := range f.Names {
			if field.IsExported() {
				p.add(kind, name, field.Name, f.Type)
			}
		}
	}
}

// base returns the name of a type without pointer, package and type parameters.
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return base(e.X)
	case *ast.IndexExpr:
		return base(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// Each golden file belongs to a promised package.
func TestPromisedFiles(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(filepath.Join("..", "..", "docs", "api"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if pkg := strings.TrimSuffix(e.Name(), ".txt"); !slices.ContainsFunc(promised(), func(p string) bool { return strings.ReplaceAll(p, "/", "-") == pkg }) {
			t.Errorf("docs/api/%s belongs to no promised package", e.Name())
		}
	}
}
