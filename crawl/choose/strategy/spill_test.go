package strategy_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// spiller is a strategy that spills into a folder.
type spiller struct {
	crawl.Strategy
	store *spill.Store
}

func newSpiller(t *testing.T, name, dir string, most int) spiller {
	t.Helper()
	store := spill.New(dir, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { store.Close() })
	p := strategy.Defaults()
	p.Backend = frontier.Spilling{Records: store.Records('u'), Most: 2 * most}
	p.Spill = &strategy.Spill{Evidence: store.Records('e'), Most: most, Err: store.Err}
	s, err := strategy.New(name, "learned", p)
	if err != nil {
		t.Fatal(err)
	}
	return spiller{s, store}
}

// walk makes visits from seq on until n are made and returns their URLs.
func walk(t *testing.T, s crawl.Strategy, w *strategytest.Web, seq, n int) (trail []string) {
	t.Helper()
	for ; seq <= n; seq++ {
		c, ok := s.Next(nil)
		if !ok {
			break
		}
		trail = append(trail, c.URL)
		s.Observe(w.Visit(seq, c))
	}
	return trail
}

func marshal(t *testing.T, s crawl.Strategy) []byte {
	t.Helper()
	b, err := binenc.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const spillSteps = 300

// TestSpillNothing: as long as all fits into memory, trail and checkpoint equal those a
// strategy has that cannot spill, and no folder is made.
func TestSpillNothing(t *testing.T) {
	for _, name := range []string{"tabu", "best-first"} {
		w := strategytest.NewWeb(3, 600, 9)
		plain, err := strategy.New(name, "learned", strategy.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir() + "/links"
		s := newSpiller(t, name, dir, 1<<20)
		plain.Seed(w.Seeds)
		s.Seed(w.Seeds)
		if got, want := walk(t, s, w, 1, spillSteps), walk(t, plain, w, 1, spillSteps); !slices.Equal(got, want) {
			t.Errorf("%s: another trail", name)
		}
		if !bytes.Equal(marshal(t, s), marshal(t, plain)) {
			t.Errorf("%s: another checkpoint", name)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: a folder was made", name)
		}
	}
}

// TestSpillResumes: the same memory gives the same trail, also to a process that goes on
// from a checkpoint after another was killed that had spilled more.
func TestSpillResumes(t *testing.T) {
	for _, name := range []string{"tabu", "best-first"} {
		w := strategytest.NewWeb(4, 600, 9)
		undisturbed := newSpiller(t, name, t.TempDir(), 40)
		undisturbed.Seed(w.Seeds)
		want := walk(t, undisturbed, w, 1, spillSteps)

		dir := t.TempDir()
		s := newSpiller(t, name, dir, 40)
		s.Seed(w.Seeds)
		var got []string
		for at := 0; at < len(want); at += 60 {
			got = append(got[:at], walk(t, s, w, at+1, at+60)...)
			data := marshal(t, s)
			walk(t, s, w, at+61, at+90) // lost by the kill
			if err := s.store.Close(); err != nil {
				t.Fatal(err)
			}
			s = newSpiller(t, name, dir, 40)
			if err := s.Strategy.ReadFrom(strategytest.Fleeting(data)); err != nil {
				t.Fatalf("%s: after %d: %v", name, at+60, err)
			}
			if !bytes.Equal(marshal(t, s), data) {
				t.Fatalf("%s: a checkpoint changed by being read", name)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: resumed, the trail is another", name)
		}
		if err := errors.Join(s.store.Err(), undisturbed.store.Err()); err != nil {
			t.Error(err)
		}
	}
}

// TestSpillLost: a folder that was deleted, made anew, or belongs to another crawl is
// called damaged; and a strategy that was opened without one says that.
func TestSpillLost(t *testing.T) {
	w, dir := strategytest.NewWeb(5, 600, 9), t.TempDir()
	s := newSpiller(t, "tabu", dir, 40)
	s.Seed(w.Seeds)
	walk(t, s, w, 1, 100)
	data := marshal(t, s)
	other := newSpiller(t, "tabu", t.TempDir(), 40)
	other.Seed(w.Seeds)
	walk(t, other, w, 1, 100)
	marshal(t, other)
	var damaged *state.DamagedError
	if err := other.ReadFrom(bytes.NewReader(data)); !errors.As(err, &damaged) {
		t.Errorf("the folder of another crawl: %v", err)
	}
	s.store.Close()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := newSpiller(t, "tabu", dir, 40).ReadFrom(bytes.NewReader(data)); !errors.As(err, &damaged) {
		t.Errorf("a deleted folder: %v", err)
	}
	plain, err := strategy.NewTabu(strategy.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if err := plain.ReadFrom(bytes.NewReader(data)); err == nil {
		t.Error("a checkpoint with spilled links was read without their folder")
	}
}
