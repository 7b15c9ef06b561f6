package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
)

// TestGlossary holds docs/glossary.md: it is in order, whole, and kept to.
func TestGlossary(t *testing.T) {
	words, retired := readGlossary(t)
	if len(words) < 40 || len(retired) < 20 {
		t.Fatalf("%d words and %d retired words in the glossary", len(words), len(retired))
	}
	if !slices.IsSortedFunc(words, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }) {
		t.Error("the words are not in order")
	}
	old := regexp.MustCompile(`(?i)\b(` + strings.Join(retired, "|") + `)\b`)
	t.Run("exported names", func(t *testing.T) { refuseInNames(t, old) })
	t.Run("help", func(t *testing.T) { refuseInHelp(t, old) })
	t.Run("documents", func(t *testing.T) { refuseInDocs(t, old) })
	t.Run("comments", refuseInComments)
}

// readGlossary returns the words and the retired words, and checks their rows.
func readGlossary(t *testing.T) (words, retired []string) {
	text, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case !strings.HasPrefix(line, "| ") || strings.HasPrefix(cells[0], "Retired") || strings.HasPrefix(cells[0], "Word"):
		case len(cells) == 3:
			word, zh, _ := strings.Cut(cells[0], " · ")
			if !isHan(zh) || !strings.HasSuffix(cells[1], ".") || !isHan(cells[2]) || !strings.HasSuffix(cells[2], "。") {
				t.Errorf("%s: not a sentence in each language: %q", word, cells)
			}
			words = append(words, word)
		case len(cells) == 2:
			for w := range strings.SplitSeq(cells[0], ", ") {
				retired = append(retired, w)
			}
		}
	}
	return words, retired
}

func isHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// refuseInNames looks at the words of every exported name, methods and fields too.
func refuseInNames(t *testing.T, old *regexp.Regexp) {
	parts := regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z]+`)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return cmpSkip(err)
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, name := range exported(f) {
			if spaced := strings.Join(parts.FindAllString(name, -1), " "); old.MatchString(spaced) {
				t.Errorf("%s: the name %s has a retired word", path, name)
			}
		}
		if old.MatchString(f.Name.Name) || old.MatchString(strings.NewReplacer("_", " ", ".", " ").Replace(filepath.Base(path))) {
			t.Errorf("%s: the name of the file or its package is retired", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// roundabout matches what a reader must turn round: the subject and the verb say nothing, and the sentence
// begins after them. Say "row holds", "count returns", "the host's" instead.
var roundabout = regexp.MustCompile(`\b(is|are|was|were) (what|who|that of|those of)\b|\bthat of\b|\bthose of them\b`)

// refuseInComments looks at all comments, of tests too.
func refuseInComments(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return cmpSkip(err)
		}
		if !strings.HasSuffix(path, ".go") || filepath.Base(path) == "glossary_test.go" {
			return nil
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, group := range f.Comments {
			found++
			text := strings.Join(strings.Fields(group.Text()), " ")
			if m := roundabout.FindString(text); m != "" {
				t.Errorf("%s: a comment says %q: %s", files.Position(group.Pos()), m, text)
			}
		}
		return nil
	})
	if err != nil || found < 10_000 {
		t.Fatalf("%d comments, %v", found, err)
	}
}

// cmpSkip skips a folder, unless it could not be read.
func cmpSkip(err error) error {
	if err != nil {
		return err
	}
	return filepath.SkipDir
}

// exported returns the exported names that f declares.
func exported(f *ast.File) (names []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names = append(names, n.Name.Name)
			return false
		case *ast.TypeSpec:
			names = append(names, n.Name.Name)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names = append(names, id.Name)
			}
		case *ast.Field:
			for _, id := range n.Names {
				names = append(names, id.Name)
			}
		}
		return true
	})
	return slices.DeleteFunc(names, func(s string) bool { return !ast.IsExported(s) })
}

// refuseInHelp looks at all that --help prints.
func refuseInHelp(t *testing.T, old *regexp.Regexp) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		text := []string{c.Name(), c.Short, c.Long}
		c.Flags().VisitAll(func(f *pflag.Flag) { text = append(text, f.Name+": "+f.Usage) })
		c.PersistentFlags().VisitAll(func(f *pflag.Flag) { text = append(text, f.Name+": "+f.Usage) })
		for _, s := range text {
			for line := range strings.Lines(s) {
				if m := old.FindString(line); m != "" {
					t.Errorf("%s: the help says %q: %s", c.CommandPath(), m, strings.TrimSpace(line))
				}
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(program.Ontocrawl(&cli.App{}))
}

// refuseInDocs looks at the documents, but for what tells of the past.
func refuseInDocs(t *testing.T, old *regexp.Regexp) {
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(docs) < 10 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	code := regexp.MustCompile("`[^`]*`|(?i)typhoon.desk") // names of keys and files, the old ones too; a host of the synthetic web
	for _, name := range append(docs, "../../README.md", "../../README.zh-CN.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if m := old.FindString(code.ReplaceAllString(line, "")); m != "" && filepath.Base(name) != "glossary.md" {
				t.Errorf("%s:%d says %q: %s", name, n, m, strings.TrimSpace(line))
			}
		}
	}
}
