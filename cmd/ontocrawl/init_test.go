package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// What init writes from standard input passes job check, and it overwrites nothing.
func TestInit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "jobs.yaml")
	owl := write(t, dir, "hazards.ttl", hazards)
	if r := ontocrawlIn(t, "no such topic\n"+owl+"\nzh\nweather.example.org\n\n10m\n", "init", file); r.code != cli.ExitOK ||
		!strings.Contains(r.out, "job check "+file) || !strings.Contains(r.err, "5/5 ") || !strings.Contains(r.err, "does not work") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	before, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(before), "ontology: hazards.ttl\n") {
		t.Fatalf("%v\n%s", err, before)
	}
	if r := ontocrawl(t, "job", "check", file); r.code != cli.ExitOK || !strings.Contains(r.out, "hazards: @every 10m") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	again := []string{"init", file, "--yes", "--topic", "typhoon", "--sources", "https://weather.example.org/"}
	if r := ontocrawl(t, again...); r.code != cli.ExitUsage || !strings.Contains(r.err, "--force") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("overwritten: %v\n%s", err, after)
	}
	if r := ontocrawl(t, append(again, "--force", "--lang", "zh")...); r.code != cli.ExitOK || !strings.Contains(r.out, "已写成") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	for _, c := range [][]string{
		{"--yes"}, {"--yes", "--topic", "typhoon"}, {"--yes", "--topic", "no such topic", "--sources", "a.example"},
		{"--topic", "typhoon"}, // standard input has nothing
		{"--yes", "--topic", "typhoon", "--sources", "searxng=http://localhost:8888", "--every", "soon"},
	} {
		other := filepath.Join(dir, "other.yaml")
		if r := ontocrawl(t, append([]string{"init", other}, c...)...); r.code != cli.ExitUsage || !strings.HasPrefix(r.err[strings.LastIndex(strings.TrimSpace(r.err), "ontocrawl: "):], "ontocrawl: --") {
			t.Errorf("%q: code %d\n%s%s", c, r.code, r.out, r.err)
		}
		if _, err := os.Stat(other); err == nil {
			t.Errorf("%q wrote a file", c)
		}
	}
}
