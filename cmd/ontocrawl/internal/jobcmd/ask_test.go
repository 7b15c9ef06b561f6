package jobcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestAskers: a question is about the pages of the job that it names, or of the only one; a job
// that is not there, or that has no run yet, is not found.
func TestAskers(t *testing.T) {
	dir, empty := t.TempDir(), t.TempDir()
	lines := `{"seq":1,"url":"http://a.example/","host":"a.example","relevance":0.9,"relevant":true,"title":"Typhoon"}
{"seq":2,"url":"http://b.example/","host":"b.example","relevance":0.1,"title":"Leeks"}
`
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	graphs := func(_ context.Context, _, dir string) (rungraph.Data, error) {
		return rungraph.Data{Dir: dir, Run: export.Run{ID: "urn:uuid:00000000-0000-4000-8000-000000000001", Topic: "typhoon"}}, nil
	}
	c := &config.Config{}
	c.QueryMaxRows, c.QueryMaxTime = 10, time.Minute
	const question = "SELECT ?page { ?page crawl:relevance ?r }"
	one := newAskers(map[string]string{"storms": dir}, graphs, c)
	for _, job := range []string{"", "storms"} {
		if res, err := one.Ask(t.Context(), job, question); err != nil || len(res.Rows) != 2 {
			t.Errorf("job %q: %+v, %v", job, res, err)
		}
	}
	two := newAskers(map[string]string{"storms": dir, "floods": empty}, graphs, c)
	for _, job := range []string{"", "leeks", "floods"} {
		if _, err := two.Ask(t.Context(), job, question); !errors.Is(err, monitor.ErrNotFound) {
			t.Errorf("job %q of two: %v", job, err)
		}
	}

	// The time of a question counts while it waits for its turn.
	for range mostQuestions {
		one.turn <- struct{}{}
	}
	c.QueryMaxTime = time.Millisecond
	if _, err := one.Ask(t.Context(), "storms", question); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no turn came: %v", err)
	}
}

// TestLongQuestions: over a real connection a question whose time is longer than the connection's is told that it took too
// long; while six of them run, and after them, a plain count is answered at once.
func TestLongQuestions(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&lines, `{"seq":%d,"url":"http://a.example/%d","host":"a.example","relevance":0.9,"relevant":true,"title":"Typhoon %d"}`+"\n", i+1, i, i)
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	graphs := func(context.Context, string, string) (rungraph.Data, error) {
		return rungraph.Data{Dir: dir, Run: export.Run{ID: "urn:uuid:00000000-0000-4000-8000-000000000001", Topic: "typhoon"}}, nil
	}
	c := &config.Config{}
	c.QueryMaxRows, c.QueryMaxTime = 10, 2*time.Second
	server := httptest.NewUnstartedServer(api.New(struct{ api.Source }{}, api.Options{Asker: newAskers(map[string]string{"storms": dir}, graphs, c)}))
	server.Config.WriteTimeout = 300 * time.Millisecond // a busy machine reads a long question slowly
	server.Start()
	defer server.Close()
	ask := func(question string) (int, string) {
		res, err := http.Get(server.URL + api.Prefix + "/sparql?query=" + url.QueryEscape(question))
		if err != nil {
			return 0, err.Error()
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			return 0, err.Error()
		}
		return res.StatusCode, string(b)
	}
	count := func(when string) {
		begun := time.Now()
		status, body := ask("SELECT (COUNT(*) AS ?n) { ?page crawl:relevant true }")
		if took := time.Since(begun); status != 200 || !strings.Contains(body, `"2000"`) || took > 3*time.Second {
			t.Errorf("%s: %d after %v: %s", when, status, took, body)
		}
	}
	count("before")
	var all sync.WaitGroup
	var stopped atomic.Int32
	for _, question := range []string{
		"SELECT ?s { ?s ?p ?o } ORDER BY " + strings.Repeat(" STRLEN(CONCAT(STR(?o),STR(?s)))", 1500),
		"SELECT ?s { ?s ?p ?o . ?t ?q ?r FILTER(STR(?o) IN (" + strings.Repeat(`"x",`, 9000) + `"y"))}`,
		"SELECT ?s { ?s ?p ?o . ?t ?q ?r FILTER(" + strings.Repeat("!", 2000) + "(STR(?s) = ?r))}",
		"SELECT ?s { ?s ?p ?o . ?t ?q ?r FILTER(STRLEN(?o) > STRLEN(?r) + 1000)}",
		"SELECT (MAX(?x) AS ?m) { ?s ?p ?o . ?t ?q ?o . ?u ?r ?o BIND(SHA512(STR(?s)) AS ?x) }",
		"SELECT ?s { ?s (!<urn:a>|^<urn:b>)* ?t . ?t (!<urn:a>|^<urn:b>)* ?s FILTER(?s != ?t)}",
	} {
		all.Go(func() {
			status, body := ask(question)
			switch {
			case status == 503 || status == 400: // too long, or too much
				stopped.Add(1)
			case status != 200 || body == "": // it may have been quick
				t.Errorf("%.50s: %d: %.200s", question, status, body)
			}
		})
	}
	time.Sleep(500 * time.Millisecond)
	count("beside six long questions")
	all.Wait()
	if stopped.Load() < 3 {
		t.Errorf("%d questions were stopped, want 3", stopped.Load())
	}
	count("after them")
}
