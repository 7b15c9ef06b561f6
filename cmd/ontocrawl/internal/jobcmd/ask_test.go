package jobcmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
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
	one.turn <- struct{}{}
	c.QueryMaxTime = time.Millisecond
	if _, err := one.Ask(t.Context(), "storms", question); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no turn came: %v", err)
	}
}
