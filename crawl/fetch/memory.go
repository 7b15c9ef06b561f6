package fetch

import (
	"context"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// defaultMemory is the budget of a client to which Options gives none.
const defaultMemory = 256 << 20

const (
	// exchangeCost is the memory that an exchange holds before its body: buffers,
	// headers (maxHeaderBytes at most) and what HTTP/2 has received unread.
	exchangeCost = 256 << 10
	// decodedCost is the memory that a byte of a decoded body costs while it is read
	// and parsed. crawl/read/page holds up to 7.5 bytes for each byte of the body,
	// beside the body (TestParseCost there); before, the buffer of the body grows by
	// doubling.
	decodedCost = 9
)

// Memory is a budget of memory for the answers in flight of one or more clients: from
// the first byte of a request until [crawl.Response.Release]. An exchange that needs
// more than is left waits. Its methods may be called concurrently.
//
// Large answers, which are few and may be meant to hold the others up, share three
// quarters of the budget; small ones never wait behind them.
//
// An answer that waits to become large already holds the room of a small one. A quarter of
// the budget for such a line is of the large ones' share, so that a few of them leave small
// answers theirs; more should not be begun while Crowded.
//
// There is no deadlock: when nothing fits, one exchange, and only one until it is
// released, gets what it asks for all the same; a large one as soon as all other large
// ones wait, too. So the most in use is the budget and one body of the largest size,
// and a body that alone exceeds the budget is read too.
type Memory struct {
	// Collect, if not nil, is called when an answer that holds more than 16 MB has been read,
	// and when it ends, before others get its room: until the garbage collector has run, what
	// the body grew from, and then its page, take that room too, and the next page of the
	// largest size would come on top. Set it before the Memory is used.
	Collect func()

	mu    sync.Mutex
	size  int64
	small int64 // up to which a share is small
	used  int64
	large int64      // of used, what large shares hold
	line  int64      // of large, what those hold that wait to become large
	works int        // large shares that hold something and do not wait
	queue []*wanting // in the order served: those that hold a share first
	first *share     // may exceed size; nil if none does
	peak  int64
}

// smallAnswer is the most that a usual answer takes: 600 KB of a page.
const smallAnswer = 4 << 20

// collectAbove is the share, in bytes, beyond which Collect is called: 1.8 MB of a page.
const collectAbove = 16 << 20

// wanting is a share that waits for n bytes more.
type wanting struct {
	share *share
	n     int64
	ready chan struct{} // closed when the share has them
}

// NewMemory returns a budget of so many bytes; of defaultMemory, if size is not
// above 0.
func NewMemory(size int64) *Memory {
	if size <= 0 {
		size = defaultMemory
	}
	return &Memory{size: size, small: min(smallAnswer, size/16)}
}

// share is the memory that one answer holds of a Memory. A nil share has no limit.
type share struct {
	memory *Memory
	held   int64
	large  bool // it holds more than a small one does, or waits for that in line
	inLine bool // it waits for that
}

func (m *Memory) share() *share { return &share{memory: m} }

// grow raises s to a size, and waits until that fits. When ctx ends, the error says
// that memory was lacking (crawl.FailResources): that is no fault of the server.
func (s *share) grow(ctx context.Context, size int64) error {
	if s == nil {
		return nil
	}
	w := s.memory.ask(s, size)
	if w == nil {
		return nil
	}
	select {
	case <-w.ready:
		return nil
	case <-ctx.Done():
		s.memory.leave(w)
		return &crawl.KindError{Kind: crawl.FailResources, Err: english.Errorf("fetch: no memory for the answer is free (setting memory): %w", ctx.Err())}
	}
}

// ask gives s what it wants, or puts it into the queue.
func (m *Memory) ask(s *share, size int64) *wanting {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := size - s.held
	if n <= 0 {
		return nil
	}
	w := &wanting{s, n, make(chan struct{})}
	// Whoever holds a share comes before those that hold none: it can end sooner.
	i := len(m.queue)
	if s.held > 0 {
		i = slices.IndexFunc(m.queue, func(o *wanting) bool { return o.share.held == 0 })
		if i < 0 {
			i = len(m.queue)
		}
	}
	m.queue = slices.Insert(m.queue, i, w)
	if s.large {
		m.works--
	}
	m.serve()
	if slices.Contains(m.queue, w) {
		m.lineUp(w)
		return w
	}
	return nil
}

// lineUp counts what w holds among large shares, if it waits to become one and the line has
// room. It must be called with mu held.
func (m *Memory) lineUp(w *wanting) {
	s, others := w.share, m.large
	if m.first != nil && m.first.large {
		others -= m.first.held
	}
	if s.large || s.held == 0 || !w.large() || m.line+s.held > m.size/4 || others+s.held > m.size-m.size/4 {
		return
	}
	s.large, s.inLine = true, true
	m.line += s.held
	m.large += s.held
	m.serve() // small ones may fit now
}

// leaveLine ends the wait of s in line. It must be called with mu held.
func (m *Memory) leaveLine(s *share) {
	if s.inLine {
		s.inLine = false
		m.line -= s.held
	}
}

// crowd is how many answers that wait to become large make a crowd.
const crowd = 4

// Crowded reports that so many answers wait to become large that, of those to come, only
// small ones are welcome.
func (m *Memory) Crowded() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, w := range m.queue {
		if w.share.held > 0 && w.large() {
			n++
		}
	}
	return n >= crowd
}

