package runcheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/message"
)

// TestFilesTable: docs/run-folder.md has the table of files, in both languages.
func TestFilesTable(t *testing.T) {
	for lang, page := range map[string]string{"en": "run-folder.md", "zh": "run-folder.zh-CN.md"} {
		p := message.New(lang)
		var b strings.Builder
		b.WriteString("|---|---|---|---|\n")
		for _, f := range runcheck.Files() {
			at := map[runcheck.Place]string{runcheck.Run: "", runcheck.Shared: "(parts) ", runcheck.Jobs: "(jobs) "}[f.In]
			fmt.Fprintf(&b, "| %s`%s` | `%s` | %s | %s |\n", at, f.Pattern, f.Owner, p.Say(f.From), p.Say(f.Check))
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), b.String()) {
			t.Errorf("docs/%s lacks the table\n%s", page, b.String())
		}
	}
}
