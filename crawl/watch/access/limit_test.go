package access

import (
	"encoding/binary"
	"net/netip"
	"testing"
	"time"
	"unsafe"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

func TestLimiter(t *testing.T) {
	l := NewLimiter(5, 2*time.Second)
	take := func(addr string, at time.Duration) (time.Duration, bool) {
		return l.Address(netip.MustParseAddr(addr), noon.Add(at))
	}
	for i := range 5 {
		if _, ok := take("192.0.2.1", 0); !ok {
			t.Fatalf("try %d is refused", i)
		}
	}
	for _, tt := range []struct {
		name, addr string
		at, wait   time.Duration
	}{
		{"the sixth at once", "192.0.2.1", 0, 2 * time.Second},
		{"the same, as IPv6 writes it", "::ffff:192.0.2.1", 0, 2 * time.Second},
		{"another address", "192.0.2.2", 0, 0},
		{"half a second later", "192.0.2.1", 500 * time.Millisecond, 1500 * time.Millisecond},
		{"two seconds later", "192.0.2.1", 2 * time.Second, 0},
		{"and again", "192.0.2.1", 2 * time.Second, 2 * time.Second},
		{"after an hour", "192.0.2.1", time.Hour, 0},
	} {
		if wait, ok := take(tt.addr, tt.at); wait != tt.wait || ok != (tt.wait == 0) {
			t.Errorf("%s: wait %v, %v; want %v", tt.name, wait, ok, tt.wait)
		}
	}
	// A customer has 2^64 addresses.
	for i := range 5 {
		take("2001:db8:0:1::"+string(rune('a'+i)), 0)
	}
	if _, ok := take("2001:db8:0:1:ffff::1%eth0", 0); ok {
		t.Error("another address of the same /64 may try again")
	}
	if _, ok := take("2001:db8:0:2::a", 0); !ok {
		t.Error("the next /64 may not try")
	}
	// A clock that was an hour ahead holds nobody for longer than the burst.
	if wait, _ := take("192.0.2.1", -time.Hour); wait > 2*time.Second {
		t.Errorf("after the clock was set back: wait %v", wait)
	}
}

// TestLimiterMemory: a million addresses take no memory but the table, and one that is
// busy among them stays limited most of the time.
func TestLimiterMemory(t *testing.T) {
	l := NewLimiter(5, 2*time.Second)
	if size := unsafe.Sizeof(*l); size > 300<<10 {
		t.Errorf("a limiter has %d bytes", size)
	}
	var next uint32
	try := func() {
		var b [4]byte
		binary.BigEndian.PutUint32(b[:], next)
		next++
		l.Address(netip.AddrFrom4(b), noon)
	}
	if n := testing.AllocsPerRun(1000, try); n > 0 {
		t.Errorf("an address takes %v allocations", n)
	}
	addresses := 1_000_000
	if testing.Short() {
		addresses = 100_000
	}
	busy, passed := netip.MustParseAddr("203.0.113.9"), 0
	for i := range addresses {
		if try(); i%100 == 0 {
			if _, ok := l.Address(busy, noon); ok {
				passed++
			}
		}
	}
	// It begins afresh each time that others take its cell.
	if passed > addresses/200 {
		t.Errorf("%d of %d tries of a busy address pass", passed, addresses/100)
	}
}
