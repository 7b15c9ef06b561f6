package hostiletest

import (
	"math"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// control is no attack: its neighbour is crawled alone.
var control = Site{Name: "control", What: "nothing", HTTP: func(*Host) http.Handler { return http.NotFoundHandler() }}

// keepPace crawls the neighbour of h alone, again and again until stop. pace is how many
// times longer that took last than on a machine that does nothing else, at least 1 and at
// most f.mostPace. So the time that a crawl beside a hostile site has is measured at the
// same crawl without one, on the same machine at the same time.
func keepPace(t *testing.T, bin, ca string, f form, h *Host) (pace func() float64, stop func()) {
	var last atomic.Uint64
	measure := func() {
		r := crawl(t, bin, ca, f, h, []string{"http://" + h.Neighbour + "/"}, f.mostPace)
		if r.err != nil || r.pages != neighbourPages {
			t.Logf("the neighbour alone: %d of %d pages, %v", r.pages, neighbourPages, r.err)
		}
		quiet := neighbourPages*f.delay + 2*time.Second // a request each delay, and starting
		p := pacetest.Of(r.took, quiet, f.mostPace)
		if r.pages != neighbourPages {
			p = f.mostPace
		}
		t.Logf("the neighbour alone: %.1fs, %d MB: %.1f times the limits", r.took.Seconds(), r.resident, p)
		last.Store(math.Float64bits(p))
	}
	measure()
	done := make(chan struct{})
	var measuring sync.WaitGroup
	measuring.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Second):
				measure()
			}
		}
	})
	return func() float64 { return math.Float64frombits(last.Load()) }, func() { close(done); measuring.Wait() }
}
