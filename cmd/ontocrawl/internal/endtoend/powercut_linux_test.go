package endtoend

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
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
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// A powerDisk is a file system of its own, whose power can be cut.
type powerDisk struct{ image, dir string }

// newPowerDisk makes a disk that keeps little of what was not forced to it: the size and the name of a file may be there
// before its bytes (data=writeback), and a file that replaces another one is not written first (noauto_da_alloc). See ext4(5).
func newPowerDisk(t *testing.T) *powerDisk {
	t.Helper()
	dir := t.TempDir()
	d := &powerDisk{image: filepath.Join(dir, "image"), dir: filepath.Join(dir, "disk")}
	if err := os.Mkdir(d.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "image", "")
	// It is sparse: it takes what is written. A daemon begins no run on a disk with less than one GiB free.
	if err := os.Truncate(d.image, 8<<30); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", d.image).CombinedOutput(); err != nil {
		t.Skipf("no file system can be made here: %v\n%s", err, out)
	}
	if err := d.mount(); err != nil {
		t.Skipf("no file system can be mounted here (needs root and loop devices): %v", err)
	}
	t.Cleanup(func() { unix.Unmount(d.dir, unix.MNT_DETACH) }) //nolint:errcheck // it may be gone
	return d
}

func (d *powerDisk) mount() error {
	if out, err := exec.Command("mount", "-t", "ext4", "-o", "loop,noauto_da_alloc,commit=1,data=writeback", d.image, d.dir).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// cut cuts the power while cmd writes: what the file system holds back, its own log among it, is lost. Then cmd is killed and
// the disk comes back. The request is EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (Linux, include/uapi/linux/ext4.h).
func (d *powerDisk) cut(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	f, err := os.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	err = unix.IoctlSetPointerInt(int(f.Fd()), 0x8004587d, 2)
	f.Close()          //nolint:errcheck // it was read only
	cmd.Process.Kill() //nolint:errcheck // it may have ended
	cmd.Wait()         //nolint:errcheck // it was killed
	if err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if err = unix.Unmount(d.dir, 0); err == nil {
			break
		}
		if time.Since(begun) > 20*time.Second {
			t.Fatal(err)
		}
	}
	if err := d.mount(); err != nil {
		t.Fatal(err)
	}
}

// startPowered starts a program that the power cut will end.
func startPowered(t *testing.T, bin string, args ...string) (*exec.Cmd, *cmdtest.Buffer) {
	t.Helper()
	cmd, said := exec.Command(bin, args...), new(cmdtest.Buffer)
	cmd.Env, cmd.Stderr = cmdtest.Env(), said
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, said
}

// accepted asks of verify and repair that the folder is sound, or becomes so.
func accepted(t *testing.T, folder string) {
	t.Helper()
	v := ontocrawl(t, "verify", folder)
	if v.code == cli.ExitOK {
		return
	}
	r := ontocrawl(t, "repair", folder)
	t.Logf("verify: %d\n%s%srepair: %d\n%s%s", v.code, v.out, v.err, r.code, r.out, r.err)
	if v = ontocrawl(t, "verify", folder); v.code != cli.ExitOK {
		t.Fatalf("after repair: %d\n%s%s", v.code, v.out, v.err)
	}
}

