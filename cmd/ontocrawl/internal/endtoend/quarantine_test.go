package endtoend

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// A deadlyWeb has a page that kills the crawler, among twenty that do not.
type deadlyWeb struct {
	*httptest.Server
	deadly func(w http.ResponseWriter) // answers the deadly page

	mu    sync.Mutex
	cmd   *exec.Cmd
	asked map[string]int
}

const deadlyPath = "/p7"

func newDeadlyWeb(t *testing.T, deadly func(web *deadlyWeb, w http.ResponseWriter)) *deadlyWeb {
	t.Helper()
	d := &deadlyWeb{asked: map[string]int{}}
	d.deadly = func(w http.ResponseWriter) { deadly(d, w) }
	d.Server = httptest.NewServer(d)
	t.Cleanup(d.Close)
	return d
}

func (d *deadlyWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	d.asked[r.URL.Path]++
	d.mu.Unlock()
	switch {
	case r.URL.Path == "/":
		var links strings.Builder
		for i := range 20 {
			fmt.Fprintf(&links, `<a href="/p%d">typhoon %d</a> `, i, i)
		}
		d.page(w, "/", links.String())
	case r.URL.Path == deadlyPath:
		d.deadly(w)
	case strings.HasPrefix(r.URL.Path, "/p"):
		time.Sleep(20 * time.Millisecond) // so that several are in flight
		d.page(w, r.URL.Path, "")
	default:
		http.NotFound(w, r)
	}
}

func (d *deadlyWeb) page(w http.ResponseWriter, name, links string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, page1("Typhoon warning "+name, storm+" "+name, links))
}

// kill is SIGKILL to the process that asks.
func (d *deadlyWeb) kill() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cmd != nil {
		d.cmd.Process.Kill() //nolint:errcheck // it may be dead already
	}
}

// crawl runs the real program once. limit is a prefix of its command, such as one that
// limits its memory.
func (d *deadlyWeb) crawl(t *testing.T, out string, limit []string, args ...string) (text string, err error) {
	t.Helper()
	seeds := write(t, filepath.Dir(out), "seeds.txt", d.URL+"/\n")
	all := append(slices.Clone(limit), buildBinary(t), "crawl", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--allow-private", "--delay", "0s",
		"--per-host", "8", "--segmenter", "trie", "--contact", "https://tests.example/", "--sitemaps", "none", "--site-search", "off", "--log-level", "info")
	all = append(all, args...)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, all[0], all[1:]...)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, config.EnvPrefix) })
	var e bytes.Buffer
	cmd.Stderr = &e
	d.mu.Lock()
	if err := cmd.Start(); err != nil {
		d.mu.Unlock()
		t.Fatal(err)
	}
	d.cmd = cmd
	d.mu.Unlock()
	err = cmd.Wait()
	if ctx.Err() != nil {
		t.Fatalf("the crawl did not end:\n%s", &e)
	}
	return e.String(), err
}

// whole checks that the run has every page but the deadly one, each once.
func (d *deadlyWeb) whole(t *testing.T, out string, deadly int) {
	t.Helper()
	count := map[string]int{}
	for p, err := range rundir.Pages(out) {
		if err != nil {
			t.Fatal(err)
		}
		count[strings.TrimPrefix(p.URL, d.URL)]++
	}
	for i := range 20 {
		path, want := fmt.Sprintf("/p%d", i), 1
		if path == deadlyPath {
			want = deadly
		}
		if count[path] != want {
			t.Errorf("%s is recorded %d times, want %d", path, count[path], want)
		}
	}
}

