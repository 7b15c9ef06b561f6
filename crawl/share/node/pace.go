package node

import (
	"time"
)

// pace is how many pages a part records in a second, over about the last minute.
type pace struct {
	at    [60]time.Time
	pages [60]int
	n     int // noted
}

// paceEvery is after how many times of telling the pace is noted: about a second.
const paceEvery = 5

func (p *pace) note(now time.Time, pages int) {
	i := p.n % len(p.at)
	p.at[i], p.pages[i] = now, pages
	p.n++
}

func (p *pace) perSecond() float64 {
	if p.n < 2 {
		return 0
	}
	last, first := (p.n-1)%len(p.at), 0
	if p.n > len(p.at) {
		first = p.n % len(p.at)
	}
	took := p.at[last].Sub(p.at[first]).Seconds()
	if took <= 0 {
		return 0
	}
	return float64(p.pages[last]-p.pages[first]) / took
}

// pace notes how many pages the parts here have.
func (w *work) pace(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for part, n := range w.running {
		n.pace.note(now, w.shared.Crawl.State(part).Pages)
	}
}

// standing returns what this node tells for people.
func (w *work) standing() Standing {
	s := Standing{Version: w.n.o.Version, Sent: w.post.total(), Last: w.post.lasts(), Away: w.n.away()}
	s.Sent.OutcomeBytes = w.outcomeBytes.Load()
	if w.n.o.Free != nil {
		if free, known := w.n.o.Free(); known {
			s.Free = &free
		}
	}
	return s
}

// away is for how many milliseconds nodes that have parts have not been there.
func (n *node) away() (away map[string]int64) {
	for part := range n.o.Parts {
		id := n.home(part).Node
		if id == "" || id == n.id {
			continue
		}
		if d := n.table.awayFor(nodePrefix+id, n.began); d > 0 {
			if away == nil {
				away = map[string]int64{}
			}
			away[id] = d.Milliseconds()
		}
	}
	return away
}
