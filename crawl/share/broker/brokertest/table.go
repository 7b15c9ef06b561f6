package brokertest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

func (s *suite) key(k string) string { return s.name + "/" + k }

// has checks what Get says of a key.
func (s *suite) has(key, value string, rev uint64) {
	s.Helper()
	v, r, err := s.b.Get(s.ctx, key)
	if s.ok(err); string(v) != value || r != rev {
		s.Errorf("%s is %q at revision %d, want %q at %d", key, v, r, value, rev)
	}
}

// table: one value through its life, and again.
func (s *suite) table() {
	key := s.key("a")
	_, _, err := s.b.Get(s.ctx, key)
	s.is(err, broker.ErrAbsent, "Get")
	_, err = s.b.Update(s.ctx, key, []byte("no"), 1, 0)
	s.is(err, broker.ErrRevision, "Update of nothing")
	s.is(s.b.Delete(s.ctx, key, 1), broker.ErrRevision, "Delete of nothing")
	last := uint64(0)
	for round := range 3 {
		one, err := s.b.Create(s.ctx, key, []byte("one"), 0)
		if s.ok(err); one <= last {
			s.Fatalf("round %d: created at revision %d, deleted was %d", round, one, last)
		}
		_, err = s.client().Create(s.ctx, key, []byte("another"), 0)
		s.is(err, broker.ErrExists, "Create again")
		s.has(key, "one", one)
		two, err := s.b.Update(s.ctx, key, nil, one, 0)
		if s.ok(err); two <= one {
			s.Errorf("revision %d follows %d", two, one)
		}
		_, err = s.b.Update(s.ctx, key, []byte("late"), one, 0)
		s.is(err, broker.ErrRevision, "Update of an old revision")
		s.is(s.b.Delete(s.ctx, key, one), broker.ErrRevision, "Delete of an old revision")
		s.has(key, "", two)
		s.ok(s.b.Delete(s.ctx, key, two))
		_, _, err = s.b.Get(s.ctx, key)
		s.is(err, broker.ErrAbsent, "Get of what was deleted")
		_, err = s.b.Update(s.ctx, key, []byte("late"), two, 0)
		s.is(err, broker.ErrRevision, "Update of what was deleted")
		last = two
	}
}

// races: of many who create a key, or update a revision, one succeeds.
func (s *suite) races() {
	const many, rounds = 6, 4
	clients := make([]broker.Broker, many)
	for i := range clients {
		clients[i] = s.client()
	}
	race := func(what string, lost error, do func(b broker.Broker, i int) (uint64, error)) (rev uint64) {
		var mu sync.Mutex
		var wg sync.WaitGroup
		won := 0
		for i, b := range clients {
			wg.Go(func() {
				r, err := do(b, i)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won, rev = won+1, r
				} else {
					s.is(err, lost, what)
				}
			})
		}
		if wg.Wait(); won != 1 {
			s.Errorf("%s: %d succeeded", what, won)
		}
		return rev
	}
	for round := range rounds {
		key := s.key(fmt.Sprint("race", round/2)) // each key twice, the second time after its deletion
		rev := race("Create", broker.ErrExists, func(b broker.Broker, i int) (uint64, error) {
			return b.Create(s.ctx, key, []byte{byte(i)}, 0)
		})
		rev = race("Update", broker.ErrRevision, func(b broker.Broker, i int) (uint64, error) {
			return b.Update(s.ctx, key, []byte{byte(i)}, rev, 0)
		})
		s.ok(s.b.Delete(s.ctx, key, rev))
	}
}

// ttl: a value runs out, not early; Update begins a new time; watchers see it.
func (s *suite) ttl() {
	const ttl = time.Second
	keep, err := s.b.Create(s.ctx, s.key("kept"), []byte("k"), ttl)
	s.ok(err)
	_, err = s.b.Update(s.ctx, s.key("kept"), []byte("k"), keep, 0)
	s.ok(err)
	began := time.Now()
	_, err = s.b.Create(s.ctx, s.key("short"), []byte("s"), ttl)
	s.ok(err)
	err = s.client().Watch(s.ctx, s.name+"/", func(c broker.Change) error {
		if c.Gone && c.Key == s.key("short") {
			return errEnough
		}
		if c.Gone {
			return fmt.Errorf("%s is gone", c.Key)
		}
		return nil
	})
	s.is(err, errEnough, "Watch")
	if took := time.Since(began); took < ttl*9/10 { // the server's clock may run faster
		s.Errorf("gone after %v, its ttl is %v", took, ttl)
	}
	_, _, err = s.b.Get(s.ctx, s.key("short"))
	s.is(err, broker.ErrAbsent, "Get of what has run out")
	_, err = s.b.Create(s.ctx, s.key("short"), nil, ttl)
	s.ok(err)
	_, _, err = s.b.Get(s.ctx, s.key("kept"))
	s.ok(err)
}

// watch: what is there, then every key's last change, in order, and nothing of other prefixes.
func (s *suite) watch() {
	const keys, rounds = 3, 8
	last := map[string]uint64{}
	write := func(key string, round int) {
		value := []byte(fmt.Sprint(round))
		rev, err := s.b.Create(s.ctx, key, value, 0)
		if errors.Is(err, broker.ErrExists) {
			rev, err = s.b.Update(s.ctx, key, value, last[key], 0)
		}
		s.ok(err)
		last[key] = rev
	}
	write(s.name+"x/other", 0) // not under the prefix
	for k := range keys {
		write(s.key(fmt.Sprint("k", k)), -1)
	}
	seen, there := map[string]uint64{}, make(chan struct{})
	gone := map[string]bool{}
	done, all, b := make(chan error, 1), sync.OnceFunc(func() { close(there) }), s.client()
	go func() {
		done <- b.Watch(s.ctx, s.name+"/", func(c broker.Change) error {
			if c.Rev < seen[c.Key] || c.Rev == seen[c.Key] && !c.Gone {
				return fmt.Errorf("revision %d of %s comes after %d", c.Rev, c.Key, seen[c.Key])
			}
			gone[c.Key] = c.Gone
			if seen[c.Key] = c.Rev; c.Key == s.key("end") {
				return errEnough
			}
			if len(seen) == keys {
				all()
			}
			return nil
		})
	}()
	select {
	case <-there:
	case err := <-done:
		s.Fatal(err)
	}
	for round := range rounds {
		for k := range keys {
			write(s.key(fmt.Sprint("k", k)), round)
		}
	}
	s.ok(s.b.Delete(s.ctx, s.key("k0"), last[s.key("k0")]))
	write(s.key("end"), 0)
	s.is(<-done, errEnough, "Watch")
	for key, rev := range last {
		if key == s.name+"x/other" {
			rev = 0
		}
		switch {
		case key == s.key("k0"):
			if !gone[key] {
				s.Errorf("%s was not seen to go", key)
			}
		case seen[key] != rev || gone[key]:
			s.Errorf("%s was seen at revision %d (gone: %v), its last is %d", key, seen[key], gone[key], rev)
		}
	}
}
