package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

var errPower = errors.New("the power is gone")

// mortal is a State whose process dies at its operation number at: before the
// operation, or after it was done and before anybody hears so.
type mortal struct {
	*state.Memory
	at    int
	after bool
	ops   int
	dead  bool
}

func (m *mortal) op(do func() error) error {
	if m.dead {
		return errPower
	}
	if m.ops++; m.ops < m.at {
		return do()
	}
	m.dead = true
	if m.after {
		if err := do(); err != nil {
			return err
		}
	}
	m.Memory.Kill()
	return errPower
}

func (m *mortal) Record(v *crawl.Visit) error {
	return m.op(func() error { return m.Memory.Record(v) })
}
func (m *mortal) Commit() error { return m.op(m.Memory.Commit) }
func (m *mortal) Checkpoint(seq int, parts map[string]io.WriterTo) error {
	return m.op(func() error { return m.Memory.Checkpoint(seq, parts) })
}

// mirror is a Sink that holds the lines of all visits it may show.
type mirror struct {
	shown, waiting []string
}

func (m *mirror) Restore(j crawl.Journal) error {
	m.shown, m.waiting = nil, nil
	return j.Visits(func(v *crawl.Visit) error {
		m.shown = append(m.shown, v.Choice.URL)
		return nil
	})
}
func (m *mirror) Append(v *crawl.Visit) error {
	m.waiting = append(m.waiting, v.Choice.URL)
	return nil
}
func (m *mirror) Flush() error {
	m.shown = append(m.shown, m.waiting...)
	m.waiting = nil
	return nil
}

// ends runs e and reports whether it ended by itself; dying is no failure.
func ends(t *testing.T, e *engine.Engine, w *web) (engine.Result, bool) {
	t.Helper()
	res, err := e.Run(t.Context(), w.seeds(1, 2, 3))
	if err != nil && (!errors.Is(err, errPower) || res.Stopped != engine.Failed) {
		t.Fatalf("Run = %+v, %v", res, err)
	}
	return res, err == nil
}

// TestKillPoints: dead at each operation of the State in turn, and started
// again, the crawl ends as if nothing had happened.
func TestKillPoints(t *testing.T) {
	t.Parallel()
	w := &web{Size: 2000, Hosts: 7}
	opt := engine.Options{Workers: 4, MaxPages: 130, Deterministic: true, CommitEvery: time.Hour}
	whole := new(state.Memory)
	run(t, newEngine(w, whole, opt), w)
	want := trail(whole)
	for at := 1; ; at++ {
		for _, after := range []bool{false, true} {
			m, sink := &mortal{Memory: new(state.Memory), at: at, after: after}, new(mirror)
			e := newEngine(w, m, opt)
			e.Sinks = []crawl.Sink{sink}
			_, done := ends(t, e, w)
			if n := m.Committed(); len(sink.shown) > n {
				t.Fatalf("operation %d: the sink shows %d visits, %d are durable", at, len(sink.shown), n)
			}
			if done {
				t.Logf("%d operations", at-1)
				return
			}
			e = newEngine(w, m.Memory, opt)
			e.Sinks = []crawl.Sink{sink}
			if res := run(t, e, w); res.Stopped != engine.Budget || res.Pages != 130 {
				t.Fatalf("killed at operation %d and started again: %+v", at, res)
			}
			if d := cmp.Diff(want, trail(m.Memory)); d != "" {
				t.Fatalf("killed at operation %d: another trail (-whole +resumed):\n%s", at, d)
			}
			if len(sink.shown) != len(want) {
				t.Fatalf("killed at operation %d: the sink shows %d visits of %d", at, len(sink.shown), len(want))
			}
		}
	}
}

// TestCheckpoints: long enough for checkpoints on the way, killed many times.
func TestCheckpoints(t *testing.T) {
	w := &web{Size: 20000, Hosts: 11}
	for _, det := range []bool{true, false} {
		opt := engine.Options{Workers: 6, MaxPages: 2200, Deterministic: det}
		whole := new(state.Memory)
		run(t, newEngine(w, whole, opt), w)
		m := &mortal{Memory: new(state.Memory)}
		deaths := 0
		for at := 97; ; at += 61 {
			m.at, m.ops, m.dead = at, 0, false
			if _, done := ends(t, newEngine(w, m, opt), w); done {
				break
			}
			deaths++
		}
		if deaths < 6 {
			t.Errorf("died only %d times", deaths)
		}
		if d := cmp.Diff(trail(whole), trail(m.Memory)); det && d != "" {
			t.Errorf("another trail after %d deaths (-whole +resumed):\n%s", deaths, d)
		}
		if u := twice(m.Memory); u != "" {
			t.Errorf("deterministic=%v: %s was recorded twice", det, u)
		}
	}
}

