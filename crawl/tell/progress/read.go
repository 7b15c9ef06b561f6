package progress

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// stale is the age of status.json after which a crawl counts as dead, where locks do
// not work.
const stale = 10 * statusEvery

// Read reads status.json of the run folder dir. alive reports whether the process that
// wrote it is alive. The error wraps fs.ErrNotExist if there is no such file.
func Read(dir string) (s Status, alive bool, err error) {
	name := filepath.Join(dir, rundir.StatusFile)
	b, err := os.ReadFile(name)
	if err != nil {
		return s, false, english.Errorf("crawl/tell/progress: %w", err)
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return s, false, english.Errorf("crawl/tell/progress: %s: %w", name, err)
	}
	alive, known := isAlive(dir)
	if !known {
		live := s.State == opening || s.State == Crawling
		alive = live && time.Since(s.Updated.Time) < stale
	}
	return s, alive, nil
}
