package crawl

import (
	"context"
	"encoding"
	"io"
	"time"
)

// RetryError is the error of a fetch that was not tried and may be later: the
// rules of the host cannot be had now.
type RetryError struct {
	After time.Duration // until it is of use to ask again
	Err   error
}

func (e *RetryError) Error() string { return e.Err.Error() }
func (e *RetryError) Unwrap() error { return e.Err }

// ExchangeError is the error of a fetch that brought no answer, but has asked for
// robots.txt files on the way and was told to keep what they said.
type ExchangeError struct {
	Robots []Exchange // as in Response
	Err    error
}

func (e *ExchangeError) Error() string { return e.Err.Error() }
func (e *ExchangeError) Unwrap() error { return e.Err }

// Request asks for a page.
type Request struct {
	URL string
	// ETag and LastModified are the validators of an earlier answer; "" if there
	// are none. If the page has not changed since, the answer is 304 without a
	// body. A Fetcher without conditional requests ignores them.
	ETag, LastModified string
}

// Fetcher brings an answer. It is called concurrently. It returns when the host may
// be asked and the body has been read; so it is polite even if nobody asks its
// [Pacer]. A status outside 2xx is an answer, not an error. The error of a
// cancelled ctx wraps ctx.Err().
type Fetcher interface {
	Fetch(ctx context.Context, r Request) (*Response, error)
}

// Pacer tells when hosts may be asked, for those who choose among hosts. Hosts
// have the form of [Link].Host. It is called concurrently.
type Pacer interface {
	// Site names the hosts that share their requests with host, by their
	// registrable domain; a host without one is a site of its own.
	Site(host string) string
	// ReadyAt returns the earliest time at which a request to host may start, as
	// far as is known: not after now if it may start now. While its site takes no
	// further request, because of those in flight, the time is a lower bound.
	ReadyAt(host string) time.Time
	// Reserve announces a request before its Fetch is called, which may happen in
	// another goroutine. ReadyAt counts it as in flight until its Fetch begins
	// (then that counts) or release is called.
	Reserve(host string) (release func())
}

// Reader parses an answer and marks the topic's words in it. It is called
// concurrently and must not change with the pages it reads.
type Reader interface {
	Read(ctx context.Context, r *Response) (*Page, error)
}

// Checkpointer is a part with memory. MarshalBinary returns all that
// UnmarshalBinary needs to go on exactly as if nothing had happened.
type Checkpointer interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// A Checkpointer whose memory may be large implements io.WriterTo, too: WriteTo
// writes what MarshalBinary returns, and a [StreamState] takes it so.

// Scorer judges a page. Both methods are called by the deciding goroutine, in
// the order in which pages are recorded. Score does not change the Scorer;
// Learn does (which blocks of a host are boilerplate) and reads only Host,
// Title, and the Keys, Title marks, Regions and lengths of the blocks of p, so it can be
// repeated from the journal.
type Scorer interface {
	Score(p *Page) Score
	Learn(p *Page)
	Checkpointer
}

// Filter has the last word before a link is considered. Allow returns "" or a
// short reason for the log ("off-site", "file type"). from is the page that
// holds the link, or nil if l is where a redirect led. It is called by the
// deciding goroutine and keeps no memory that matters.
type Filter interface {
	Allow(l *Link, from *Page) (reason string)
}

// Strategy chooses which known link is fetched next. One goroutine calls it.
// It owns the frontier: every URL it ever heard of is offered at most once.
// The same seed and the same calls give the same choices.
type Strategy interface {
	// Seed makes URLs known, in order; they are chosen before all others.
	Seed(links []Link)
	// Next chooses a URL whose host is not busy (nil: none is), and counts it
	// as in flight. ok is false if there is none now; then nothing changed.
	Next(busy func(host string) bool) (c Choice, ok bool)
	// Take does what Next would have done had it chosen url. Used when a
	// journal is replayed. ok is false if url is not waiting.
	Take(url string) (c Choice, ok bool)
	// Observe tells the outcome of a choice. v.Page.Links hold the links that
	// passed the filters, known ones among them.
	Observe(v *Visit)
	// Len is the number of URLs that wait.
	Len() int
	Checkpointer
}

