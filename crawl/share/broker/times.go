package broker

import (
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Times of a lease. What is 0 has the value in brackets.
type LeaseTimes struct {
	Renew  time.Duration // how often it is renewed (3 s)
	Lost   time.Duration // since the last renewal: nothing new is begun (5 s)
	Cancel time.Duration // since the last renewal: what was begun is ended (8 s)
	TTL    time.Duration // since the last renewal, by the server's clock: it is free (10 s)
}

// ErrTimes: the times are not in their order.
var ErrTimes = errors.New("a lease needs renew < lost < cancel < ttl")

func (t LeaseTimes) filled() (LeaseTimes, error) {
	for _, f := range []struct {
		d   *time.Duration
		def time.Duration
	}{{&t.Renew, 3 * time.Second}, {&t.Lost, 5 * time.Second}, {&t.Cancel, 8 * time.Second}, {&t.TTL, 10 * time.Second}} {
		if *f.d == 0 {
			*f.d = f.def
		}
	}
	if t.Renew <= 0 || t.Renew >= t.Lost || t.Lost >= t.Cancel || t.Cancel >= t.TTL {
		return t, english.Errorf("%w, not %v, %v, %v, %v", ErrTimes, t.Renew, t.Lost, t.Cancel, t.TTL)
	}
	return t, nil
}
