package cost

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Stage is a part of what a page costs.
type Stage int

// The stages of a page, in their order.
const (
	Read   Stage = iota // charset, markup, main text, dates, labels
	Pack                // its text is packed
	Judge               // score, filters of its links, copies
	Choose              // its links are learned and scored, the next one is chosen
	Keep                // archive, journal, files, checkpoints
	Again               // judged again from its text
	stages
)

// String is the name of the stage.
func (s Stage) String() string {
	return [stages]string{"read", "pack", "judge", "choose", "keep", "judge again"}[s]
}

// Meter adds up the processor time of stages. A nil Meter measures nothing, and costs
// nothing. Several goroutines may use it.
type Meter struct {
	began time.Time
	start time.Duration // processor time of the process before
	gc    collections   // before
	spent [stages]atomic.Int64
	calls [stages]atomic.Int64
}

// NewMeter returns a Meter that begins now.
func NewMeter() *Meter {
	return &Meter{began: time.Now(), start: process(), gc: collected()}
}

// Span is a stage on its way. It ends in the goroutine in which it began. Spans of one goroutine
// do not overlap.
type Span struct {
	m     *Meter
	stage Stage
	from  time.Duration
}

// Begin begins a stage. Until the span ends, its goroutine has its thread for itself.
func (m *Meter) Begin(s Stage) Span {
	if m == nil {
		return Span{}
	}
	runtime.LockOSThread()
	return Span{m, s, thread()}
}

// End ends the stage.
func (s Span) End() {
	if s.m == nil {
		return
	}
	s.m.spent[s.stage].Add(int64(thread() - s.from))
	s.m.calls[s.stage].Add(1)
	runtime.UnlockOSThread()
}

// Spent is the processor time of a stage so far, and how often it was gone through.
func (m *Meter) Spent(s Stage) (time.Duration, int) {
	return time.Duration(m.spent[s].Load()), int(m.calls[s].Load())
}

// Each calls f with all stages, in order.
func (m *Meter) Each(f func(s Stage, spent time.Duration)) {
	for s := range stages {
		spent, _ := m.Spent(s)
		f(s, spent)
	}
}
