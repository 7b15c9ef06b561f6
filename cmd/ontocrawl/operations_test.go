package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Every line that a crawl may log stands in docs/operations.md.
func TestLogLinesDocumented(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, root := range []string{".", "../../crawl", "../../lab"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && (testKit(filepath.Base(path)) || !crawls(filepath.Base(path))) {
				return filepath.SkipDir
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || !crawls(filepath.Base(path)) {
				return err
			}
			for _, message := range logged(t, path) {
				lines++
				// Up to the first pause: the table shortens what follows.
				if head, _, _ := cutAny(message, ";:"); !strings.Contains(string(doc), head) {
					t.Errorf("%s logs %q, which docs/operations.md does not tell of", path, message)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if lines < 20 {
		t.Errorf("only %d log lines found: this test looks at the wrong place", lines)
	}
}

// crawls is false for files and folders of commands that only read ontologies.
func crawls(file string) bool {
	for _, other := range []string{"ontology", "similarity", "topic", "concepts"} {
		if strings.HasPrefix(file, other) {
			return false
		}
	}
	return true
}

func cutAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// logged returns the messages that a file gives to a logger.
func logged(t *testing.T, path string) (messages []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !strings.Contains("Debug Info Warn Error", sel.Sel.Name) {
			return true
		}
		arg := call.Args[0]
		for {
			sum, ok := arg.(*ast.BinaryExpr)
			if !ok {
				break
			}
			arg = sum.X
		}
		if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				messages = append(messages, s)
			}
		}
		return true
	})
	return messages
}
