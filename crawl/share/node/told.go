package node

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Told is a node's message to all others, five times a second, and sooner when there are news.
type Told struct {
	Node     string        `json:"node"`
	Crawl    int           `json:"crawl"` // its number
	Parts    []partState   `json:"parts"`
	Chosen   member.Chosen `json:"chosen"`
	Outcomes []byte        `json:"outcomes,omitempty"` // a wire.Batch
	Outbox   int           `json:"outbox"`             // letters that are not sent
	Paused   bool          `json:"paused,omitempty"`
	Final    bool          `json:"final,omitempty"` // the crawl was over when the parts were closed
	Standing
}

// Standing holds what nodes tell each other for people only.
type Standing struct {
	Version string        `json:"version,omitempty"` // of the program
	Free    *int64        `json:"free,omitempty"`    // bytes on the disk of the folder
	Sent    cluster.Sent  `json:"sent"`
	Last    map[int]int64 `json:"last,omitempty"` // by part: the last entry of its log that the node has appended
	// Away is for how many milliseconds nodes with parts have not been there, as this one has seen.
	Away map[string]int64 `json:"away,omitempty"`
	// Known is how parts stood, when this node heard of them last, that no node has told of for a while.
	Known []partState `json:"known,omitempty"`
}

// partState is how a part stands, with what people look at.
type partState struct {
	member.State
	Relevant int `json:"relevant"`
	Failures int `json:"failures"`
	Waiting  int `json:"waiting"` // links

	PerSecond float64 `json:"perSecond,omitempty"` // pages
	Outbox    int     `json:"outbox,omitempty"`    // letters that are not sent
}

// told tells the other nodes, and hears them.
type told struct {
	w *work

	mu       sync.Mutex
	outcomes []*crawl.Outcome
	last     map[int]bool // of run only, by part here: whether others were told that it chooses nothing
	seen     []time.Time  // by part: when its node was heard last
	starved  bool         // a part elsewhere wants more of the budget
	idle     map[int]bool
	known    map[int]partState // by part elsewhere
}

// mostOutcomes in one message. More wait in memory, up to ten times as many; then the oldest are lost.
const mostOutcomes = 1000

// outcome keeps what a visit taught until it is told.
func (t *told) outcome(o *crawl.Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.outcomes = append(t.outcomes, o); len(t.outcomes) > 10*mostOutcomes {
		t.outcomes = t.outcomes[mostOutcomes:]
	}
}

// run tells until ctx ends.
func (t *told) run(ctx context.Context) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for i, last := 1, time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if time.Since(last) < lookEvery {
			if t.news() {
				t.tell()
			}
			continue
		}
		i, last = i+1, time.Now()
		t.expire()
		if i%paceEvery == 0 {
			t.w.pace(time.Now())
		}
		t.tell()
		if i%marksEvery == 0 {
			t.marks(ctx)
			t.w.trim(ctx, trimAfter)
		}
	}
}

// tellEvery is how often a node looks whether others should know of something at once: whether a part
// may choose depends on what all choose, and on who else has something to choose (cluster.Cut).
const tellEvery = 50 * time.Millisecond

// news reports whether something has changed here that lets parts elsewhere choose, or not.
func (t *told) news() bool {
	c := t.w.shared.Crawl
	if c.MadeSince() >= newsAfter {
		return true
	}
	for _, s := range t.w.stood() {
		if t.last[s.Part] != (s.Passes || s.Starved) {
			return true
		}
	}
	return false
}

// newsAfter is after how many choices others are told of them at once; a part that passes looks again as often
// (crawl/engine/member).
const newsAfter = 8

// marksEvery is after how many times of telling the table learns how far the parts here have heard
// the others.
const marksEvery = 50

// marks writes how far the parts here have heard the others. They are bounds from below for
// what senders keep and send again, so old ones do no harm.
func (t *told) marks(ctx context.Context) {
	n := t.w.n
	for _, part := range n.mine() {
		marks := t.w.shared.Crawl.Received(part)
		var have []uint64
		if n.table.get(heardKey(part), &have) && string(encode(have)) == string(encode(marks)) {
			continue
		}
		try, cancel := context.WithTimeout(ctx, time.Second)
		err := change(try, n.b, heardKey(part), func([]byte) ([]byte, error) { return encode(marks), nil })
		if cancel(); err != nil {
			return
		}
	}
	for part := range n.o.Parts {
		var marks []uint64
		if n.table.get(heardKey(part), &marks) && len(marks) == n.o.Parts {
			t.w.shared.Crawl.ToldReceived(part, marks)
		}
	}
}

