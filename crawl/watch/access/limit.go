package access

import (
	"hash/maphash"
	"net/netip"
	"sync"
	"time"
)

// Limiter allows each key so many acts at once, and then one per interval: the virtual
// scheduling algorithm of ITU-T I.371 (GCRA), which needs one time per key.
//
// Its table has a fixed size, so a million addresses take no more memory than one. A
// key that finds its row full takes the place of the one that has been quiet longest,
// which begins afresh; only who asks from very many addresses gains by that, and gains
// nothing but 401 in place of 429.
type Limiter struct {
	every time.Duration
	burst int
	seed  maphash.Seed

	mu   sync.Mutex
	rows [limiterRows][limiterWays]cell
}

// 4,096 rows of 4 cells are 256 KB.
const (
	limiterRows = 1 << 12
	limiterWays = 4
)

type cell struct {
	key  uint64
	full int64 // when the key has its whole burst again, in Unix nanoseconds
}

// NewLimiter returns a Limiter of burst acts at once and then one per interval.
func NewLimiter(burst int, every time.Duration) *Limiter {
	return &Limiter{every: every, burst: max(burst, 1), seed: maphash.MakeSeed()}
}

// Address takes one act of a client's address. An IPv6 address counts as its /64, the
// network of one customer (RFC 6177). It reports how long to wait if there is none
// left.
func (l *Limiter) Address(a netip.Addr, now time.Time) (wait time.Duration, ok bool) {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		p, _ := a.Prefix(64) //nolint:errcheck // 64 bits fit into any IPv6 address
		a = p.Addr()
	}
	b := a.As16() // IPv4 as ::ffff:a.b.c.d; the zero Addr as ::
	return l.take(maphash.Bytes(l.seed, b[:]), now)
}

// Name is Address for a name.
func (l *Limiter) Name(s string, now time.Time) (wait time.Duration, ok bool) {
	return l.take(maphash.String(l.seed, s), now)
}

func (l *Limiter) take(key uint64, now time.Time) (time.Duration, bool) {
	at := now.UnixNano()
	most := int64(l.every) * int64(l.burst)
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.find(key)
	full := max(c.full, at)
	if full > at+most { // the clock was set back
		full = at + most
	}
	if next := full + int64(l.every); next <= at+most {
		c.key, c.full = key, next
		return 0, true
	}
	return time.Duration(full + int64(l.every) - at - most), false
}

// find returns the cell of key, or the one that key may take.
func (l *Limiter) find(key uint64) *cell {
	row := &l.rows[key%limiterRows]
	oldest := &row[0]
	for i := range row {
		if row[i].key == key {
			return &row[i]
		}
		if row[i].full < oldest.full {
			oldest = &row[i]
		}
	}
	*oldest = cell{key: key}
	return oldest
}
