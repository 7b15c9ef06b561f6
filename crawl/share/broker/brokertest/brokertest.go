// Package brokertest is the conformance suite of a [broker.Broker]: what its interfaces
// promise, tried by several clients of one server.
//
//	brokertest.go  Run, and what the tests share
//	log.go         logs
//	table.go       the table
//	rest.go        broadcast, contexts, names, closing
//	memorylog.go   logs
//	memory.go      Server and its Brokers; broadcast
//	memorytable.go the table
package brokertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// Open opens a client of the server under test, which is the same for all calls. The
// client is closed by the suite.
type Open func(t *testing.T) broker.Broker

// Run runs the suite. Logs and keys of the server that the suite uses begin with "suite-".
func Run(t *testing.T, open Open) {
	for _, test := range []struct {
		name string
		run  func(*suite)
	}{
		{"append", (*suite).append},
		{"fence", (*suite).fence},
		{"repetition", (*suite).repetition},
		{"read on", (*suite).readOn},
		{"trim and gap", (*suite).trimAndGap},
		{"data", (*suite).data},
		{"writers", (*suite).writers},
		{"appenders", (*suite).appenders},
		{"table", (*suite).table},
		{"races", (*suite).races},
		{"ttl", (*suite).ttl},
		{"watch", (*suite).watch},
		{"broadcast", (*suite).broadcast},
		{"names", (*suite).names},
		{"refused", (*suite).refused},
		{"contexts", (*suite).contexts},
		{"close", (*suite).close},
	} {
		t.Run(test.name, func(t *testing.T) {
			// No bound on speed: only a test that would hang ends here.
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			s := &suite{T: t, ctx: ctx, open: open}
			s.b = s.client()
			s.name = fmt.Sprintf("suite-%s-%x", bytes.ReplaceAll([]byte(test.name), []byte(" "), []byte("-")), time.Now().UnixNano()&0xffffff)
			test.run(s)
		})
	}
}

// suite is one test of it.
type suite struct {
	*testing.T
	ctx  context.Context
	open Open
	b    broker.Broker
	name string // of a log that nobody else uses, and of the first segment of keys
}

// client opens another client.
func (s *suite) client() broker.Broker {
	s.Helper()
	b := s.open(s.T)
	s.Cleanup(func() {
		if err := b.Close(); err != nil {
			s.Errorf("Close: %v", err)
		}
	})
	return b
}

func (s *suite) is(err, want error, what string) {
	s.Helper()
	if !errors.Is(err, want) {
		s.Errorf("%s: %v, want %v", what, err, want)
	}
}

func (s *suite) ok(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// add appends, which must succeed.
func (s *suite) add(id string, after int64) int64 {
	s.Helper()
	seq, err := broker.Append(s.ctx, s.b, s.name, id, after, []byte("data of "+id))
	s.ok(err)
	return seq
}

func (s *suite) bounds(first, last int64) {
	s.Helper()
	f, l, err := s.b.Bounds(s.ctx, s.name)
	if s.ok(err); f != first || l != last {
		s.Errorf("bounds %d to %d, want %d to %d", f, l, first, last)
	}
}

var errEnough = errors.New("enough")

// read reads n entries after a number.
func (s *suite) read(b broker.Broker, log string, after int64, n int) (got []broker.Entry) {
	s.Helper()
	if n == 0 {
		return nil
	}
	err := b.Read(s.ctx, log, after, func(e broker.Entry) error {
		if got = append(got, e); len(got) == n {
			return errEnough
		}
		return nil
	})
	s.is(err, errEnough, "Read")
	for i, e := range got {
		if e.Seq != after+1+int64(i) {
			s.Fatalf("entry %d comes at place %d after %d", e.Seq, i, after)
		}
	}
	return got
}
