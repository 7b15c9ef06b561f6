package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

func TestReport(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	if r := ontocrawl(t, "report", out); r.code != cli.ExitOK || !strings.Contains(r.out, "report.html") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	text := readFile(t, out, "report.html")
	for _, want := range []string{"Typhoon track and landfall", "4, of which 3 are relevant", "topic: typhoon", "台风登陆"} {
		if !strings.Contains(text, want) {
			t.Errorf("report.html lacks %q", want)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("a title's escape sequence is in the report")
	}
	if r := ontocrawl(t, "report", out, "--out", "-"); r.code != cli.ExitOK || r.out != text {
		t.Errorf("--out -: code %d, %d bytes, want %d", r.code, len(r.out), len(text))
	}
	if r := ontocrawl(t, "report", t.TempDir()); r.code != cli.ExitUsage || !strings.Contains(r.err, "run.yaml") {
		t.Errorf("no run: code %d\n%s", r.code, r.err)
	}
	// A crawl goes on beside its report.
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out); r.code != cli.ExitOK || !strings.Contains(r.out, "finished") {
		t.Errorf("again: code %d\n%s%s", r.code, r.out, r.err)
	}
}
