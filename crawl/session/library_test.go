package session_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLibraryPage: every block of Go in docs/library.md stands in the example that
// it names, whose output is checked.
func TestLibraryPage(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)<!-- (\\S+) -->\n```go\n(.*?)```\n").FindAllStringSubmatch(string(page), -1)
	if n := strings.Count(string(page), "```go"); n != len(blocks) || n == 0 {
		t.Errorf("%d of %d blocks name their example", len(blocks), n)
	}
	for _, b := range blocks {
		example, err := os.ReadFile(filepath.Join(root, b[1]))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(flat(string(example)), flat(b[2])) {
			t.Errorf("%s does not hold:\n%s", b[1], b[2])
		}
	}
}

// flat is source without the tabs that lines begin with.
func flat(source string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		b.WriteString(strings.TrimLeft(line, "\t"))
	}
	return b.String()
}