// The power fails while a crawl writes, again and again. Each time verify, or repair, makes the folder sound, the crawl goes
// on, and no page is lost or doubled that pages.jsonl had before.
func TestPowerCutCrawl(t *testing.T) {
	t.Parallel()
	disk, d := newPowerDisk(t), newDamageTrial(t)
	run := filepath.Join(disk.dir, "run")
	const seed = 33
	t.Logf("moments drawn with seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	rounds := 5
	if long() {
		rounds = 20
	}
	for n := range rounds {
		cmd, said := startPowered(t, buildBinary(t), append(slices.Clone(d.args), "--out", run, "--max-pages", "100000")...)
		time.Sleep(time.Duration(300+rng.IntN(1500)) * time.Millisecond)
		recorded := bytes.Split(read(filepath.Join(run, "pages.jsonl")), []byte("\n"))
		disk.cut(t, cmd)
		if _, err := os.Stat(run); err != nil { // it was not there yet
			continue
		}
		// A cut before the first file was forced to the disk leaves an empty folder, which the crawl below takes.
		if n%2 == 0 && runcheck.IsRun(run) == nil { // the others go on as they are
			accepted(t, run)
		}
		if r := ontocrawl(t, append(slices.Clone(d.args), "--out", run, "--max-pages", "1")...); r.code != cli.ExitOK {
			t.Fatalf("cut %d: the crawl does not go on: %d\n%s\nbefore:\n%s", n, r.code, r.err, said.String())
		}
		now := map[string]int{}
		for line := range bytes.Lines(read(filepath.Join(run, "pages.jsonl"))) {
			now[string(bytes.TrimSpace(line))]++
		}
		for _, line := range recorded[:len(recorded)-1] {
			if now[string(line)] != 1 {
				t.Errorf("cut %d: %d times %.200s", n, now[string(line)], line)
			}
		}
		t.Logf("cut %d: %d pages were recorded, %d are", n, len(recorded)-1, len(now))
		if rep := verifyRun(t, run); !rep.Sound {
			t.Errorf("cut %d: %+v", n, rep.Findings)
		}
	}
}

// The power fails under a daemon while its job runs: the folder is accepted, the next daemon goes on with the history, and
// nobody is told anything twice.
func TestPowerCutJobs(t *testing.T) {
	t.Parallel()
	disk, web := newPowerDisk(t), crawltest.New(crawltest.Options{Seed: 5, Pages: 600})
	server, err := web.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	file := write(t, disk.dir, "jobs.yaml", fmt.Sprintf(`
receivers: [{name: lines, kind: jsonl, path: alerts.jsonl}]
defaults: {allow-private: true, delay: 5ms, retries: 0, contact: "https://tests.example/", segmenter: trie, proxy: "http://%s"}
jobs:
  - {name: typhoon, topic: typhoon, seeds: [%s], schedule: "@every 10s", sitemaps: none, budget: {pages: 150, time: 20s}, alerts: [{name: all, to: [lines], kinds: [new, changed, gone]}]}
`, server.Addr, strings.Join(web.Seeds(5), ", ")))
	if err := exec.Command("sync", file).Run(); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(33, 2))
	folder := filepath.Join(disk.dir, "monitor")
	for n := range 3 {
		cmd, said := startPowered(t, buildBinary(t), "watch", file)
		cmdtest.Until(t, "a daemon after the cut:\n"+said.String(), func() bool { return strings.Contains(said.String(), "the daemon is running") })
		if n == 0 {
			if r := ontocrawl(t, "job", "run", "typhoon", "--jobs", file, "--now"); r.code != cli.ExitOK {
				t.Fatalf("%d\n%s%s", r.code, r.out, r.err)
			}
		}
		run, _ := startPowered(t, buildBinary(t), "job", "run", "typhoon", "--jobs", file, "--now")
		cmdtest.Until(t, "a run:\n"+said.String(), func() bool { return strings.Contains(said.String(), "run begins") })
		time.Sleep(time.Duration(rng.IntN(1500)) * time.Millisecond)
		disk.cut(t, cmd)
		run.Process.Kill() //nolint:errcheck // it may have ended
		run.Wait()         //nolint:errcheck // it was killed
		accepted(t, folder)
		if r := ontocrawl(t, "job", "history", "typhoon", "--jobs", file); r.code != cli.ExitOK || !strings.Contains(r.out, "typhoon/1") {
			t.Errorf("cut %d: the history: %d\n%s%s", n, r.code, r.out, r.err)
		}
		told := slices.Sorted(strings.Lines(string(read(filepath.Join(folder, "alerts.jsonl")))))
		if once := slices.Compact(slices.Clone(told)); len(once) != len(told) || len(told) == 0 {
			t.Errorf("cut %d: %d were told, %d of them once", n, len(told), len(once))
		}
		t.Logf("cut %d: %d were told\n%s", n, len(told), said.String())
	}
}

// The power fails under a node of a cluster: its folder is accepted, and the next node takes it.
func TestPowerCutNode(t *testing.T) {
	t.Parallel()
	disk := newPowerDisk(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close() //nolint:errcheck // the port is free now
	folder := filepath.Join(disk.dir, "node")
	rng := rand.New(rand.NewPCG(33, 3))
	for n := range 4 {
		cmd, said := startPowered(t, cmdtest.Node(t), "run", "--topic", "typhoon", "--data", folder, "--join", at, "--listen", at, "--cluster-nodes", "1")
		if n > 0 {
			cmdtest.Until(t, "the node of a folder after a cut", func() bool {
				if cmd.Process.Signal(syscall.Signal(0)) != nil {
					t.Fatal(said.String())
				}
				return strings.Contains(said.String(), "is part of the cluster")
			})
		}
		time.Sleep(time.Duration(200+rng.IntN(1200)) * time.Millisecond)
		disk.cut(t, cmd)
		// The first node may be cut before it has put its name on the disk, and has promised nothing then: the next one takes
		// what it left. A node that said it is part of the cluster has.
		if n == 0 && !node.Has(folder) {
			continue
		}
		accepted(t, folder)
	}
}
