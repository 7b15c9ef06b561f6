package engine_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

var errArchiver = errors.New("the archive's disk is full")

// safe is a Vault in memory that outlives its process as a file does: what was
// not synced may be lost. It complains when it is called out of turn.
type safe struct {
	t      *testing.T
	st     crawl.State
	kept   []string // URLs, in the order kept
	synced int
	open   bool // Restore was called in this process
	last   int  // Seq of the last visit kept
	failAt int  // operation that fails, 0: none
	ops    int
}

func (s *safe) op() error {
	if s.ops++; s.ops == s.failAt {
		return errArchiver
	}
	return nil
}

// Restore cuts off what no durable visit refers to.
func (s *safe) Restore(j crawl.Journal) error {
	if s.open {
		s.t.Error("Restore a second time")
	}
	s.open = true
	end := 0
	if err := j.Visits(func(v *crawl.Visit) error {
		if v.Stored == (crawl.Ref{}) {
			return nil
		}
		if at := int(v.Stored.Offset); at >= len(s.kept) || s.kept[at] != v.Choice.URL {
			return fmt.Errorf("visit %d refers to what is not there: %+v", v.Seq, v.Stored)
		}
		end = int(v.Stored.Offset) + 1
		return nil
	}); err != nil {
		return err
	}
	s.kept, s.synced, s.last = s.kept[:end], end, j.Committed()
	return s.op()
}

func (s *safe) Keep(v *crawl.Visit) (crawl.Ref, error) {
	switch {
	case !s.open:
		s.t.Error("Keep before Restore")
	case v.Response == nil:
		return crawl.Ref{}, nil // there is nothing to keep
	case v.Seq <= s.last:
		s.t.Errorf("visit %d is kept after visit %d", v.Seq, s.last)
	case v.OK() && s.st.Recorded(v.Choice.URL):
		s.t.Errorf("visit %d was recorded before it was kept", v.Seq)
	}
	s.last = v.Seq
	if err := s.op(); err != nil {
		return crawl.Ref{}, err
	}
	s.kept = append(s.kept, v.Choice.URL)
	return crawl.Ref{File: "f", Offset: int64(len(s.kept) - 1), Length: 1}, nil
}

func (s *safe) Sync() error {
	if err := s.op(); err != nil {
		return err
	}
	s.synced = len(s.kept)
	return nil
}

// die forgets what was not synced.
func (s *safe) die() {
	s.kept, s.open, s.ops, s.failAt = s.kept[:s.synced], false, 0, 0
}

// TestArchiver: the archive fails at each of its operations in turn, and the process
// dies of it: each durable visit's answer is there, and the crawl goes on as if
// nothing had happened.
func TestArchiver(t *testing.T) {
	w := &web{Size: 2000, Hosts: 7}
	opt := engine.Options{Workers: 3, MaxPages: 120, Deterministic: true, CommitEvery: time.Hour}
	newRun := func(st crawl.State, v *safe) *engine.Engine {
		e := newEngine(w, st, opt)
		v.st, e.Archiver = st, v
		return e
	}
	whole, calm := new(state.Memory), &safe{t: t}
	run(t, newRun(whole, calm), w)
	if len(calm.kept) < 120 || calm.synced != len(calm.kept) {
		t.Fatalf("%d answers kept and %d synced, want those of 120 pages and more", len(calm.kept), calm.synced)
	}
	want := trail(whole)
	total := calm.ops
	for at := 1; at <= total; at++ {
		st, v := new(state.Memory), &safe{t: t, failAt: at}
		res, err := newRun(st, v).Run(t.Context(), w.seeds(1, 2, 3))
		if !errors.Is(err, errArchiver) || res.Stopped != engine.Failed {
			t.Fatalf("operation %d fails: %+v, %v", at, res, err)
		}
		st.Kill()
		st.BeforeCommit(nil)
		v.die()
		run(t, newRun(st, v), w) // Restore complains of what is missing
		if d := cmp.Diff(want, trail(st)); d != "" {
			t.Fatalf("operation %d failed: another trail (-whole +resumed):\n%s", at, d)
		}
		if d := cmp.Diff(calm.kept, v.kept); d != "" {
			t.Fatalf("operation %d failed: another archive (-whole +resumed):\n%s", at, d)
		}
	}
}
