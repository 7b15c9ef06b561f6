package crawlcmd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// looking reads the metrics when it is asked for the n-th page.
type looking struct {
	crawl.Fetcher
	slog.Handler // of the log, which tells the address

	mu      sync.Mutex
	n       int
	address string
	metrics string
	err     error
}

func (l *looking) Enabled(context.Context, slog.Level) bool { return true }

func (l *looking) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if r.Message == "metrics are served" && a.Key == "address" {
			l.mu.Lock()
			l.address = a.Value.String()
			l.mu.Unlock()
		}
		return true
	})
	return nil
}

func (l *looking) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n--; l.n == 0 {
		l.metrics, l.err = read("http://" + l.address + "/metrics")
	}
	return l.Fetcher.Fetch(ctx, r)
}

func read(url string) (string, error) {
	resp, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

// TestDividedMetrics: the metrics of a crawl in parts cover all parts together.
func TestDividedMetrics(t *testing.T) {
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	web := crawltest.New(crawltest.Options{Seed: 5, Hosts: 8, Pages: 60})
	l := &looking{Fetcher: web, n: 30}
	spec := session.Spec{
		Topic: typhoon, Judge: session.Judge{Segmenter: "trie"}, Fetch: session.Fetch{Use: l},
		Folder:  session.Folder{Dir: filepath.Join(t.TempDir(), "run"), Archive: session.ArchiveNone},
		Options: engine.Options{MaxPages: 40, Workers: 4}, Logger: slog.New(slog.DiscardHandler),
	}
	for _, url := range web.Seeds(8) {
		link, err := seed.Link(url)
		if err != nil {
			t.Fatal(err)
		}
		spec.Seeds = append(spec.Seeds, link)
	}
	d, err := session.OpenDivided(t.Context(), spec, 3)
	if err != nil {
		t.Fatal(err)
	}
	screen := progress.NewScreen(io.Discard)
	res, err := runDivided(t.Context(), d, Options{Dir: spec.Folder.Dir, Screen: screen, Metrics: "127.0.0.1:0", Logger: slog.New(l)})
	if err := errors.Join(err, d.Close(), l.err); err != nil || res.Pages != 40 {
		t.Fatalf("%d pages, %v", res.Pages, err)
	}
	m := regexp.MustCompile(`ontocrawl_visits_total\{outcome="page"\} (\d+)`).FindStringSubmatch(l.metrics)
	if m == nil {
		t.Fatalf("no visits among the metrics:\n%s", l.metrics)
	}
	// Of the 29 requests before, at most 2 a part are under way.
	if n, err := strconv.Atoi(m[1]); err != nil || n < 10 || n > 29 {
		t.Errorf("%d pages are counted when the 30th is asked for", n)
	}
}
