package brokertest

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// broadcast: all clients hear what is told while they listen. It may be lost, so it is told
// until it is heard.
func (s *suite) broadcast() {
	other, heard := s.client(), make(chan string, 1)
	var mine, wrong atomic.Int64
	stop, err := s.b.Listen(s.name, func([]byte) { mine.Add(1) })
	s.ok(err)
	stopOther, err := other.Listen(s.name, func(data []byte) {
		select {
		case heard <- string(data):
		default:
		}
	})
	s.ok(err)
	stopWrong, err := other.Listen(s.name+"x", func([]byte) { wrong.Add(1) })
	s.ok(err)
	long := strings.Repeat("long ", 20_000)
	tell := time.NewTicker(20 * time.Millisecond)
	defer tell.Stop()
	for got := ""; got == "" || mine.Load() == 0; {
		s.ok(s.b.Tell(s.name, []byte(long)))
		select {
		case got = <-heard:
			if got != long {
				s.Fatalf("heard %d bytes, told were %d", len(got), len(long))
			}
		case <-tell.C:
		case <-s.ctx.Done():
			s.Fatal("nobody heard it")
		}
	}
	stop()
	stop() // again does no harm
	was := mine.Load()
	s.ok(s.b.Tell(s.name, []byte("on")))
	for got := ""; got != "on"; {
		select {
		case got = <-heard:
		case <-tell.C:
			s.ok(s.b.Tell(s.name, []byte("on")))
		case <-s.ctx.Done():
			s.Fatal("nobody heard it")
		}
	}
	stopOther()
	stopWrong()
	if mine.Load() != was || wrong.Load() != 0 {
		s.Errorf("%d heard after stop, %d of another subject", mine.Load()-was, wrong.Load())
	}
}

// names: of logs, ids and keys, as odd as they may be, are kept apart and come back.
func (s *suite) names() {
	odd := []string{"a.b", "a*b", "a>b", "a_b", "a=b", "a%b", `a\b`, "台风", "a:b", "A.B", "a-b", "a'b"}
	for i, name := range odd {
		log := s.name + name
		seq, err := broker.Append(s.ctx, s.b, log, name, 0, []byte(name))
		if s.ok(err); seq != 1 {
			s.Errorf("log %s began at %d", log, seq)
		}
		if e := s.read(s.b, log, 0, 1); e[0].ID != name {
			s.Errorf("the id of log %s is %q", log, e[0].ID)
		}
		_, err = s.b.Create(s.ctx, s.key("odd/"+name+"/2001:db8::1"), []byte{byte(i)}, 0)
		s.ok(err)
	}
	seen := map[string]bool{}
	err := s.b.Watch(s.ctx, s.key("odd/"), func(c broker.Change) error {
		if seen[c.Key] = true; len(seen) == len(odd) {
			return errEnough
		}
		return nil
	})
	s.is(err, errEnough, "Watch")
	for _, name := range odd {
		if key := s.key("odd/" + name + "/2001:db8::1"); !seen[key] {
			s.Errorf("key %s did not come", key)
		}
	}
}

