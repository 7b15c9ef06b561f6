package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// docs/monitoring.md says, in both languages, who may do what: a table made from the routes and the
// settings. ONTOCRAWL_UPDATE=1 writes it.
func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	for _, page := range []struct{ file, lang, head, asks, machine string }{
		{"monitoring.md", "en", "| who | order | name in the audit log |", "everything that is not below", "| set on the machine only | because |"},
		{"monitoring.zh-CN.md", "zh", "| 谁 | 命令 | 审计日志中的名称 |", "下面没有列出的一切", "| 只能在机器上设置 | 因为 |"},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n|---|---|---|\n| `%v` | %s | |\n", page.head, access.Read, page.asks)
		for least := access.Run; least <= access.Admin; least++ {
			for _, r := range api.Routes() {
				if r.Least == least {
					fmt.Fprintf(&b, "| `%v` | `%s` | %s |\n", least, r.Pattern(), code(r.Action))
				}
			}
		}
		fmt.Fprintf(&b, "\n%s\n|---|---|\n", page.machine)
		say := message.New(page.lang).Say
		for _, k := range config.Keys() {
			if k.Machine != "" {
				fmt.Fprintf(&b, "| `%s` | %s |\n", k.Name, say(english.Phrasef("%v", english.Word(string(k.Machine)))))
			}
		}
		const from, to = "<!-- who may do what, by the code (TestWhoMayDoWhat) -->\n", "<!-- end -->\n"
		dir := filepath.Join("..", "..", "docs")
		text := string(read(filepath.Join(dir, page.file)))
		before, rest, ok := strings.Cut(text, from)
		_, after, end := strings.Cut(rest, to)
		if !ok || !end {
			t.Fatalf("%s has no place for the table", page.file)
		}
		want := before + from + b.String() + to + after
		if updating {
			write(t, dir, page.file, want)
		} else if text != want {
			t.Errorf("%s is not as the code says (ONTOCRAWL_UPDATE=1 writes it):\n%s", page.file, cmp.Diff(text, want))
		}
	}
}
