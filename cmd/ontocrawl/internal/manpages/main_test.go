package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
)

// Each command and flag is in the page, and no line of text is taken for a request of man(7).
func TestPage(t *testing.T) {
	root := program.Ontocrawl(&cli.App{})
	got := page(root)
	for _, want := range []string{".TH ONTOCRAWL 1", `.SS ontocrawl try PAGE`, `.SS ontocrawl job run`, `.B \-\-max\-pages int`, "ontocrawl similarity 台风 风暴潮"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not there", want)
		}
	}
	for line := range strings.Lines(got) {
		if request, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(request, ".") && !strings.Contains(" .TH .SH .SS .PP .TP .B .nf .fi ", " "+request+" ") {
			t.Errorf("a line begins with %s", request)
		}
	}
	if got := text(".x\n'y\n a\\-b"); got != "\\&.x\n\\&'y\n a\\e\\-b" {
		t.Errorf("%q", got)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("no groff")
	}
	cmd := exec.Command(groff, "-man", "-Kutf8", "-Tutf8", "-ww", "-z")
	cmd.Stdin = strings.NewReader(got)
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "macro") {
		t.Errorf("%v: %.300s", err, out)
	}
}