// refused: what no Broker takes.
func (s *suite) refused() {
	long := strings.Repeat("x", broker.MaxKey+1)
	for _, name := range []string{"", "a b", "a\nb", "\xff", long} {
		_, err := s.b.Append(s.ctx, name, "id", broker.Any, nil)
		s.is(err, broker.ErrRefused, "log "+name)
		_, err = s.b.Append(s.ctx, s.name, name, broker.Any, nil)
		s.is(err, broker.ErrRefused, "id "+name)
		_, _, err = s.b.Bounds(s.ctx, name)
		s.is(err, broker.ErrRefused, "bounds of "+name)
		s.is(s.b.Trim(s.ctx, name, 1), broker.ErrRefused, "trim "+name)
		s.is(s.b.Read(s.ctx, name, 0, nil), broker.ErrRefused, "read "+name)
		s.is(s.b.Tell(name, nil), broker.ErrRefused, "tell "+name)
		_, err = s.b.Listen(name, func([]byte) {})
		s.is(err, broker.ErrRefused, "listen "+name)
	}
	for _, key := range []string{"", "/a", "a/", "a//b", "a b", long} {
		_, err := s.b.Create(s.ctx, key, nil, 0)
		s.is(err, broker.ErrRefused, "create "+key)
		_, err = s.b.Update(s.ctx, key, nil, 1, 0)
		s.is(err, broker.ErrRefused, "update "+key)
		_, _, err = s.b.Get(s.ctx, key)
		s.is(err, broker.ErrRefused, "get "+key)
		s.is(s.b.Delete(s.ctx, key, 1), broker.ErrRefused, "delete "+key)
	}
	s.is(s.b.Watch(s.ctx, "half", nil), broker.ErrRefused, "a prefix without /")
	_, err := s.b.Append(s.ctx, s.name, "big", broker.Any, make([]byte, broker.MaxData+1))
	s.is(err, broker.ErrRefused, "too many data")
	_, err = s.b.Append(s.ctx, s.name, "number", -2, nil)
	s.is(err, broker.ErrRefused, "after -2")
	s.is(s.b.Tell(s.name, make([]byte, broker.MaxData+1)), broker.ErrRefused, "too much told")
	_, err = s.b.Create(s.ctx, "big", make([]byte, broker.MaxValue+1), 0)
	s.is(err, broker.ErrRefused, "too large a value")
	_, err = s.b.Create(s.ctx, "past", nil, -1)
	s.is(err, broker.ErrRefused, "a negative ttl")
}

// contexts: a call under an ended one does nothing, and waiting ends with it.
func (s *suite) contexts() {
	over, cancel := context.WithCancel(s.ctx)
	cancel()
	_, err := s.b.Append(over, s.name, "a", 0, nil)
	s.is(err, context.Canceled, "Append")
	_, err = s.b.Create(over, s.key("a"), nil, 0)
	s.is(err, context.Canceled, "Create")
	_, _, err = s.b.Get(over, s.key("a"))
	s.is(err, context.Canceled, "Get")
	_, _, err = s.b.Bounds(over, s.name)
	s.is(err, context.Canceled, "Bounds")
	s.bounds(1, 0)

	s.add("a", 0)
	_, err = s.b.Create(s.ctx, s.key("a"), nil, 0)
	s.ok(err)
	reading, cancel := context.WithCancel(s.ctx)
	defer cancel()
	err = s.b.Read(reading, s.name, 0, func(broker.Entry) error { cancel(); return nil })
	s.is(err, context.Canceled, "Read")
	why := errors.New("why")
	watching, end := context.WithCancelCause(s.ctx)
	err = s.b.Watch(watching, s.name+"/", func(broker.Change) error { end(why); return nil })
	s.is(err, why, "Watch, for the cause of its context")
}

// A URL is text of a page too, but the question is about it, so it stands outside of untrusted.
func (s *suite) close() {
	s.add("a", 0)
	_, err := s.b.Create(s.ctx, s.key("a"), nil, 0)
	s.ok(err)
	b, done := s.client(), make(chan error, 2)
	began := make(chan struct{}, 2)
	go func() {
		done <- b.Read(s.ctx, s.name, 0, func(broker.Entry) error { began <- struct{}{}; return nil })
	}()
	go func() {
		done <- b.Watch(s.ctx, s.name+"/", func(broker.Change) error { began <- struct{}{}; return nil })
	}()
	<-began
	<-began
	stop, err := b.Listen(s.name, func([]byte) {})
	s.ok(err)
	s.ok(b.Close())
	stop()
	s.is(<-done, broker.ErrClosed, "Read or Watch")
	s.is(<-done, broker.ErrClosed, "Read or Watch")
	_, err = b.Append(s.ctx, s.name, "b", 1, nil)
	s.is(err, broker.ErrClosed, "Append")
	_, _, err = b.Get(s.ctx, s.key("a"))
	s.is(err, broker.ErrClosed, "Get")
	s.is(b.Tell(s.name, nil), broker.ErrClosed, "Tell")
	_, err = b.Listen(s.name, func([]byte) {})
	s.is(err, broker.ErrClosed, "Listen")
	s.bounds(1, 1)
}
