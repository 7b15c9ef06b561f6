//go:build unix

package watching

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
)

// TestSearchKeyNowhere: the key of a search source is sent to it alone. An engine that repeats it wherever
// it can does not bring it into the run folder (journal, pages.jsonl, run.yaml, archive, kept answers),
// a log, an error, or what commands print.
func TestSearchKeyNowhere(t *testing.T) {
	t.Chdir(t.TempDir())
	key := secretOf("search")
	started := func(args ...string) result {
		var out, errs bytes.Buffer
		code := program.Run(t.Context(), program.Ontocrawl, &cli.App{
			Streams: cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, Args: args, Dictionary: &cmdtest.Dictionary,
			Env: []string{"LANG=en_GB.UTF-8", "GOGC=100", "PAID_KEY=" + key},
		})
		return result{code, out.String(), errs.String()}
	}
	var asked, elsewhere atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := r.Header.Get("X-Search-Key")
		if r.URL.Path != "/search" {
			if strings.Contains(fmt.Sprint(r.URL, r.Header), hush) {
				elsewhere.Add(1)
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, page1("Typhoon "+r.URL.Path, storm+r.URL.Path, "")) //nolint:errcheck
			return
		}
		n := asked.Add(1)
		if got != key {
			t.Errorf("a question with the key %q", got)
		}
		w.Header().Set("X-Echo", got)
		w.Header().Set("Set-Cookie", "key="+got)
		switch n {
		case 3:
			http.Error(w, "wrong key "+got, http.StatusForbidden)
		default:
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"query": %q, "results": [{"url": "http://%s/storm/%d", "title": "Typhoon %[1]s", "content": "a typhoon %[1]s"},
				{"url": "http://%[2]s/storm/?k=%[1]s", "title": "Typhoon"}], "unresponsive_engines": [["other", "%[1]s"]]}`, got, strings.Replace(r.Host, "localhost", "127.0.0.1", 1), n) //nolint:errcheck
		}
	}))
	defer srv.Close()
	write(t, ".", "settings.yaml", "search:\n  paid: {kind: searxng, url: "+strings.Replace(srv.URL, "127.0.0.1", "localhost", 1)+", per-minute: 6000, key-env: PAID_KEY, key-header: X-Search-Key}\n")
	for _, args := range [][]string{
		{"config", "--config", "settings.yaml", "--search", "paid", "--json"},
		{"discover", "--topic", "typhoon", "--search", "paid", "--config", "settings.yaml", "--allow-private", "--delay", "0", "--out", "run", "--queries", "4", "--max-pages", "20", "--warc", "all", "--log-level", "debug"},
		{"status", "run", "--json"}, {"status", "run"}, {"report", "run", "--out", "report.html"}, {"export", "run", "--format", "turtle"},
	} {
		r := started(args...)
		if r.code != cli.ExitOK {
			t.Errorf("%v: code %d\n%s%s", args, r.code, r.out, r.err)
		}
		quiet(t, strings.Join(args, " ")+": the output", r.out+r.err)
	}
	if asked.Load() < 3 || elsewhere.Load() > 0 {
		t.Errorf("%d questions; the key came to %d pages", asked.Load(), elsewhere.Load())
	}
	quietFiles(t, ".")
	if answers, err := filepath.Glob("run/asked/answers/*"); err != nil || len(readLines(t, "run")) == 0 {
		t.Errorf("nothing was found, or kept: %v, %v", answers, err)
	}
}