// The server kills the crawler whenever it asks for one page. The third death convicts
// that page; all others are recorded; asked for on demand, the page is read.
func TestQuarantine(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the program five times: not with -short")
	}
	for _, mode := range []string{"--deterministic=true", "--deterministic=false"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			calm := false
			d := newDeadlyWeb(t, func(d *deadlyWeb, w http.ResponseWriter) {
				if !calm {
					d.kill()
				}
				d.page(w, deadlyPath, "")
			})
			out := filepath.Join(t.TempDir(), "run")
			deaths := 0
			var text string
			for err := error(nil); ; deaths++ {
				if text, err = d.crawl(t, out, nil, mode); err == nil {
					break
				}
				if state := d.cmd.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() || deaths > 5 {
					t.Fatalf("%v after %d deaths\n%s", err, deaths, text)
				}
			}
			if deaths != 3 || d.asked[deadlyPath] != 3 {
				t.Errorf("%d deaths, %d requests for the deadly page, want 3 of both\n%s", deaths, d.asked[deadlyPath], text)
			}
			d.whole(t, out, 0)
			rep := statusOf(t, out)
			if len(rep.Quarantined) != 1 || rep.Quarantined[0].URL != d.URL+deadlyPath || rep.Errors["quarantined"] != 1 || !rep.Finished {
				t.Errorf("status: %+v, %v", rep.Quarantined, rep.Errors)
			}
			if r := ontocrawl(t, "status", out); !strings.Contains(r.out, "Quarantined") || !strings.Contains(r.out, deadlyPath) {
				t.Errorf("status:\n%s", r.out)
			}
			// The same command again asks no more.
			if text, err := d.crawl(t, out, nil, mode); err != nil || d.asked[deadlyPath] != 3 {
				t.Fatalf("%v, %d requests\n%s", err, d.asked[deadlyPath], text)
			}
			calm = true
			if text, err := d.crawl(t, out, nil, mode, "--retry-quarantined"); err != nil || d.asked[deadlyPath] != 4 {
				t.Fatalf("%v, %d requests\n%s", err, d.asked[deadlyPath], text)
			}
			d.whole(t, out, 1)
			if rep := statusOf(t, out); len(rep.Quarantined) != 0 {
				t.Errorf("status afterwards: %+v", rep.Quarantined)
			}
		})
	}
}

// Under a limit of memory a huge page makes Go end the process: two deaths convict it.
func TestQuarantineNoMemory(t *testing.T) {
	t.Parallel()
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("needs RLIMIT_AS, and runs the program three times: not with -short")
	}
	piece := bytes.Repeat([]byte("typhoon "), 1<<17)
	d := newDeadlyWeb(t, func(_ *deadlyWeb, w http.ResponseWriter) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		for range 1024 { // a gigabyte, unless the client dies
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	})
	out := filepath.Join(t.TempDir(), "run")
	// What the process needs by itself is mostly not in use: maps of the database's
	// logs, and what Go reserves. The 256 MB are beyond that.
	limit := []string{"sh", "-c", fmt.Sprintf("ulimit -v %d && exec \"$@\"", (hollow(t)+256<<20)>>10), "sh"}
	deaths := 0
	var text string
	for err := error(nil); ; deaths++ {
		if text, err = d.crawl(t, out, limit, "--max-body", fmt.Sprint(1<<30)); err == nil {
			break
		}
		if deaths > 4 || !strings.Contains(text, "out of memory") && !strings.Contains(text, "cannot allocate memory") {
			t.Fatalf("%v after %d deaths\n%.3000s", err, deaths, text)
		}
	}
	if deaths != 2 {
		t.Errorf("%d deaths, want 2\n%s", deaths, text)
	}
	d.whole(t, out, 0)
	if rep := statusOf(t, out); len(rep.Quarantined) != 1 || rep.Quarantined[0].URL != d.URL+deadlyPath {
		t.Errorf("status: %+v", rep.Quarantined)
	}
}

// hollow is the address space of a crawl of small pages.
func hollow(t *testing.T) (size int) {
	t.Helper()
	var d *deadlyWeb
	d = newDeadlyWeb(t, func(_ *deadlyWeb, w http.ResponseWriter) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
		if err == nil {
			_, after, _ := strings.Cut(string(text), "VmPeak:")
			fmt.Sscan(after, &size) //nolint:errcheck // checked below
		}
		d.page(w, deadlyPath, "")
	})
	if text, err := d.crawl(t, filepath.Join(t.TempDir(), "run"), nil); err != nil || size == 0 {
		if size == 0 && err == nil {
			t.Skip("this system does not tell the address space of a process")
		}
		t.Fatalf("%v\n%s", err, text)
	}
	return size << 10
}

// Whoever kills the process twice, whatever is in flight, quarantines no page.
func TestOperatorKillsTwice(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the program three times: not with -short")
	}
	kills := 0
	d := newDeadlyWeb(t, func(d *deadlyWeb, w http.ResponseWriter) {
		if kills++; kills <= 2 {
			d.kill()
		}
		d.page(w, deadlyPath, "")
	})
	out := filepath.Join(t.TempDir(), "run")
	for range 2 {
		if _, err := d.crawl(t, out, nil); err == nil {
			t.Fatal("not killed")
		}
	}
	if text, err := d.crawl(t, out, nil); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	d.whole(t, out, 1)
}
