package cost

import (
	"runtime"
	"sync"
	"testing"
	"time"
)

// spin works for about d of processor time.
func spin(d time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for from := thread(); thread()-from < d; {
	}
}

// TestMeter: a stage costs what its thread has worked, not what it has waited, and not what others work meanwhile.
func TestMeter(t *testing.T) {
	if !known {
		t.Skip("no clock of threads here")
	}
	m := NewMeter()
	var wg sync.WaitGroup
	wg.Go(func() {
		s := m.Begin(Pack)
		time.Sleep(100 * time.Millisecond)
		s.End()
	})
	for range 2 {
		wg.Go(func() {
			s := m.Begin(Read)
			spin(30 * time.Millisecond)
			s.End()
		})
	}
	wg.Wait()
	spin(20 * time.Millisecond)
	if spent, n := m.Spent(Read); n != 2 || spent < 60*time.Millisecond || spent > 80*time.Millisecond {
		t.Errorf("read: %v in %d", spent, n)
	}
	if spent, n := m.Spent(Pack); n != 1 || spent > 20*time.Millisecond {
		t.Errorf("a stage that sleeps: %v in %d", spent, n)
	}
	r := m.Report(3000, 3)
	sum := 0.0
	for _, s := range r.Stages {
		sum += s.Processor
	}
	if r.Answers != 2 || r.Bytes != 1000 || r.Processor < 40_000 || sum > 1.1*r.Processor || sum < .9*r.Processor {
		t.Errorf("%+v", r)
	}
	if last := r.Stages[len(r.Stages)-1]; last.Stage != Rest || last.Processor < 8_000 {
		t.Errorf("%+v, want 10,000 us a page outside of the stages", last)
	}
	if first := r.Stages[0]; first.Stage != "read" || first.Processor < 30_000 {
		t.Errorf("%+v", first)
	}
}

// TestNoMeter: nobody measures, nothing is done.
func TestNoMeter(t *testing.T) {
	var m *Meter
	if n := testing.AllocsPerRun(100, func() { m.Begin(Keep).End() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestNoPages: a crawl that read nothing has cost nothing a page.
func TestNoPages(t *testing.T) {
	if r := NewMeter().Report(0, 0); r.Answers != 0 || r.Processor != 0 || r.Stages != nil || r.Bytes != 0 {
		t.Errorf("%+v", r)
	}
}

func BenchmarkSpan(b *testing.B) {
	for name, m := range map[string]*Meter{"off": nil, "on": NewMeter()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m.Begin(Keep).End()
			}
		})
	}
}
