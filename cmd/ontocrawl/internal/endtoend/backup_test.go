package endtoend

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// Backups are made while a crawl goes on, and after it was killed. Each is restored to a sound folder, from which the crawl
// goes on to the same pages as one that nobody disturbed. A backup that is killed leaves the earlier one.
func TestBackup(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs several crawls: not with -short")
	}
	web := crawltest.New(crawltest.Options{Seed: 3, Pages: 1600})
	server, err := web.Serve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	dir := t.TempDir()
	k := &killTrial{bin: buildBinary(t), proxy: "http://" + server.Addr, seeds: filepath.Join(dir, "seeds.txt"), pages: 500, delay: 5 * time.Millisecond}
	write(t, dir, "seeds.txt", strings.Join(web.Seeds(5), "\n"))
	calm, run := filepath.Join(dir, "calm"), filepath.Join(dir, "run")
	k.finish(t, calm)
	want := addresses(t, calm)
	cmd := k.command(run)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() //nolint:errcheck // it has ended
	for begun := time.Now(); len(read(filepath.Join(run, rundir.PagesFile))) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal("no page is recorded")
		}
	}
	var files []string
	for n := range 4 {
		if n == 3 {
			cmd.Process.Kill() //nolint:errcheck // it may have ended
			cmd.Wait()         //nolint:errcheck // it was killed
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.tar.zst", n))
		if r := ontocrawl(t, "backup", run, "-o", file); r.code != cli.ExitOK {
			t.Fatalf("backup %d: exit code %d\n%s%s", n, r.code, r.out, r.err)
		}
		files = append(files, file)
	}
	for n, file := range files {
		to := filepath.Join(dir, fmt.Sprintf("restored-%d", n))
		if r := ontocrawl(t, "restore", file, to); r.code != cli.ExitOK {
			t.Fatalf("restore %d: exit code %d\n%s%s", n, r.code, r.out, r.err)
		}
		if rep := verifyRun(t, to); !rep.Sound {
			t.Errorf("restored %d: %+v", n, rep.Findings)
		}
		if _, err := os.Stat(filepath.Join(to, rundir.StatusFile)); err == nil {
			t.Errorf("restored %d: %s names the process and the folders of the machine", n, rundir.StatusFile)
		}
		if r := ontocrawl(t, "restore", file, to); r.code != cli.ExitConflict {
			t.Errorf("restore over a folder: exit code %d\n%s", r.code, r.err)
		}
		t.Logf("backup %d has %d pages", n, len(addresses(t, to)))
		k.finish(t, to)
		if d := cmp.Diff(want, addresses(t, to)); d != "" {
			t.Errorf("the crawl that went on from backup %d has other pages:\n%.2000s", n, d)
		}
	}
	was := read(files[0])
	for n := range 6 {
		cmd := exec.Command(k.bin, "backup", calm, "-o", files[0])
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(n*40) * time.Millisecond)
		cmd.Process.Kill() //nolint:errcheck // it may have ended
		if cmd.Wait() != nil && string(read(files[0])) != string(was) {
			t.Errorf("a backup that was killed has replaced the earlier one")
		}
		was = read(files[0])
	}
	if r := ontocrawl(t, "backup", calm, "-o", files[0]); r.code != cli.ExitOK {
		t.Errorf("after kills: exit code %d\n%s", r.code, r.err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*copy.tmp")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// addresses are the pages of a run, in order.
func addresses(t *testing.T, run string) (all []string) {
	t.Helper()
	for p, err := range rundir.Pages(run) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.URL)
	}
	return all
}
