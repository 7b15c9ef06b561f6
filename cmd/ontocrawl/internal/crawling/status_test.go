package crawling

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func statusOf(t *testing.T, dir string) progress.Report {
	t.Helper()
	r := ontocrawl(t, "status", dir, "--json")
	var rep progress.Report
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil || r.code != cli.ExitOK {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	return rep
}

func TestStatusOfFinished(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	args := []string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out}
	if r := ontocrawl(t, args...); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	rep := statusOf(t, out)
	if rep.Running || !rep.Finished || rep.State != "exhausted" || rep.Pages != 4 || rep.Relevant != 3 || rep.Failures != 2 ||
		rep.Errors["status 4xx"] != 1 || rep.Errors["not a page"] != 1 || rep.Hosts != 1 || len(rep.Last) != 4 {
		t.Errorf("%+v", rep)
	}
	r := ontocrawl(t, "status", out)
	for _, want := range []string{"finished: no link is left to follow", "pages", "4 of 500", "75 %", "not a page", "http://a.example/3"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if strings.Contains(r.out, "\x1b") || strings.Contains(r.out, "resumes it") {
		t.Errorf("an escape sequence, or advice for a finished run:\n%s", r.out)
	}
	// Without status.json (an older version's run) the summary tells.
	if err := os.Remove(filepath.Join(out, "status.json")); err != nil {
		t.Fatal(err)
	}
	if old := statusOf(t, out); !old.Finished || old.Pages != 4 || old.Errors["status 4xx"] != 1 || old.Hosts != 1 {
		t.Errorf("by the summary: %+v", old)
	}
}

// A running crawl is read from outside; then it is interrupted, and status says
// what resumes it.
func TestStatusOfRunning(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/", "/1":
		case "/slow": // hangs
			<-r.Context().Done()
			return
		default: // no robots.txt, no sitemaps
			http.NotFound(w, r)
			return
		}
		next := map[string]string{"/": "/1", "/1": "/slow"}[r.URL.Path]
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page1("Typhoon \x1b]0;x\x07", storm, `<a href="`+next+`">Typhoon warning</a>`)))
	}))
	defer server.Close()
	defer server.CloseClientConnections()
	dir := t.TempDir()
	out := filepath.Join(dir, "run it")
	seeds := write(t, dir, "seeds.txt", server.URL+"/\n")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan result, 1)
	go func() {
		var o, e bytes.Buffer
		code := run(ctx, []string{"crawl", "--fresh", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--allow-private", "--delay", "0s", "--segmenter", "trie", "--stats", "--metrics", "127.0.0.1:0"},
			cli.Streams{In: strings.NewReader(""), Out: &o, Err: &e}, []string{"ONTOCRAWL_WORKERS=3"})
		ended <- result{code, o.String(), e.String()}
	}()
	var rep progress.Report
	pacetest.Until(t, 30*time.Second, "two pages", func() bool {
		if exists(filepath.Join(out, "status.json")) {
			rep = statusOf(t, out)
		}
		return rep.Pages >= 2
	})
	if !rep.Running || rep.Finished || rep.State != progress.Crawling || rep.Process != os.Getpid() || rep.Budget != 500 {
		t.Errorf("%+v", rep)
	}
	if r := ontocrawl(t, "status", out); !strings.Contains(r.out, "crawling, process ") || !strings.Contains(r.out, "pages/s") || strings.Contains(r.out, "\x1b") {
		t.Errorf("running:\n%s", r.out)
	}
	resp, err := http.Get("http://" + rep.Metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nontocrawl_pages 2\n", "\nontocrawl_fetches_total{class=\"2xx\"} 2\n", "\nontocrawl_robots_checks_total{outcome=\"allowed\"} ", "\nontocrawl_state_bytes{kind=\"memtables\"} ", "\nontocrawl_stage_processor_seconds_total{stage=\"read\"} "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("metrics lack %q:\n%s", want, text)
		}
	}
	stop()
	if r := <-ended; r.code != cli.ExitInterrupted {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	rep = statusOf(t, out)
	if rep.Running || rep.Finished || rep.State != "interrupted" {
		t.Errorf("%+v", rep)
	}
	r := ontocrawl(t, "status", out, "--watch") // ends by itself, for the crawl has
	want := " && ONTOCRAWL_WORKERS=3 ontocrawl crawl --topic typhoon --seeds "
	if !strings.Contains(r.out, want) || strings.Contains(r.out, "--fresh") || !strings.Contains(r.out, "'"+out+"'") {
		t.Errorf("advice:\n%s", r.out)
	}
}

// TestStatusOfWaiting: status says for which server a crawl waits, and how long.
func TestStatusOfWaiting(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
		case "/robots.txt":
			http.NotFound(w, r)
			return
		default:
			w.Header().Set("Retry-After", "300")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(page1("Typhoon", storm, `<a href="/1">Typhoon warning</a> <a href="/2">Typhoon</a>`)))
	}))
	defer server.Close()
	dir := t.TempDir()
	out := filepath.Join(dir, "run")
	seeds := write(t, dir, "seeds.txt", server.URL+"/\n")
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", out, "--allow-private", "--delay", "0s", "--segmenter", "trie"},
			cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, nil)
	}()
	var rep progress.Report
	pacetest.Until(t, 30*time.Second, "a wait", func() bool {
		if exists(filepath.Join(out, "status.json")) {
			rep = statusOf(t, out)
		}
		return rep.Stands != nil && time.Until(rep.Stands.Until.Time) > time.Minute // before the first answer it waits for less
	})
	if s := rep.Stands; s.Timer != "retry" && s.Timer != "delay" || !strings.Contains(s.First, strings.TrimPrefix(server.URL, "http://")) || s.Links == 0 {
		t.Errorf("%+v", s)
	}
	if r := ontocrawl(t, "status", out); !strings.Contains(r.out, "waits for") {
		t.Errorf("running:\n%s", r.out)
	}
	stop()
	<-ended
}

// What a killed crawl leaves says that it was crawling, and no lock is held.
func TestStatusOfKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "status.json", `{"state":"crawling","process":1,"machine":"m","command":["ontocrawl","crawl"],"pages":7,"budget":9,"errors":{"dns":2},"updated":"2026-03-01T12:00:00Z"}`)
	rep := statusOf(t, dir)
	if rep.Running || rep.Finished || rep.Pages != 7 {
		t.Errorf("%+v", rep)
	}
	if r := ontocrawl(t, "status", dir); !strings.Contains(r.out, "dead: killed") || !strings.Contains(r.out, "\n  ontocrawl crawl\n") {
		t.Errorf("%s", r.out)
	}
}

func TestStatusOfNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, arg := range []string{dir, filepath.Join(dir, "none")} {
		if r := ontocrawl(t, "status", arg); r.code != cli.ExitUsage || !strings.Contains(r.err, "holds no run") {
			t.Errorf("%s: code %d, %s", arg, r.code, r.err)
		}
	}
	write(t, dir, "status.json", "{")
	if r := ontocrawl(t, "status", dir); r.code != cli.ExitUsage || !strings.Contains(r.err, "status.json") {
		t.Errorf("torn: code %d, %s", r.code, r.err)
	}
}
