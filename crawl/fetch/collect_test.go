package fetch

import (
	"context"
	"testing"
)

// TestCollect: Collect is called before a large share is given back, while it still counts,
// and not for a small one, nor twice.
func TestCollect(t *testing.T) {
	m := NewMemory(64 << 20)
	var held []int64
	m.Collect = func() {
		now, _ := m.inUse()
		held = append(held, now)
	}
	for _, size := range []int64{1 << 20, collectAbove, collectAbove + 1} {
		s := m.share()
		if err := s.grow(context.Background(), size); err != nil {
			t.Fatal(err)
		}
		s.collect()
		s.release()
		s.release()
	}
	if len(held) != 2 || held[0] != collectAbove+1 || held[1] != collectAbove+1 {
		t.Errorf("collected while %v bytes were held, want twice with %d", held, collectAbove+1)
	}
	if now, _ := m.inUse(); now != 0 {
		t.Errorf("%d bytes are held", now)
	}
	new(Memory).share().release()
	var none *share
	none.collect()
}
