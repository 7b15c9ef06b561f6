package endtoend

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// A disk that fails once, at a sync: the crawl ends with an error that says so, nothing
// recorded is lost, and the same command goes on. strace lets the system call fail.
func TestDiskErrorOnce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("traces the program: not with -short")
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	if out, err := exec.Command(strace, "-f", "-qq", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO:when=1", "true").CombinedOutput(); err != nil {
		t.Skipf("processes cannot be traced here: %v\n%s", err, out)
	}
	d := newDamageTrial(t)
	run := d.copy(t)
	args := append([]string{"-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,msync", "-e", "inject=fsync,msync:error=EIO:when=12", buildBinary(t)},
		append(d.args, "--out", run, "--max-pages", "90")...)
	cmd := exec.CommandContext(context.Background(), strace, args...)
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Skipf("the crawl has not met the fault\n%.500s", out)
	}
	if !strings.Contains(string(out), "input/output error") {
		t.Errorf("%v: the error does not name its cause:\n%.2000s", err, out)
	}
	recorded := map[string]int{}
	for p, err := range rundir.Pages(run) {
		if err != nil {
			t.Fatal(err)
		}
		recorded[p.URL]++
	}
	if rep := verifyRun(t, run); !rep.Sound {
		t.Errorf("after the fault: %+v", rep.Findings)
	}
	d.crawl(t, run, 90)
	for p, err := range rundir.Pages(run) {
		if err != nil {
			t.Fatal(err)
		}
		delete(recorded, p.URL)
	}
	if len(recorded) > 0 {
		t.Errorf("%d recorded pages are lost in %s", len(recorded), filepath.Base(run))
	}
	if rep := verifyRun(t, run); !rep.Sound {
		t.Errorf("at the end: %+v", rep.Findings)
	}
}