// Blocker is implemented by a Strategy that can leave hosts out, so that Next need
// not ask about each of them again and again. Next passes over a blocked host,
// whatever busy says, until Unblock. A Strategy that has not heard of the host may
// ignore Block. Take, Len and MarshalBinary do not depend on what is blocked.
type Blocker interface {
	Block(host string)
	Unblock(host string)
}

// State remembers a crawl beyond the life of a process. One goroutine calls
// it.
type State interface {
	// Record appends v to the journal. It is durable after the next Commit,
	// which Record itself calls when a batch is full.
	Record(v *Visit) error
	// Commit makes everything recorded durable.
	Commit() error
	// BeforeCommit makes f be called before anything becomes durable, with
	// something to commit; an error of f is returned and nothing is committed.
	BeforeCommit(f func() error)
	// Committed is the Seq of the last durable visit.
	Committed() int
	// Visits yields every durable visit from the first, in order, without
	// Links and Blocks. An error of yield ends it and is returned.
	Visits(yield func(v *Visit) error) error
	// Recorded reports whether a page was recorded under the canonical key url.
	Recorded(url string) bool
	// Checkpoint stores the memory of all parts as of visit seq, by name.
	Checkpoint(seq int, parts map[string][]byte) error
	// Resume gives load the last checkpoint (seq 0 and nil parts if there is
	// none), then calls apply with every later durable visit, in order. load may
	// call Visits and Committed.
	Resume(load func(seq int, parts map[string][]byte) error, apply func(*Visit) error) error
	Close() error
}

// StreamState is implemented by a State that takes the parts of a checkpoint
// without holding them.
type StreamState interface {
	State
	// CheckpointFrom is Checkpoint with the bytes that the parts write.
	CheckpointFrom(seq int, parts map[string]io.WriterTo) error
}

// Duplicates finds pages that repeat recorded ones. One goroutine calls it.
type Duplicates interface {
	// Exact returns the recorded page whose body is that of p byte by byte, and
	// what its relevance was.
	Exact(p *Page) (of Duplicate, relevance float64, ok bool)
	// Near fills p.Print and returns the recorded page whose main text that of p
	// nearly equals.
	Near(p *Page) (of Duplicate, ok bool)
	// Learn hears of every visit, in order. It reads nothing that a journal does
	// not give back.
	Learn(v *Visit)
}

// Archiver keeps answers as they came over the wire. Unlike a Sink it holds what
// the journal cannot give back, so it is written before the journal: Keep, then
// State.Record; Sync, then State.Commit. One goroutine calls it.
type Archiver interface {
	// Restore is called once, before the first visit. Everything kept after what
	// the last durable visit of j refers to is cut off: no visit knows of it.
	Restore(j Journal) error
	// Keep takes the answer of v (v.Response.Exchanges), if there is one, and returns
	// where it will stand, or what is kept of v instead. The zero Ref means nothing.
	Keep(v *Visit) (Ref, error)
	// Sync makes everything kept durable.
	Sync() error
}

// Journal is the part of a State that others may read.
type Journal interface {
	Committed() int
	Visits(yield func(v *Visit) error) error
}

// Sink keeps what a crawl leaves for its user. One goroutine calls it. The
// State's journal is the truth; what a Sink keeps is derived from it.
type Sink interface {
	// Restore is called once, before the first visit: it makes what the Sink
	// kept equal to the visits of j, whatever a killed process left behind.
	Restore(j Journal) error
	// Append takes a recorded visit. It is not durable yet, so nothing of it
	// may be shown before the next Flush.
	Append(v *Visit) error
	// Flush is called when all visits appended are durable.
	Flush() error
}

// Observer hears of every visit after it was recorded, in order. It is
// called by the deciding goroutine and must return quickly.
type Observer interface {
	Visited(v *Visit)
}
