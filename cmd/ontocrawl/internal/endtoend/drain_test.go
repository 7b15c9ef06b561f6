//go:build unix

package endtoend

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// hanging is a web that falls silent after so many answers: every later request
// is taken and never answered.
type hanging struct {
	web   http.Handler
	after atomic.Int64
	n     atomic.Int64
	hangs atomic.Int64
}

func (h *hanging) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.n.Add(1) > h.after.Load() {
		h.hangs.Add(1)
		<-r.Context().Done()
		return
	}
	h.web.ServeHTTP(w, r)
}

// drainTrial is a crawl whose servers hang, and its process.
func drainTrial(t *testing.T) (k *killTrial, h *hanging, out string) {
	t.Helper()
	web := crawltest.New(crawltest.Options{Seed: 4, Pages: 600, Hosts: 20})
	h = &hanging{web: web}
	h.after.Store(150)
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	dir := t.TempDir()
	k = &killTrial{bin: buildBinary(t), proxy: server.URL, seeds: filepath.Join(dir, "seeds.txt"), pages: 400, delay: time.Millisecond}
	if err := os.WriteFile(k.seeds, []byte(strings.Join(web.Seeds(5), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return k, h, filepath.Join(dir, "run")
}

// until waits for what must come.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	pacetest.Until(t, 2*time.Minute, what, ok)
}

// A signal ends a crawl in order within ten seconds though no server answers any
// more; nothing of what it recorded is lost.
func TestDrain(t *testing.T) {
	t.Parallel() // it waits more than it works
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(sig.String(), func(t *testing.T) {
			k, h, out := drainTrial(t)
			cmd := k.command(out)
			var text bytes.Buffer
			cmd.Stdout, cmd.Stderr = &text, &text
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			until(t, "the servers to hang", func() bool { return h.hangs.Load() >= 1 })
			start := time.Now()
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			took := time.Since(start)
			if pacetest.Over(took, 10*time.Second) || cmd.ProcessState.ExitCode() != cli.ExitInterrupted {
				t.Errorf("after %v: %v\n%s", took, cmd.ProcessState, &text)
			}
			t.Logf("drained in %v", took.Round(time.Millisecond))
			before := readLines(t, out)
			if len(before) < 50 || !strings.Contains(text.String(), "the same command resumes it") {
				t.Errorf("%d pages recorded\n%s", len(before), &text)
			}
			h.after.Store(1 << 40)
			k.finish(t, out)
			if after := readLines(t, out); len(after) != k.pages || !slices.Equal(after[:len(before)], before) {
				t.Errorf("%d pages after %d", len(after), len(before))
			}
		})
	}
}

// A second signal cuts at once, wherever the first one's work stands. Here that
// stands at printing the summary to somebody who does not read.
func TestDrainTwice(t *testing.T) {
	t.Parallel() // it waits more than it works
	k, h, out := drainTrial(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	fillPipe(t, w)
	cmd := k.command(out)
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	until(t, "the servers to hang", func() bool { return h.hangs.Load() >= 1 })
	signal := func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	signal()
	until(t, "the drain", func() bool {
		return strings.Contains(string(read(filepath.Join(out, "summary.json"))), `"interrupted"`)
	})
	select {
	case <-ended:
		t.Fatal("the process ended though nobody read its summary")
	case <-time.After(100 * time.Millisecond):
	}
	signal()
	select {
	case <-ended:
	case <-time.After(pacetest.Times(30 * time.Second)):
		t.Fatal("a second signal did not end the process")
	}
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || ws.Signal() != syscall.SIGINT {
		t.Errorf("ended by %v, want the second signal", cmd.ProcessState)
	}
	h.after.Store(1 << 40)
	k.finish(t, out)
	if n := len(readLines(t, out)); n != k.pages {
		t.Errorf("%d pages at the end", n)
	}
}

// A process that cannot get in order is cut after ten seconds by itself.
func TestDrainStuck(t *testing.T) {
	t.Parallel() // it waits more than it works
	if testing.Short() {
		t.Skip("waits for ten seconds: not with -short")
	}
	k, h, out := drainTrial(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	fillPipe(t, w)
	cmd := k.command(out)
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the servers to hang", func() bool { return h.hangs.Load() >= 1 })
	start := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if took := time.Since(start); pacetest.Over(took, 10*time.Second) || cmd.ProcessState.ExitCode() != cli.ExitInterrupted {
		t.Errorf("after %v: %v", took, cmd.ProcessState)
	}
}

// fillPipe writes to w until nothing more fits. The child's writes then block.
func fillPipe(t *testing.T, w *os.File) {
	t.Helper()
	if err := w.SetWriteDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
		t.Skipf("a pipe without deadlines: %v", err)
	}
	_, err := w.Write(make([]byte, 1<<22))
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("a pipe took 4 MB: %v", err)
	}
}
