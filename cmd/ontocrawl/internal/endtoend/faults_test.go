//go:build linux

package endtoend

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// faultTrial is a killTrial whose writes or requests fail, with what an
// undisturbed run records.
func faultTrial(t *testing.T) (k *killTrial, want []line) {
	t.Helper()
	if testing.Short() {
		t.Skip("crawls hundreds of pages several times: not with -short")
	}
	pages := 300
	if long() {
		pages = 600
	}
	web := crawltest.New(crawltest.Options{Seed: 5, Pages: 2 * pages})
	server, err := web.Serve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	dir := t.TempDir()
	k = &killTrial{bin: buildBinary(t), proxy: "http://" + server.Addr, seeds: filepath.Join(dir, "seeds.txt"), pages: pages, delay: time.Millisecond}
	if err := os.WriteFile(k.seeds, []byte(strings.Join(web.Seeds(5), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	calm := filepath.Join(dir, "calm")
	start := time.Now()
	k.finish(t, calm)
	k.whole = time.Since(start)
	start = time.Now()
	k.finish(t, calm)
	k.open = time.Since(start)
	return k, readLines(t, calm)
}

// same demands the pages of an undisturbed run, and an archive that is whole.
func (k *killTrial) same(t *testing.T, out string, want []line) {
	t.Helper()
	k.finish(t, out)
	if got := readLines(t, out); !slices.Equal(got, want) {
		t.Errorf("the disturbed run differs: %s", firstDifference(got, want))
	}
	checkArchive(t, out)
}

// TestDiskFull: another process fills the disk of a run folder at random moments,
// at once and to the last byte, and frees it again. Each time the crawl ends with
// an error that says so (or is killed by a write to a page of memory that has no
// disk any more), and in the end it has recorded what it should.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	k, want := faultTrial(t)
	mount := t.TempDir()
	if err := unix.Mount("tmpfs", mount, "tmpfs", 0, "size=160m"); err != nil {
		t.Skipf("only root may mount a small disk to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(mount, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	out := filepath.Join(mount, "run")
	const seed = 17
	t.Logf("moments drawn with seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	full, rounds := 0, 5
	if long() {
		rounds = 8
	}
	for n := range rounds {
		cmd := k.command(out)
		var text strings.Builder
		cmd.Stdout, cmd.Stderr = &text, &text
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// However fast the machine has become: the last pages are for the last process.
		after, share := time.Duration(rng.Int64N(int64(k.open+k.whole/time.Duration(rounds-2)))), k.pages*(n+1)/(rounds+4)
		for start := time.Now(); time.Since(start) < after && bytes.Count(read(filepath.Join(out, "pages.jsonl")), []byte{'\n'}) <= share; {
			time.Sleep(2 * time.Millisecond)
		}
		other := fillDisk(t, mount)
		err := waitFor(cmd, time.Minute)
		if err == nil {
			t.Logf("the crawl was done before its disk was full")
			if err := os.Remove(other); err != nil {
				t.Fatal(err)
			}
			break
		}
		full++
		ws, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		tells := strings.Contains(text.String(), "nearly full") || strings.Contains(text.String(), "no space left")
		if sigbus := ws.Signaled() && ws.Signal() == syscall.SIGBUS || strings.Contains(text.String(), "SIGBUS"); !sigbus && (!tells || cmd.ProcessState.ExitCode() != cli.ExitFailure) {
			t.Errorf("on a full disk: %v\n%s", err, &text)
		} else if sigbus {
			t.Logf("ended by a write to mapped memory without disk")
		}
		if err := os.Remove(other); err != nil {
			t.Fatal(err)
		}
	}
	if full < 3 {
		t.Errorf("the disk was full only %d times", full)
	}
	k.same(t, out, want)
}

// fillDisk takes all that is left of the disk of dir and returns the file that
// takes it.
func fillDisk(t *testing.T, dir string) string {
	t.Helper()
	f, err := os.CreateTemp(dir, "other")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for range 1000 { // what the crawl writes meanwhile may be in the way
		var st unix.Statfs_t
		if err := unix.Statfs(dir, &st); err != nil {
			t.Fatal(err)
		}
		size, _ := f.Seek(0, 2)
		left := int64(st.Bavail) * int64(st.Bsize)
		if left < 1<<16 {
			return f.Name()
		}
		if err := unix.Fallocate(int(f.Fd()), 0, size, left); err == nil {
			_, _ = f.Seek(0, 2)
		}
	}
	return f.Name()
}

// waitFor is cmd.Wait that kills a process which does not end.
func waitFor(cmd *exec.Cmd, most time.Duration) error {
	timer := time.AfterFunc(most, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	return cmd.Wait()
}

// TestDescriptors: with few file descriptors a crawl refuses to begin, ends with
// an error that says so, or pauses: in no case does it take for a failure of a
// page what is a want of its own, and with enough of them it ends as another.
func TestDescriptors(t *testing.T) {
	t.Parallel()
	k, want := faultTrial(t)
	out := filepath.Join(t.TempDir(), "run")
	refused, paused := 0, 0
	for _, n := range []int{10, 18, 24, 26, 28, 30, 31, 32, 33, 34, 36} {
		cmd := k.command(out)
		sh := exec.Command("/bin/sh", append([]string{"-c", fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, n)}, cmd.Args...)...)
		sh.Env = cmd.Env
		var text strings.Builder
		sh.Stdout, sh.Stderr = &text, &text
		if err := sh.Start(); err != nil {
			t.Fatal(err)
		}
		err := waitForInterrupt(sh, k.open+k.whole/8)
		switch code := sh.ProcessState.ExitCode(); {
		case err == nil || code == cli.ExitInterrupted:
			if strings.Contains(text.String(), "the crawl pauses") {
				paused++
			}
		case strings.Contains(text.String(), "too many open files"):
			refused++
		default:
			t.Errorf("with %d descriptors: %v\n%s", n, err, &text)
		}
	}
	t.Logf("refused or ended %d times, paused %d times", refused, paused)
	if refused+paused == 0 {
		t.Error("there were always enough descriptors")
	}
	k.same(t, out, want)
}

// waitForInterrupt lets cmd run for a while and interrupts it then.
func waitForInterrupt(cmd *exec.Cmd, after time.Duration) error {
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Signal(os.Interrupt) })
	defer timer.Stop()
	return waitFor(cmd, time.Minute)
}
