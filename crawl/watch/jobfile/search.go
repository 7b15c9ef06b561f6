package jobfile

import (
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// The defaults of search. Twenty questions a run are a tenth of what most sources allow in a
// day; the same question a day later has other answers.
const (
	defaultQueries = 20
	defaultEvery   = 24 * time.Hour
	leastEvery     = time.Hour
)

// search reads which search sources a job asks. Their definitions stand in the file of
// settings; Options.Check looks them up.
func (r *reader) search(n *yaml.Node, s *monitor.Search) {
	*s = monitor.Search{Queries: defaultQueries, Every: defaultEvery}
	told := len(r.Findings)
	lines := r.Mapping(n, "search", yamlread.Fields{
		"sources": func(n *yaml.Node) { s.Sources = r.Texts(n, "search.sources") },
		"queries": func(n *yaml.Node) { s.Queries = r.Int(n, "search.queries", 1, 10_000) },
		"per-day": func(n *yaml.Node) { s.PerDay = r.Int(n, "search.per-day", 1, 1_000_000) },
		"every":   func(n *yaml.Node) { s.Every = r.Duration(n, "search.every", leastEvery) },
		"fresh":   func(n *yaml.Node) { s.Fresh = r.Duration(n, "search.fresh", time.Hour) },
	}, nil)
	if s.Line = lines["sources"]; len(s.Sources) == 0 && len(r.Findings) == told { // else the key may be mistyped
		r.Fault(n, "search needs sources: names of the search sources in the settings (--config), or searxng=http://localhost:8888")
	}
	if lines["per-day"] != 0 && s.PerDay < s.Queries {
		r.WarnAt(lines["per-day"], "search.per-day is %d, less than search.queries (%d): a run never asks so many", s.PerDay, s.Queries)
	}
}
