package discover

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// The files that [Write] writes beside the run's own.
const (
	SitesFile   = "sites.jsonl"
	QueriesFile = "queries.jsonl"
	SeedsFile   = "seeds.txt" // the best page of each site, which a crawl takes as seeds
)

// Write writes the three files into a run folder, each in one step.
func Write(dir string, sites []Site, queries []Query) error {
	var s, q, seeds bytes.Buffer
	for i := range sites {
		if err := rundir.WriteLine(&s, sites[i]); err != nil {
			return err
		}
		fmt.Fprintln(&seeds, sites[i].Pages[0].URL)
	}
	for i := range queries {
		if err := rundir.WriteLine(&q, queries[i]); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{SitesFile, s.Bytes()}, {QueriesFile, q.Bytes()}, {SeedsFile, seeds.Bytes()}} {
		if err := atomicfile.Write(filepath.Join(dir, f.name), f.data, atomicfile.Options{Mode: 0o644}); err != nil {
			return fmt.Errorf("crawl/find/discover: %w", err)
		}
	}
	return nil
}
