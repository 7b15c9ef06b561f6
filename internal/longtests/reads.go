package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// marks are the variables that make a test's form or its data another one.
var marks = lazyre.Compile("^[\"`]ONTOCRAWL_(LONG|KILLS|DATA)[\"`]$")

var isTest = lazyre.Compile(`^(Test|Example|Fuzz)`)

// decl says what a declaration at the top of a file declares and uses.
type decl struct {
	names []string        // what it declares
	uses  map[string]bool // the names it mentions
	reads bool            // it has a marked variable, or mentions a package that reads one
}

// folder are the declarations in files of one folder.
type folder struct {
	imports map[string]bool // of paths
	decls   []decl
}

// add parses a file. Packages in helpers read a marked variable.
func (f *folder) add(name string, src []byte, helpers map[string]bool) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	if f.imports == nil {
		f.imports = map[string]bool{}
	}
	called := map[string]bool{} // how the file calls the helpers
	for _, im := range file.Imports {
		to, err := strconv.Unquote(im.Path.Value)
		if err != nil {
			return err
		}
		f.imports[to] = true
		if helpers[to] {
			local := path.Base(to)
			if im.Name != nil {
				local = im.Name.Name
			}
			called[local] = true
		}
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		f.decls = append(f.decls, declared(d, called))
	}
	return nil
}

func declared(d ast.Decl, called map[string]bool) decl {
	x := decl{uses: map[string]bool{}}
	switch d := d.(type) {
	case *ast.FuncDecl:
		x.names = []string{d.Name.Name}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if v, ok := s.(*ast.ValueSpec); ok {
				for _, n := range v.Names {
					x.names = append(x.names, n.Name)
				}
			}
		}
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			x.uses[n.Name] = true
			x.reads = x.reads || called[n.Name]
		case *ast.BasicLit:
			x.reads = x.reads || marks().MatchString(n.Value)
		}
		return true
	})
	return x
}

// tests returns the tests, examples and fuzz targets that read a marked variable, themselves or by what
// they use, in order.
func (f *folder) tests() (names []string) {
	reading := map[string]bool{}
	for more := true; more; {
		more = false
		for i := range f.decls {
			d := &f.decls[i]
			for name := range d.uses {
				d.reads = d.reads || reading[name]
			}
			for _, name := range d.names {
				if d.reads && !reading[name] {
					reading[name], more = true, true
				}
			}
		}
	}
	for name := range reading {
		if name != "TestMain" && isTest().MatchString(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
