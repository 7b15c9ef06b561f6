package backup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A line that is too long is named, and those after it are read.
func TestLongLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "alerts.jsonl")
	long := strings.Repeat("x", longestLine+1)
	if err := os.WriteFile(name, []byte("one\n"+long+"\n\ntwo\r\n"+long[2:]+"\nlast"), 0o600); err != nil {
		t.Fatal(err)
	}
	var lines, named []string
	b := &builder{act: func(what english.Phrase) { named = append(named, what.String()) }}
	if err := b.eachLine(name, func(line []byte) { lines = append(lines, string(line)) }); err != nil {
		t.Fatal(err)
	}
	if want := []string{"one", "", "two", long[2:], "last"}; !slices.Equal(lines, want) {
		t.Errorf("%d lines", len(lines))
	}
	if want := []string{"line 2 of alerts.jsonl has 16777218 bytes, and is passed over"}; !slices.Equal(named, want) {
		t.Errorf("%q", named)
	}
}
