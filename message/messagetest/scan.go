// Package messagetest finds the texts for people in Go source, so that a test can hold them against
// the catalogues of package message. Only test files import it.
package messagetest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Found is a text in a source file.
type Found struct {
	Text    string
	At      string // file:line
	Log     bool   // it is the message of a log line
	Outside string // the function that shows it without a catalogue; "" if it goes through one
}

// formats says where functions have the English text that is the key: functions of package message,
// and our own that hand it on. Methods of a Printer and of loggers are known by their names.
func formats() map[string]int {
	return map[string]int{
		"english.Errorf": 0, "english.Phrasef": 0, "english.Word": 0, "message.Fprintf": 1, "message.Fprint": 1,
		"errors.New": 0, ".Text": 0, ".Sprintf": 0, ".Info": 0, ".Warn": 0, ".Error": 0, ".InfoContext": 1, ".WarnContext": 1, ".ErrorContext": 1,
		"Usagef": 0, "fileErrorf": 2, "kindError": 1, "badf": 0, "absentf": 0, ".Errorf": 1, ".damaged": 0, ".check": 3, ".checkf": 3, ".Label": 0, ".Fault": 1, ".FaultAt": 1, ".WarnAt": 1, "at": 0,
		"Exceeds": 3, ".Exceeds": 3, "tooLarge": 2,
	}
}

// speaking are functions and methods of readers of ontologies and queries that make a message of a format, wherever
// that stands among the arguments: it is the first constant text.
func speaking() []string {
	return []string{
		"Errorf", "errorf", "ErrorIn", "errorIn", "ErrorInText", "ErrorAt", "errorAt", "NewSyntaxError", "wrongAt", "short", "flaw", "expected",
		"misshapen", "misread",
	}
}

// describing are those that take descriptions, which become parts of a message: each constant text.
func describing() []string {
	return []string{"expect", "take", "bracket", "close", "iri", "takeIRI", "individual", "datatype", "member", "children", "lose"}
}

// counting are functions of which each constant text is a format.
func counting() []string { return []string{"english.Plural", "fact"} }

// plain are functions whose text stays as it is.
func plain() map[string]int {
	return map[string]int{
		"fmt.Errorf": 0, "fmt.Sprintf": 0, "fmt.Sprint": 0, "fmt.Fprintf": 1, "fmt.Fprint": 1, "fmt.Fprintln": 1,
		"fmt.Appendf": 1, "io.WriteString": 1, ".WriteString": 0,
	}
}

// word finds a word of two letters.
var word = regexp.MustCompile(`[A-Za-z]{2}`)

// words finds two English words side by side, or one at the beginning of a format.
var words = regexp.MustCompile(`[A-Za-z]{2,},? [a-z]{2,}`)

// Scan returns the texts for people of a source file. What the functions of fmt write is one if two
// words stand side by side in it, unless the line ends with a comment "// not translated: WHY".
func Scan(name string, src []byte) ([]Found, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	s := scanner{fset: fset, lines: strings.Split(string(src), "\n"), message: "message"}
	for _, imp := range f.Imports {
		if imp.Name != nil && strings.HasSuffix(imp.Path.Value, `/message"`) {
			s.message = imp.Name.Name
		}
	}
	ast.Inspect(f, s.visit)
	return s.found, nil
}

type scanner struct {
	fset    *token.FileSet
	lines   []string
	message string // how the file calls package message
	found   []Found
}

func (s *scanner) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		s.call(n)
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Head" {
			s.heads(n.Value)
		}
	}
	return true
}

// heads reads the heads of a term.Table.
func (s *scanner) heads(e ast.Expr) {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return
	}
	for _, cell := range lit.Elts {
		if text, ok := literal(cell); ok {
			s.add(cell, strings.TrimPrefix(text, ">"), false, "")
		}
	}
}

func (s *scanner) call(c *ast.CallExpr) {
	full, method := s.nameOf(c.Fun)
	if s.reader(c, full, strings.TrimPrefix(method, ".")) {
		return
	}
	for i, table := range []map[string]int{formats(), plain()} {
		at, ok := table[full]
		if !ok {
			at, ok = table[method]
		}
		if !ok || at >= len(c.Args) {
			continue
		}
		text, ok := literal(c.Args[at])
		if !ok {
			return
		}
		if method == ".Label" {
			text = strings.TrimLeft(text, " ")
		}
		if i == 0 {
			s.add(c, text, logs(method), "")
		} else if words.MatchString(text) && !strings.Contains(s.lines[s.fset.Position(c.Pos()).Line-1], "// not translated: ") {
			s.add(c, text, false, full)
		}
		return
	}
}

// reader adds the texts of a call of what is speaking, describing or counting, and reports whether there are any.
func (s *scanner) reader(c *ast.CallExpr, full, method string) (found bool) {
	speaks := slices.Contains(speaking(), cmp.Or(method, full))
	if !speaks && !slices.Contains(describing(), method) && !slices.Contains(counting(), full) {
		return false
	}
	for _, arg := range c.Args {
		if text, ok := literal(arg); ok && !(speaks && found) {
			s.add(c, text, false, "")
			found = true
		}
	}
	return found
}

func (s *scanner) add(n ast.Node, text string, log bool, outside string) {
	if !word.MatchString(Verbs.ReplaceAllString(text, "")) {
		return // codes of a terminal, or verbs only
	}
	p := s.fset.Position(n.Pos())
	s.found = append(s.found, Found{text, fmt.Sprintf("%s:%d", p.Filename, p.Line), log, outside})
}

// logs reports that a method is one of a logger.
func logs(method string) bool {
	method = strings.TrimSuffix(method, "Context")
	return method == ".Info" || method == ".Warn" || method == ".Error"
}

// Verbs matches the verbs of a format.
var Verbs = regexp.MustCompile(`%[-+#0]*(\[\d+\])?(\d+|\*)?(\.(\d+|\*))?(\[\d+\])?[a-zA-Z%]`)

// nameOf returns the name of a function with its package's name, and as a method's name. A method of
// fmt, http or testing is a function of that package.
func (s *scanner) nameOf(e ast.Expr) (full, method string) {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name, ""
	case *ast.SelectorExpr:
		full = e.Sel.Name
		if x, ok := e.X.(*ast.Ident); ok {
			pkg := x.Name
			if pkg == s.message {
				pkg = "message"
			}
			full = pkg + "." + e.Sel.Name
			if slices.Contains([]string{"fmt", "http", "message", "english", "errors"}, pkg) {
				return full, ""
			}
			if e.Sel.Name == "Usagef" {
				return e.Sel.Name, ""
			}
		}
		return full, "." + e.Sel.Name
	}
	return "", ""
}

// literal returns a constant text, also one in several parts.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, okA := literal(e.X)
		b, okB := literal(e.Y)
		return a + b, okA && okB && e.Op == token.ADD
	}
	return "", false
}
