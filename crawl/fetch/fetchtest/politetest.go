package fetchtest

import (
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Hosts names the hosts about which the suite asks. Nobody has asked them before.
type Hosts struct {
	Host    string
	Sibling string // of the same site
	Other   string // of another site
}

// RunPolite tests p, which keeps a delay and allows one request at a time to a site. fetch
// makes a whole fetch from a host and returns after its answer.
func RunPolite(t *testing.T, p crawl.Pacer, h Hosts, fetch func(host string) error) {
	t.Helper()
	s := suite{t, p, h}
	if p.Site(h.Host) != p.Site(h.Sibling) || p.Site(h.Host) == p.Site(h.Other) {
		t.Errorf("sites %q, %q and %q", p.Site(h.Host), p.Site(h.Sibling), p.Site(h.Other))
	}
	s.ready("before the first request", true, true)
	release := p.Reserve(h.Host)
	s.ready("with a reservation", false, false)
	release()
	s.ready("after the reservation", true, true)
	for range 2 {
		release := p.Reserve(h.Host)
		if err := fetch(h.Host); err != nil {
			t.Fatal(err)
		}
		s.ready("right after an answer", false, false)
		time.Sleep(time.Until(p.ReadyAt(h.Host)))
		s.ready("after the delay, with a reservation that a fetch has claimed", true, true)
		release()
		s.ready("after the delay", true, true)
	}
	s.concurrent()
}

type suite struct {
	*testing.T
	p crawl.Pacer
	h Hosts
}

// ready compares who may be asked now. The other site always may.
func (s suite) ready(when string, host, sibling bool) {
	s.Helper()
	for _, x := range []struct {
		name string
		want bool
	}{{s.h.Host, host}, {s.h.Sibling, sibling}, {s.h.Other, true}} {
		if got := !s.p.ReadyAt(x.name).After(time.Now()); got != x.want {
			s.Errorf("%s: %s is ready: %v, want %v", when, x.name, got, x.want)
		}
	}
}

// concurrent: reservations from many goroutines end where they began.
func (s suite) concurrent() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				release := s.p.Reserve(s.h.Host)
				s.p.ReadyAt(s.h.Sibling)
				release()
			}
		})
	}
	wg.Wait()
	s.ready("after many reservations", true, true)
}
