package state_test

import (
	"log/slog"
	"testing"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestMain(m *testing.M) {
	if runJudge() {
		return
	}
	goleak.VerifyTestMain(pacetest.InMemory(m))
}

// small is a Store whose files can be copied quickly.
var small = state.Options{BatchVisits: 100, ValueLog: 8 << 20, Logger: slog.New(slog.DiscardHandler)}

func TestStore(t *testing.T) {
	statetest.Test(t, func(dir string) (crawl.State, error) {
		s, err := state.Open(dir, small)
		if err != nil {
			return nil, err
		}
		return s, nil
	}, true)
}

func TestMemory(t *testing.T) {
	states := make(map[string]*state.Memory)
	statetest.Test(t, func(dir string) (crawl.State, error) {
		if states[dir] == nil {
			states[dir] = new(state.Memory)
		}
		return states[dir], nil
	}, false)
}

// BenchmarkRecord is 1,000 visits with 50 links each, committed in batches.
func BenchmarkRecord(b *testing.B) {
	s, err := state.Open(b.TempDir(), state.Options{Logger: small.Logger})
	ok(b, err)
	defer s.Close()
	visits := make([]*crawl.Visit, 1000)
	seq := 0
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for i := range visits {
			seq++
			visits[i] = statetest.Visit(seq, 50)
		}
		b.StartTimer()
		for _, v := range visits {
			ok(b, s.Record(v))
		}
		ok(b, s.Commit())
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*1000), "µs/visit")
}

// BenchmarkRecorded asks for URLs, half of which are recorded.
func BenchmarkRecorded(b *testing.B) {
	s, err := state.Open(b.TempDir(), state.Options{Logger: small.Logger})
	ok(b, err)
	defer s.Close()
	urls := make([]string, 0, 20000)
	for seq := 1; seq <= 10000; seq++ {
		ok(b, s.Record(statetest.Visit(seq, 0)))
		urls = append(urls, statetest.Visit(seq, 0).Choice.URL, statetest.Visit(seq+1e6, 0).Choice.URL)
	}
	ok(b, s.Commit())
	for i := 0; b.Loop(); i++ {
		s.Recorded(urls[i%len(urls)])
	}
}

// BenchmarkCheckpoint stores 8 MB, the memory of a frontier of some 50,000 URLs.
func BenchmarkCheckpoint(b *testing.B) {
	s, err := state.Open(b.TempDir(), state.Options{Logger: small.Logger})
	ok(b, err)
	defer s.Close()
	var part []byte
	for i := 0; len(part) < 8<<20; i++ {
		part = append(part, statetest.Visit(i+1, 0).Choice.URL...)
		part = append(part, byte(i), byte(i>>8), byte(i*7), byte(i*13>>3))
	}
	for b.Loop() {
		ok(b, s.Checkpoint(0, statetest.Parts(map[string][]byte{"strategy": part})))
	}
}

// BenchmarkOpen opens a folder of 20,000 visits, half of them to be replayed.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	s, err := state.Open(dir, state.Options{Logger: small.Logger})
	ok(b, err)
	for seq := 1; seq <= 20000; seq++ {
		ok(b, s.Record(statetest.Visit(seq, 10)))
		if seq == 10000 {
			ok(b, s.Checkpoint(seq, nil))
		}
	}
	ok(b, s.Close())
	for b.Loop() {
		s, err := state.Open(dir, state.Options{Logger: small.Logger})
		ok(b, err)
		ok(b, s.Close())
	}
}
