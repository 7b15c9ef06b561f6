// Package warctest is the conformance suite of a crawl.Archiver: [Archiver]. It also
// makes the visits that its tests need.
package warctest

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Answer is a visit that brought a page, with the exchange that brought it.
func Answer(seq int, url, body string) *crawl.Visit {
	at := time.Date(2026, 3, 1, 12, 0, seq, 123456000, time.UTC)
	return &crawl.Visit{
		Seq: seq, Choice: crawl.Choice{URL: url}, Status: 200, FetchedAt: at,
		Page:  &crawl.Page{URL: url, Final: url, Hash: xxhash.Sum64String(body)},
		Score: crawl.Score{Relevance: 0.5, Relevant: true},
		Response: &crawl.Response{URL: url, Final: url, Status: 200, Body: []byte(body), Exchanges: []crawl.Exchange{{
			URL: url, IP: "192.0.2.7", At: at,
			Request: []byte("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"),
			Head:    []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"),
			Body:    []byte(body),
		}}},
	}
}

// Journal holds what a State would have made durable.
type Journal []*crawl.Visit

// Committed implements crawl.Journal.
func (j Journal) Committed() int { return len(j) }

// Visits implements crawl.Journal.
func (j Journal) Visits(yield func(*crawl.Visit) error) error {
	for _, v := range j {
		if err := yield(v); err != nil {
			return err
		}
	}
	return nil
}

// Opened is an Archiver that can be closed.
type Opened interface {
	crawl.Archiver
	io.Closer
}

// Archiver tests the archiver that open opens in a folder; read returns what is
// kept at a place in it.
func Archiver(t *testing.T, open func(dir string) (Opened, error), read func(dir string, ref crawl.Ref) ([]crawl.Exchange, error)) {
	x := suite{open, read}
	t.Run("keeps", x.keeps)
	t.Run("nothing to keep", x.nothing)
	t.Run("cut after the journal", x.cut)
	t.Run("restored once", x.once)
}

type suite struct {
	open func(dir string) (Opened, error)
	read func(dir string, ref crawl.Ref) ([]crawl.Exchange, error)
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// restored opens an archiver at the end of j.
func (x suite) restored(t *testing.T, dir string, j Journal) Opened {
	t.Helper()
	v, err := x.open(dir)
	ok(t, err)
	ok(t, v.Restore(j))
	return v
}

func (x suite) keep(t *testing.T, v Opened, visits ...*crawl.Visit) {
	t.Helper()
	for _, visit := range visits {
		ref, err := v.Keep(visit)
		ok(t, err)
		if ref.File == "" || ref.Length <= 0 || ref.Offset < 0 {
			t.Fatalf("visit %d is kept at %+v", visit.Seq, ref)
		}
		visit.Stored = ref
	}
}

// holds demands that all visits can be read back as they were.
func (x suite) holds(t *testing.T, dir string, visits ...*crawl.Visit) {
	t.Helper()
	for _, visit := range visits {
		got, err := x.read(dir, visit.Stored)
		ok(t, err)
		want := visit.Response.Exchanges
		if len(got) != len(want) {
			t.Fatalf("visit %d: %d exchanges, want %d", visit.Seq, len(got), len(want))
		}
		for i := range got {
			g, w := got[i], want[i]
			if g.URL != w.URL || !g.At.Equal(w.At) || g.IP != w.IP || !bytes.Equal(g.Request, w.Request) || !bytes.Equal(g.Head, w.Head) || !bytes.Equal(g.Body, w.Body) || g.Truncated != w.Truncated {
				t.Errorf("visit %d, exchange %d:\n%+v, want\n%+v", visit.Seq, i, g, w)
			}
		}
	}
}

func some(from, to int) (visits []*crawl.Visit) {
	for seq := from; seq <= to; seq++ {
		visits = append(visits, Answer(seq, fmt.Sprintf("http://a.example/%d", seq), fmt.Sprintf("<p>page %d", seq%4)))
	}
	return visits
}

// keeps: answers, repeated ones among them, and an answer after a redirect that
// was cut.
func (x suite) keeps(t *testing.T) {
	dir := t.TempDir()
	visits := some(1, 9)
	r := visits[4].Response
	r.Exchanges = append([]crawl.Exchange{{URL: "http://a.example/from", At: r.Exchanges[0].At, Request: r.Exchanges[0].Request, Head: []byte("HTTP/1.1 302 Found\r\nLocation: /5\r\n\r\n"), Body: []byte{}}}, r.Exchanges...)
	visits[5].Response.Exchanges[0].Truncated = "time"
	visits[5].Response.Exchanges[0].Body = []byte{0, 0xff, '\r', '\n', '\r', '\n'}
	v := x.restored(t, dir, nil)
	x.keep(t, v, visits...)
	ok(t, v.Sync())
	x.holds(t, dir, visits...) // while it is open
	ok(t, v.Close())
	x.holds(t, dir, visits...)
}

func (x suite) nothing(t *testing.T) {
	v := x.restored(t, t.TempDir(), nil)
	failed, bare := &crawl.Visit{Seq: 1}, Answer(2, "http://a.example/", "x")
	bare.Response.Exchanges = nil
	for _, visit := range []*crawl.Visit{failed, bare} {
		if ref, err := v.Keep(visit); err != nil || ref != (crawl.Ref{}) {
			t.Errorf("visit %d is kept at %+v, %v", visit.Seq, ref, err)
		}
	}
	ok(t, v.Sync())
	ok(t, v.Close())
}

// cut: what the journal does not know is gone, and what is kept next stands in
// its place.
func (x suite) cut(t *testing.T) {
	dir := t.TempDir()
	visits := some(1, 6)
	v := x.restored(t, dir, nil)
	x.keep(t, v, visits...)
	ok(t, v.Sync())
	ok(t, v.Close())
	// A new verdict names the place of an earlier answer.
	v = x.restored(t, dir, append(visits[:3:3], visits[0].Rejudge(4, crawl.Score{})))
	lost := visits[3].Stored
	if got, err := x.read(dir, lost); err == nil {
		t.Errorf("after Restore visit 4 can still be read: %+v", got)
	}
	other := Answer(4, "http://a.example/other", "another fourth page")
	x.keep(t, v, other)
	ok(t, v.Close())
	x.holds(t, dir, append([]*crawl.Visit{other}, visits[:3]...)...)
}

func (x suite) once(t *testing.T) {
	v, err := x.open(t.TempDir())
	ok(t, err)
	if _, err := v.Keep(Answer(1, "http://a.example/", "x")); err == nil {
		t.Error("Keep before Restore is no error")
	}
	ok(t, v.Restore(Journal{}))
	if err := v.Restore(Journal{}); err == nil {
		t.Error("Restore a second time is no error")
	}
	ok(t, v.Close())
}
