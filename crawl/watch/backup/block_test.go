package backup

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

// TestDamagedBlocks: whatever bit of a block of the store is flipped, verify and repair end with a report; what repair did leaves
// nothing to find.
func TestDamagedBlocks(t *testing.T) {
	folder, log := t.TempDir(), slog.New(slog.DiscardHandler)
	s, err := store.Open(store.Dir(folder), log)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		err := s.AddTransition(monitor.Transition{Job: "typhoon", At: noon.Add(time.Duration(i) * time.Hour), To: monitor.Calm, By: "hand", Reason: strings.Repeat(fmt.Sprint("because of ", i*i, "; "), 20)})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob(filepath.Join(store.Dir(folder), "db", "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatal(tables, err)
	}
	count := 0
	for _, name := range tables {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range statetest.Blocks(text) {
			for _, at := range []int{(b[0] + b[1]) / 2, b[1] - 2, b[1] - 1} {
				spoiled, flipped := statetest.CopyDir(t, folder), bytes.Clone(text)
				flipped[at] ^= 1 << 6
				rel, err := filepath.Rel(folder, name)
				if err == nil {
					err = os.WriteFile(filepath.Join(spoiled, rel), flipped, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
				what := fmt.Sprintf("%s: byte %d of block %d", filepath.Base(name), at-b[0], i)
				count += mendedBlock(t, spoiled, what, log)
			}
		}
	}
	if count < 10 {
		t.Errorf("%d were seen", count)
	}
}

// mendedBlock repairs a folder; 1 if verify saw that it is damaged.
func mendedBlock(t *testing.T, folder, what string, log *slog.Logger) (seen int) {
	t.Helper()
	before, err := VerifyJobs(t.Context(), folder, log)
	if err != nil {
		t.Errorf("%s: verify: %v", what, err)
		return 0
	}
	did, err := RepairJobs(t.Context(), folder, runcheck.Options{Logger: log})
	if err != nil {
		t.Errorf("%s: repair: %v", what, err)
		return 0
	}
	again, err := RepairJobs(t.Context(), folder, runcheck.Options{Logger: log})
	if err != nil || before.Sound != (len(did.Actions) == 0) || !did.After.Sound || !again.Before.Sound || len(again.Actions) > 0 {
		t.Errorf("%s: sound %v, repair did %v, then sound %v; a second one did %v: %v", what, before.Sound, did.Actions, did.After.Sound, again.Actions, err)
	}
	if before.Sound {
		return 0
	}
	return 1
}