// tell tells how this node stands.
func (t *told) tell() {
	t.mu.Lock()
	outcomes := t.outcomes[:min(len(t.outcomes), mostOutcomes)]
	t.outcomes = t.outcomes[len(outcomes):]
	t.mu.Unlock()
	w := t.w
	states := w.states()
	t.last = map[int]bool{}
	for _, s := range states {
		t.last[s.Part] = s.Passes || s.Starved
	}
	m := Told{Node: w.n.id, Crawl: w.c.Number, Parts: states, Chosen: w.shared.Crawl.Chosen(), Outbox: w.post.waiting(-1), Paused: w.paused.Load(), Standing: w.standing()}
	m.Known = t.untold()
	if len(outcomes) > 0 {
		if data, err := w.n.codec.Encode(&binenc.Batch{Outcomes: outcomes}); err == nil {
			m.Outcomes = data
			w.outcomeBytes.Add(int64(len(data)))
		}
	}
	_ = w.n.b.Tell(toldSubject, encode(m)) // what is lost is lost
}

// states are how the parts here stand that are open.
func (w *work) states() (all []partState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for part, n := range w.running {
		all = append(all, w.state(part, n))
	}
	return all
}

// stood is how the parts here stand that are open, for the others' choices.
func (w *work) stood() (all []member.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for part := range w.running {
		all = append(all, w.shared.Crawl.State(part))
	}
	return all
}

// state is how a part stands that is open.
func (w *work) state(part int, n *counts) partState {
	s := w.shared.Crawl.State(part)
	s.Idle = s.Idle && w.post.waiting(part) == 0
	return partState{s, int(n.relevant.Load()), int(n.failures.Load()), n.s.LinksWaiting(), n.pace.perSecond(), w.post.waiting(part)}
}

// listen hears the others, and answers them.
func (t *told) listen() (stop func(), err error) {
	hear, err := t.w.n.b.Listen(toldSubject, t.hear)
	if err != nil {
		return nil, err
	}
	ask, err := t.w.n.b.Listen(askSubject, t.asked)
	if err != nil {
		hear()
		return nil, err
	}
	return func() { hear(); ask() }, nil
}

func (t *told) hear(data []byte) {
	var m Told
	if json.Unmarshal(data, &m) != nil || m.Node == t.w.n.id || m.Crawl != t.w.c.Number {
		return
	}
	c := t.w.shared.Crawl
	c.ToldChosen(m.Chosen)
	for _, s := range m.Parts {
		if s.Part < 0 || s.Part >= t.w.n.o.Parts {
			continue
		}
		c.Told(s.State)
		t.note(s)
	}
	if len(m.Outcomes) == 0 {
		return
	}
	if b, err := t.w.n.codec.Decode(m.Outcomes); err == nil {
		for _, o := range b.Outcomes {
			c.Teach(o)
		}
	}
}

func (t *told) note(s partState) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen[s.Part] = time.Now()
	t.starved = t.starved || s.Starved
	if t.idle == nil {
		t.idle, t.known = map[int]bool{}, map[int]partState{}
	}
	t.idle[s.Part], t.known[s.Part] = s.Idle, s
}

// untold are the parts elsewhere that nobody has told of for a while.
func (t *told) untold() (all []partState) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for part, s := range t.known {
		if time.Since(t.seen[part]) > untoldAfter && !t.w.shared.Crawl.Open(part) {
			all = append(all, s)
		}
	}
	return all
}

// untoldAfter is five times of telling.
const untoldAfter = time.Second

// idle reports whether a part, here or elsewhere, has nothing to do, as far as this process knows.
func (w *work) idle(part int) bool {
	if w.shared.Crawl.Open(part) {
		return w.shared.Crawl.State(part).Idle
	}
	w.told.mu.Lock()
	defer w.told.mu.Unlock()
	idle, known := w.told.idle[part]
	return idle || !known
}

// someStarve reports whether a part elsewhere wanted more of the budget since the last call.
func (t *told) someStarve() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.starved
	t.starved = false
	return s
}

// silentFor is after what time nothing is expected of a part any more, in balance and cut.
const silentFor = 5 * time.Second

func (t *told) expire() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for part, at := range t.seen {
		if time.Since(at) > silentFor {
			t.w.shared.Crawl.Gone(part)
			delete(t.idle, part)
		}
	}
}