// TestProperties: any web, any mode, any number of deaths and interruptions.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &web{Size: rapid.IntRange(20, 400).Draw(rt, "size"), Hosts: rapid.IntRange(1, 9).Draw(rt, "hosts")}
		opt := engine.Options{
			Workers:       rapid.IntRange(1, 12).Draw(rt, "workers"),
			MaxPages:      rapid.IntRange(0, 200).Draw(rt, "pages"),
			Deterministic: rapid.Bool().Draw(rt, "deterministic"),
		}
		seeds := w.seeds(rapid.SliceOfN(rapid.IntRange(0, w.Size-1), 0, 6).Draw(rt, "seeds")...)
		m := &mortal{Memory: new(state.Memory)}
		var res engine.Result
		for try := 0; ; try++ {
			m.at, m.ops, m.dead = rapid.IntRange(1, 150).Draw(rt, "dies at"), 0, false
			if try == 8 {
				m.at = 1 << 30
			}
			m.after = rapid.Bool().Draw(rt, "after")
			before := m.Committed()
			var err error
			res, err = newEngine(w, m, opt).Run(t.Context(), seeds)
			if m.Committed() < before {
				rt.Fatalf("visits were lost: %d of %d", m.Committed(), before)
			}
			if err == nil {
				break
			}
		}
		if opt.MaxPages > 0 && res.Pages > opt.MaxPages {
			rt.Fatalf("%d pages with a budget of %d", res.Pages, opt.MaxPages)
		}
		if !res.Stopped.Finished() || res.Stopped == engine.Exhausted && res.Waiting > 0 {
			rt.Fatalf("ended with %+v", res)
		}
		if u := twice(m.Memory); u != "" {
			rt.Fatalf("%s was recorded twice", u)
		}
		asked := make(map[string]bool)
		err := m.Visits(func(v *crawl.Visit) error {
			if asked[v.Choice.URL] {
				return fmt.Errorf("%s was visited twice", v.Choice.URL)
			}
			asked[v.Choice.URL] = true
			return nil
		})
		if err != nil {
			rt.Fatal(err)
		}
	})
}

// TestOtherRules: workers, mode and budget may change between runs; what is
// replayed then is replayed by the rules it was made by.
func TestOtherRules(t *testing.T) {
	w, st := &web{Size: 5000, Hosts: 7}, new(state.Memory)
	for i, opt := range []engine.Options{
		{Workers: 4, Deterministic: true}, {Workers: 9, Deterministic: true}, {Workers: 2}, {Workers: 7}, {Workers: 3, Deterministic: true},
	} {
		for _, at := range []int{40, 25} { // the second run of each resumes by its own rules
			m := &mortal{Memory: st, at: at}
			opt.MaxPages = 0
			if _, done := ends(t, newEngine(w, m, opt), w); done {
				t.Fatal("ended before it died")
			}
		}
		opt.MaxPages = 100 * (i + 1)
		if res := run(t, newEngine(w, st, opt), w); res.Pages != opt.MaxPages {
			t.Fatalf("run %d: %+v", i, res)
		}
	}
	if u := twice(st); u != "" {
		t.Errorf("%s was recorded twice", u)
	}
}

// forgetful is a strategy whose sequence is not a function of what it is told:
// a version of the program that chooses otherwise.
type forgetful struct{ wanderer }

func (s *forgetful) ReadFrom(p crawl.Part) error {
	err := s.wanderer.ReadFrom(p)
	s.Draws += 1000
	return err
}

func TestReplayError(t *testing.T) {
	w := &web{Size: 2000, Hosts: 7}
	opt := engine.Options{Workers: 2, MaxPages: 300, Deterministic: true}
	opt.Program = "1"
	m := &mortal{Memory: new(state.Memory), at: 150}
	ends(t, newEngine(w, m, opt), w)
	before := trail(m.Memory)
	e := newEngine(w, m.Memory, opt)
	e.Strategy = new(forgetful)
	res, err := e.Run(t.Context(), w.seeds(1, 2, 3))
	var other *engine.ReplayError
	if !errors.As(err, &other) || res.Stopped != engine.Failed || other.Seq == 0 || other.Journal == other.Chosen {
		t.Fatalf("Run = %+v, %v, want a ReplayError", res, err)
	}
	if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), other.Journal) {
		t.Errorf("message: %q", err)
	}
	if d := cmp.Diff(before, trail(m.Memory)); d != "" {
		t.Errorf("the journal was changed:\n%s", d)
	}
}

// TestReplayOtherProgram: a deterministic crawl of another version is resumed as its
// journal says, and no page is recorded twice.
func TestReplayOtherProgram(t *testing.T) {
	w := &web{Size: 2000, Hosts: 7}
	opt := engine.Options{Workers: 2, MaxPages: 300, Deterministic: true, Program: "1"}
	m := &mortal{Memory: new(state.Memory), at: 150}
	ends(t, newEngine(w, m, opt), w)
	before := trail(m.Memory)
	opt.Program = "2"
	for range 2 { // the second time nothing is left to do
		e := newEngine(w, m.Memory, opt)
		e.Strategy = new(forgetful)
		res, err := e.Run(t.Context(), w.seeds(1, 2, 3))
		if err != nil || res.Pages != 300 || res.Stopped != engine.Budget {
			t.Fatalf("Run = %+v, %v", res, err)
		}
	}
	after := trail(m.Memory)
	if d := cmp.Diff(before, after[:len(before)]); d != "" {
		t.Errorf("the journal was changed:\n%s", d)
	}
	seen := map[string]bool{}
	for _, line := range after {
		url := strings.Fields(line)[1]
		if seen[url] {
			t.Errorf("%s twice", url)
		}
		seen[url] = true
	}
}

