package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/check"
)

// The pages for authors hold an example that is fine by all rules, explain
// every rule, and show pictures that are there.
func TestOntologyDocs(t *testing.T) {
	t.Parallel()
	example := regexp.MustCompile("(?s)```turtle\n(.*?)```")
	picture := regexp.MustCompile(`!\[[^\]]+\]\(([^)]+)\)`)
	rule := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| (ERROR|WARN|INFO) \\|")
	for _, page := range []string{"ontologies.md", "ontologies.zh-CN.md"} {
		text := readFile(t, filepath.Join("..", "..", "docs"), page)
		m := example.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%s has no example", page)
		}
		file := write(t, t.TempDir(), "example.ttl", m[1])
		if r := ontocrawl(t, "ontology", "validate", file, "--strict"); r.code != cli.ExitOK || !strings.Contains(r.out, "nothing to report") {
			t.Errorf("%s: the example: code %d\n%s%s", page, r.code, r.out, r.err)
		}
		tree := ontocrawl(t, "ontology", "tree", "天气灾害", "--ontology", file)
		contains(t, page, tree.out, "台风 (typhoon) = 飓风, hurricane", "[Includes(causes)] 风暴潮")
		for _, p := range picture.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", "..", "docs", p[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
		mapping := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(text)
		if mapping == nil {
			t.Fatalf("%s has no mapping", page)
		}
		settings := write(t, t.TempDir(), "settings.yaml", mapping[1])
		r := ontocrawl(t, "config", "--config", settings)
		contains(t, page, r.out+r.err, "影响: includes, hasGrade: ignore, obo:RO_0002220: ignore", "settings.yaml:1")
		explained := map[string]string{}
		for _, r := range rule.FindAllStringSubmatch(text, -1) {
			explained[r[1]] = r[2]
		}
		for _, r := range check.Rules() {
			if explained[string(r.ID)] != r.Level.String() {
				t.Errorf("%s: rule %s is %s, explained as %q", page, r.ID, r.Level, explained[string(r.ID)])
			}
			delete(explained, string(r.ID))
		}
		for id := range explained {
			t.Errorf("%s: there is no rule %s", page, id)
		}
	}
}
