package fetch

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// TestCacheDropsTheOldest: a full cache drops what was used last the longest ago, but nothing that
// somebody holds or waits for, and an entry that is dropped begins anew.
func TestCacheDropsTheOldest(t *testing.T) {
	c := newCache[int](3)
	set := func(key string, n int) (release func()) {
		t.Helper()
		v, release, err := c.hold(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		*v = n
		return release
	}
	has := func(want ...string) {
		t.Helper()
		var keys []string
		for e := c.oldest; e != nil; e = e.newer {
			keys = append(keys, e.key)
		}
		back := []string{}
		for e := c.latest; e != nil; e = e.older {
			back = append(back, e.key)
		}
		if slices.Reverse(back); !slices.Equal(keys, want) || !slices.Equal(back, want) || len(c.values) != len(want) {
			t.Fatalf("%v and, backwards, %v of %d, want %v", keys, back, len(c.values), want)
		}
	}
	set("a", 1)()
	set("b", 2)()
	set("c", 3)()
	has("a", "b", "c")
	if v := c.find("a").value; v != 1 {
		t.Errorf("a is %d", v)
	}
	has("b", "c", "a")
	set("d", 4)()
	has("c", "a", "d")
	release := set("c", 5)
	set("e", 6)()
	set("f", 7)()
	has("c", "e", "f")
	set("g", 8)() // c is the oldest, and held
	has("c", "f", "g")
	c.drop("c")
	has("c", "f", "g")
	release()
	c.drop("c")
	has("f", "g")
	if v := c.find("c").value; v != 0 {
		t.Errorf("c was dropped and is %d", v)
	}
}

// TestCacheWaits: who waits for a value gets what its holder left, also if others were dropped meanwhile, and
// does not wait longer than its context.
func TestCacheWaits(t *testing.T) {
	c := newCache[int](1)
	v, release, _ := c.hold(t.Context(), "a")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.hold(ended, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("held twice: %v", err)
	}
	got := make(chan int)
	go func() {
		v, release, err := c.hold(context.Background(), "a")
		if err != nil {
			got <- -1
			return
		}
		defer release()
		got <- *v
	}()
	*v = 7
	c.find("b")
	release()
	if n := <-got; n != 7 {
		t.Errorf("the next holder sees %d", n)
	}
	if e := c.find("a"); e.users != 0 || e.lock != nil {
		t.Errorf("%d users in the end", e.users)
	}
}

func (c *cache[V]) find(key string) *cached[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entry(key)
}