// serve gives to those that wait what fits: in order, but the first large one that must
// wait holds up large ones only, and a small one small ones. It must be called with mu
// held.
func (m *Memory) serve() {
	var waits [2]bool // small, large
	for i := 0; i < len(m.queue); {
		w := m.queue[i]
		kind := 0
		if w.large() {
			kind = 1
		}
		if w.share == m.first || !waits[kind] && (m.fits(w) || m.exceeds(w)) {
			m.give(i)
			continue
		}
		waits[kind] = true
		i++
	}
}

// large reports that w's share would be large.
func (w *wanting) large() bool { return w.share.held+w.n > w.share.memory.small }

// fits reports that there is room for w.
func (m *Memory) fits(w *wanting) bool {
	if !w.large() {
		return m.used+w.n <= m.size || m.used-m.large+w.n <= m.size/4
	}
	more := w.n
	if !w.share.large {
		more += w.share.held
	}
	return m.used+w.n <= m.size && m.large+more <= m.size-m.size/4
}

// exceeds makes w the one that may exceed the budget, if there may be one.
func (m *Memory) exceeds(w *wanting) bool {
	if m.first != nil || w.large() && m.works > 0 {
		return false
	}
	m.first = w.share
	return true
}

func (m *Memory) give(i int) {
	w := m.queue[i]
	m.queue = slices.Delete(m.queue, i, i+1)
	s := w.share
	m.leaveLine(s)
	if s.large {
		m.large -= s.held
	}
	s.large = w.large()
	s.held += w.n
	if s.large {
		m.large += s.held
		m.works++
	}
	m.used += w.n
	m.peak = max(m.peak, m.used)
	close(w.ready)
}

// leave takes w out of the queue; what it got meanwhile it keeps until it is released.
func (m *Memory) leave(w *wanting) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.Index(m.queue, w); i >= 0 {
		m.queue = slices.Delete(m.queue, i, i+1)
		m.leaveLine(w.share)
		if w.share.large {
			m.works++
		}
	}
	m.serve()
}

// collect calls Collect if s holds much.
func (s *share) collect() {
	if s != nil && s.held > collectAbove && s.memory.Collect != nil {
		s.memory.Collect()
	}
}

// release gives back what s holds. Calling it again does nothing.
func (s *share) release() {
	if s == nil {
		return
	}
	s.collect()
	m := s.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used -= s.held
	if s.large {
		m.large -= s.held
		m.works--
	}
	s.held, s.large = 0, false
	if m.first == s {
		m.first = nil
	}
	m.serve()
}

// bodyCost returns the cost of an answer with so many decoded bytes, bytes kept as
// sent, and bytes in decoders.
func bodyCost(decoded, kept, decoders int64) int64 {
	return exchangeCost + decodedCost*decoded + kept + decoders
}