// TestCheckpointFails: an error of a part is told and what was recorded is safe.
func TestCheckpointFails(t *testing.T) {
	w, st := &web{Size: 2000, Hosts: 7}, new(state.Memory)
	opt := engine.Options{Workers: 3, MaxPages: 50}
	run(t, newEngine(w, st, opt), w)
	opt.MaxPages = 90
	e := newEngine(w, st, opt)
	broken := errors.New("cannot be written down")
	e.Strategy = &wanderer{broken: broken}
	if _, err := e.Run(t.Context(), nil); !errors.Is(err, broken) {
		t.Errorf("Run = %v, want %v", err, broken)
	}
	if res := run(t, newEngine(w, st, opt), w); res.Pages != 90 {
		t.Errorf("afterwards: %+v", res)
	}
}

// TestBadCheckpoint: parts of another program are refused, whatever they hold.
func TestBadCheckpoint(t *testing.T) {
	w := &web{Size: 100, Hosts: 3}
	for name, parts := range map[string]map[string][]byte{
		"empty": {}, "no engine": {"strategy": []byte("{}"), "scorer": []byte("{}")}, "noise": {"engine": []byte("\x03\xff\x00noise"), "strategy": {1}, "scorer": {2}},
	} {
		st := new(state.Memory)
		ok(t, st.Checkpoint(0, statetest.Parts(parts)))
		_, err := newEngine(w, st, engine.Options{}).Run(t.Context(), w.seeds(1))
		if err == nil || !strings.Contains(err.Error(), "checkpoint of visit 0") {
			t.Errorf("%s: Run = %v, want an error that names the checkpoint", name, err)
		}
	}
}

// fullDisk is a Sink that fails.
type fullDisk struct {
	mirror
	at string
}

func (f *fullDisk) fail(at string) error {
	if f.at == at {
		return errors.New("disk full at " + at)
	}
	return nil
}
func (f *fullDisk) Restore(j crawl.Journal) error {
	return errors.Join(f.mirror.Restore(j), f.fail("restore"))
}
func (f *fullDisk) Append(v *crawl.Visit) error {
	return errors.Join(f.mirror.Append(v), f.fail("append"))
}
func (f *fullDisk) Flush() error { return errors.Join(f.mirror.Flush(), f.fail("flush")) }

func TestSinkFails(t *testing.T) {
	w := &web{Size: 500, Hosts: 3}
	for _, at := range []string{"restore", "append", "flush"} {
		st := new(state.Memory)
		e := newEngine(w, st, engine.Options{MaxPages: 150})
		e.Sinks = []crawl.Sink{&fullDisk{at: at}}
		res, err := e.Run(t.Context(), w.seeds(1, 2, 3))
		if err == nil || !strings.Contains(err.Error(), "disk full at "+at) || res.Stopped != engine.Failed {
			t.Errorf("Run = %+v, %v", res, err)
		}
		if st.Committed() != res.Visits {
			t.Errorf("%s: %d of %d visits are safe", at, st.Committed(), res.Visits)
		}
		if res := run(t, newEngine(w, st, engine.Options{MaxPages: 150}), w); res.Pages != 150 {
			t.Errorf("%s: afterwards %+v", at, res)
		}
	}
}

// TestInterruptDuringReplay: Ctrl-C need not wait for a long replay, and the
// State stays as it was.
func TestInterruptDuringReplay(t *testing.T) {
	w := &web{Size: 2000, Hosts: 7}
	m := &mortal{Memory: new(state.Memory), at: 300}
	ends(t, newEngine(w, m, engine.Options{Deterministic: true}), w)
	n := m.Memory.Committed()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := newEngine(w, m.Memory, engine.Options{Deterministic: true}).Run(ctx, nil)
	if err != nil || res.Stopped != engine.Interrupted || m.Memory.Committed() != n || n == 0 {
		t.Errorf("Run = %+v, %v with %d visits of %d", res, err, m.Memory.Committed(), n)
	}
}

// TestLoad: a crawl that was killed is brought to where its journal ends, without a request
// and without a change of the journal.
func TestLoad(t *testing.T) {
	w, st := &web{Size: 500, Hosts: 7}, new(state.Memory)
	res := run(t, newEngine(w, st, engine.Options{Workers: 3, MaxPages: 60}), w)
	again := newEngine(&web{Size: 0, Hosts: 1}, st, engine.Options{})
	if _, err := again.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := again.Strategy.Len(); n != res.Waiting || st.Committed() != res.Visits {
		t.Errorf("%d links wait after %d visits, want %d after %d", n, st.Committed(), res.Waiting, res.Visits)
	}
	if _, err := newEngine(w, new(state.Memory), engine.Options{}).Load(t.Context()); err != nil {
		t.Errorf("an empty journal: %v", err)
	}
}
