package watching

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// served starts ontocrawl serve with args and returns the address of the page and
// what ends it.
func served(t *testing.T, env []string, args ...string) (string, func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve"}, args...), cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: w}, env)
		w.Close()
	}()
	said := make(chan string, 1)
	go func() {
		var text []byte
		buf := make([]byte, 1024)
		for {
			n, err := r.Read(buf)
			text = append(text, buf[:n]...)
			if m := regexp.MustCompile(`The page is at (\S+)`).FindSubmatch(text); m != nil {
				said <- string(m[1])
				io.Copy(io.Discard, r) //nolint:errcheck // logs
				return
			}
			if err != nil {
				said <- string(text)
				return
			}
		}
	}()
	end := func() int { cancel(); return <-code }
	t.Cleanup(cancel)
	address := <-said
	if !strings.HasPrefix(address, "http") {
		t.Fatalf("it did not start: %s", address)
	}
	return address, end
}

func TestServeRun(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "typhoons")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	page, end := served(t, nil, out, "--listen", "127.0.0.1:0")
	root := page + "api/v1"
	d := cmdtest.Asked[api.Daemon](t, root+"/daemon")
	if len(d.Jobs) != 1 || d.Jobs[0].Name != "typhoons" || d.Jobs[0].State != api.Ended || d.Jobs[0].Last.Outcome != monitor.Done || d.Jobs[0].Last.Relevant != 3 || !d.Search {
		t.Errorf("daemon %+v", d)
	}
	l := cmdtest.Asked[api.Live](t, root+"/jobs/typhoons/live")
	if l.Alive || l.Pages != 4 || l.Relevant != 3 || l.Errors["status 4xx"] != 1 || len(l.Curve) != 4 {
		t.Errorf("live %+v", l)
	}
	stories := cmdtest.Asked[[]monitor.Story](t, root+"/stories")
	if len(stories) == 0 || len(stories[0].Concepts) == 0 || stories[0].Concepts[0].Name == "" {
		t.Errorf("stories %+v", stories)
	}
	g := cmdtest.Asked[api.Graph](t, root+"/jobs/typhoons/graph")
	mentions := 0
	for _, c := range g.Concepts {
		mentions += c.Count
	}
	if len(g.Concepts) < 30 || len(g.Edges) < 30 || mentions == 0 {
		t.Errorf("%d concepts, %d edges, %d mentions", len(g.Concepts), len(g.Edges), mentions)
	}

	// All finds, and as many relevant pages as everywhere.
	if p := cmdtest.Asked[finds.Page](t, root+"/finds"); p.Counts.Relevant != l.Relevant || len(p.Finds) == 0 || len(p.Finds) != p.Matching {
		t.Errorf("%d of %d finds, %+v", len(p.Finds), p.Matching, p.Counts)
	}

	// The search makes its index by itself.
	for range 500 {
		if s := cmdtest.Asked[api.Index](t, root+"/index"); s.State == "ready" {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if hits := cmdtest.Asked[[]api.Hit](t, root+"/search?q="+url.QueryEscape("typhoon")); len(hits) == 0 || hits[0].Job != "typhoons" {
		t.Errorf("hits %+v", hits)
	}
	http.DefaultClient.CloseIdleConnections()
	if code := end(); code != cli.ExitOK {
		t.Errorf("it ended with %d", code)
	}
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--fresh"); r.code != cli.ExitOK || exists(filepath.Join(out, "search")) {
		t.Errorf("begun afresh: code %d; the old index is still there: %v", r.code, exists(filepath.Join(out, "search")))
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	empty := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(empty, []byte(" \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"an open address", []string{out, "--listen", "0.0.0.0:0"}, "ONTOCRAWL_TOKEN"},
		{"no run", []string{t.TempDir()}, "no run folder"},
		{"an empty token", []string{out, "--token-file", empty}, "is empty"},
		{"no token file", []string{out, "--token-file", "/nonexistent"}, "/nonexistent"},
		{"no address", []string{out, "--listen", "127.0.0.1:99999"}, "99999"},
	} {
		if r := ontocrawl(t, append([]string{"serve"}, tt.args...)...); r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%s: code %d, %s; want 2 and %q", tt.name, r.code, r.err, tt.want)
		}
	}
	// With a token other addresses are served, to those who have it.
	page, end := served(t, []string{"ONTOCRAWL_TOKEN" + "=0123456789abcdef"}, out, "--listen", "127.0.0.1:0")
	resp, err := http.Get(page + "api/v1/daemon")
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the token: %v, %v", resp, err)
	}
	resp.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	end()
}

// TestServeJobs shows a daemon on which nothing runs, while single runs are made, and
// one that a daemon tells of.
func TestServeJobs(t *testing.T) {
	t.Parallel()
	dir, site := t.TempDir(), stormSite(t)
	file := jobsFor(t, dir, site, "")
	askJob(t, new(monitor.Run), 0, "run", "typhoon", "--jobs", file, "--now")
	page, end := served(t, nil, file, "--listen", "127.0.0.1:0")
	d := cmdtest.Asked[api.Daemon](t, page+"api/v1/daemon")
	if len(d.Jobs) != 1 || !d.Since.IsZero() || d.Control || d.Jobs[0].State != api.Waiting || d.Jobs[0].Last == nil || d.Jobs[0].Last.New != 1 || d.Jobs[0].Day.New != 1 || d.Jobs[0].Next.IsZero() {
		t.Errorf("without a daemon: %+v", d)
	}
	if s := cmdtest.Asked[[]monitor.Story](t, page+"api/v1/jobs/typhoon/stories"); len(s) != 1 || s[0].Title != "Typhoon one" {
		t.Errorf("stories %+v", s)
	}
	if g := cmdtest.Asked[api.Graph](t, page+"api/v1/jobs/typhoon/graph"); len(g.Concepts) < 30 {
		t.Errorf("%d concepts", len(g.Concepts))
	}
	askJob(t, new(monitor.Run), 0, "run", "typhoon", "--jobs", file, "--now") // the page does not hold the store
	http.DefaultClient.CloseIdleConnections()
	if code := end(); code != cli.ExitOK {
		t.Errorf("it ended with %d", code)
	}

	w := cmdtest.StartWatch(t, buildBinary(t), file)
	w.Says(t, "the daemon is running")
	page, end = served(t, nil, file, "--listen", "127.0.0.1:0")
	if d := cmdtest.Asked[api.Daemon](t, page+"api/v1/daemon"); d.Since.IsZero() || !d.Control || len(d.Jobs) != 1 {
		t.Errorf("with a daemon: %+v", d)
	}
	http.DefaultClient.CloseIdleConnections()
	end()
	if r := ontocrawl(t, "serve", write(t, dir, "bad.yaml", "jobs: [{name: x}]")); r.code != cli.ExitUsage || !strings.Contains(r.err, "bad.yaml:1") {
		t.Errorf("a wrong file: code %d\n%s", r.code, r.err)
	}
}
