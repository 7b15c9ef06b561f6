package main

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// assertions are the interfaces for which crawl/ and cmd/ ask by a type assertion or a type
// switch, by the package that asks, and why. Of strategies, rankers, judges and states nothing is
// asked but by strategy.Of: they declare what they can do. The list does not grow.
var assertions = map[string]string{
	"strategy: strategy.declares": "strategy.Of, the one place that tells strategies of the room from others",
}

// TestAbilitiesAreDeclared: nobody finds out by a type assertion what a part of a crawl can do,
// because a wrapper around the part would answer wrongly.
func TestAbilitiesAreDeclared(t *testing.T) {
	ours, found := map[string]bool{}, map[string]token.Position{}
	files := token.NewFileSet()
	var all []*ast.File
	eachSource(t, files, func(path string, f *ast.File) {
		if strings.HasSuffix(filepath.Dir(path), "test") {
			return
		}
		all = append(all, f)
		eachInterface(f, func(name string, _ *ast.InterfaceType) { ours[name] = true })
	})
	if len(all) < 500 {
		t.Fatalf("only %d files", len(all))
	}
	for _, f := range all {
		if path := filepath.ToSlash(files.Position(f.Pos()).Filename); !strings.HasPrefix(path, "../../crawl/") && !strings.HasPrefix(path, "../../lab/") && !strings.HasPrefix(path, "../../cmd/") {
			continue
		}
		eachAsked(f, func(e ast.Expr) {
			if name := askedFor(f.Name.Name, e, ours); name != "" {
				found[f.Name.Name+": "+name] = files.Position(e.Pos())
			}
		})
	}
	for what, at := range found {
		if assertions[what] == "" {
			t.Errorf("%s: %s is asked by a type assertion: let the part declare what it can do, as crawl.Caps does", at, what)
		}
	}
	for what := range assertions {
		if _, ok := found[what]; !ok {
			t.Errorf("%s is listed and not asked", what)
		}
	}
}

// eachAsked calls visit with the types of all type assertions and type switches.
func eachAsked(f *ast.File, visit func(e ast.Expr)) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				visit(n.Type)
			}
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					visit(e)
				}
			}
		}
		return true
	})
}

// askedFor is the name of an interface of ours, or of io; "" of any other type.
func askedFor(pkg string, e ast.Expr, ours map[string]bool) string {
	switch e := e.(type) {
	case *ast.InterfaceType:
		for _, m := range e.Methods.List {
			if len(m.Names) > 0 {
				return "interface{ " + m.Names[0].Name + " }"
			}
		}
	case *ast.Ident:
		if ours[pkg+"."+e.Name] {
			return pkg + "." + e.Name
		}
	case *ast.SelectorExpr:
		if name := e.X.(*ast.Ident).Name + "." + e.Sel.Name; ours[name] || strings.HasPrefix(name, "io.") {
			return name
		}
	}
	return ""
}
