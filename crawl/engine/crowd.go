package engine

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Large answers share a budget of memory (crawl/fetch), and one of the largest size may be
// read at a time. A fetch whose answer turns out to be large waits for that, and holds its
// place. A thousand hosts of large pages would hold all places, and small pages of others
// would come as slowly as large ones. So while answers wait for memory (Engine.Crowded), a
// new fetch begins only from a host that is known for small answers, or of a seed: others
// are busy until the crowd is over. How large an answer is cannot be known before.
//
// In deterministic mode nothing waits so: memory is of this machine, and may decide nothing.

const (
	smallBody = 256 << 10 // bytes of a small answer
	mostSmall = 4096      // hosts that are known for small answers at a time
	crowdTurn = "\x00memory"
)

// smallHosts are hosts whose last answer was small.
type smallHosts map[string]bool

// add takes the host in. When there are too many, all have to prove it again.
func (s smallHosts) add(host string) {
	if len(s) >= mostSmall {
		clear(s)
	}
	s[host] = true
}

// expectSmall lets the seeds begin whatever waits.
func (r *run) expectSmall(seeds []crawl.Link) {
	for i := range seeds[:min(len(seeds), mostSmall)] {
		r.small.add(seeds[i].Host)
	}
}

// weighHost learns from an answer whether its host has small ones.
func (r *run) weighHost(t *task) {
	switch {
	case t.response == nil || !r.blocks || r.Crowded == nil:
	case len(t.response.Body) <= smallBody:
		r.small.add(t.choice.Host)
	default:
		delete(r.small, t.choice.Host)
	}
}

// lookAtCrowd asks for the present choice whether there is a crowd. If it is over, the hosts
// that waited for its end come one after the other, the best first.
func (r *run) lookAtCrowd() {
	if r.crowd = r.blocks && r.Crowded != nil && r.Crowded(); !r.crowd {
		if b := r.blocked.of[crowdTurn]; b != nil {
			r.dueAt(b, time.Time{})
		}
	}
}

// crowdedOut reports a host that waits for the end of the crowd.
func (r *run) crowdedOut(host string) bool { return r.crowd && !r.small[host] }
