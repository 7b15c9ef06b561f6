package crawl

import (
	"context"
	"io"
	"time"
)

// Fetcher fetches pages. It is called concurrently. It waits until the host may be
// asked, so it is polite even without its [Pacer]. A status outside 2xx is an
// answer, not an error. The error of a cancelled ctx wraps ctx.Err().
type Fetcher interface {
	Fetch(ctx context.Context, r Request) (*Response, error)
}

// Pacer tells when hosts may be asked, so that a crawl chooses hosts that are ready.
// Hosts have the form of [Link].Host. It is called concurrently.
type Pacer interface {
	// Site returns the registrable domain of host, or host itself if it has none.
	// Hosts of one site share its delay.
	Site(host string) string
	// ReadyAt returns the earliest time at which a request to host may start, as
	// far as is known: not after now if it may start now. While its site takes no
	// further request, because of those in flight, the time is a lower bound.
	ReadyAt(host string) time.Time
	// Turn is ReadyAt with the name of what host waits for: what its site, its address
	// or the host itself shares one request at a time. Hosts with the same turn become
	// ready together, and one of them makes the others wait.
	Turn(host string) (turn string, at time.Time)
	// Reserve announces a request before its Fetch, which may be in another
	// goroutine. ReadyAt counts it as in flight until its Fetch begins, which then
	// counts itself, or until release.
	Reserve(host string) (release func())
}

// Reader parses an answer and marks the topic's words in it. It is called
// concurrently. The same answer gives the same page at any time.
type Reader interface {
	Read(ctx context.Context, r *Response) (*Page, error)
}

// Checkpointer is a part with memory. After ReadFrom it continues exactly as the part did whose
// WriteTo was called. WriteTo writes piece by piece: a memory may be large.
type Checkpointer interface {
	io.WriterTo
	// ReadFrom reads what WriteTo wrote, and keeps nothing of p.
	ReadFrom(p Part) error
}

// Part gives back what a part wrote: a stream, of which little is in memory.
type Part interface {
	io.Reader
	Len() int // bytes that are left
}

// PartBytes reads all of p.
func PartBytes(p Part) ([]byte, error) {
	data := make([]byte, p.Len())
	_, err := io.ReadFull(p, data)
	return data, err
}

// Scorer judges a page. Its methods are called by the deciding goroutine, in the
// order in which pages are recorded: Score, Beside, Learn. Beside puts blocks of main text that
// the host repeats on its pages beside the text (RegionBeside), and reports whether there were
// any; known says that an earlier version of p has been learned. Score does not change the Scorer; it may fill
// Features. Learn does: it learns which blocks of a host are boilerplate, and which
// words go with the topic. It reads only Final, Host, Title, Lang, Features, and
// the Keys, H1 and Title marks, Regions and lengths of the blocks of p, so it can be
// repeated from the journal.
type Scorer interface {
	Beside(p *Page, known bool) bool
	Score(p *Page) Score
	Learn(p *Page)
	// Learner is the Scorer itself, if it makes models of what it learns; nil if not.
	Learner() Learner
	Checkpointer
}

// Learner makes models of what a Scorer learns. Each Score names the model that judged. It
// uses the patterns of English, or of Chinese where the label found is Chinese.
type Learner interface {
	// ModelNumber is the number of the present model; 0 before the first. Learn may
	// change it.
	ModelNumber() int
	// EncodeModel returns the present model.
	EncodeModel() (Model, error)
	// DecodeModel makes m, which EncodeModel returned, the present model.
	DecodeModel(m Model) error
}

// Filter decides which links the strategy hears of. Allow returns "", or a short
// reason for refusing ("off-site", "file type"). from is the page that holds the
// link, nil if l is the target of a redirect. It is called by the deciding
// goroutine. Its answers do not depend on earlier calls.
type Filter interface {
	Allow(l *Link, from *Page) (reason string)
}

// Strategy chooses which known link is fetched next. One goroutine calls it. It owns
// the frontier and offers every URL at most once. The same random seed and the same
// calls give the same choices.
type Strategy interface {
	// Seed makes URLs known, in order; they are chosen before all others.
	Seed(links []Link)
	// Next chooses a URL whose host is not busy (nil: no host is) and counts it as
	// in flight. If there is none now, ok is false and nothing changes.
	Next(busy func(host string) bool) (c Choice, ok bool)
	// Take chooses url as Next would, for the replay of a journal. ok is false if
	// url is not waiting.
	Take(url string) (c Choice, ok bool)
	// Observe reports the outcome of a choice. v.Page.Links are the links that
	// passed the filters, including known ones.
	Observe(v *Visit)
	// Len is the number of URLs that wait.
	Len() int
	// Caps declares what it can do beside.
	Caps() Caps
	Checkpointer
}

// Member is a Strategy as one of several parts of a crawl, which search one web together, each
// its own hosts. Seed and Observe do as in the Strategy, but get only links that lead to its
// own hosts. Next of the Strategy makes no move that balances hosts: those are made for all
// parts together, by NextQuiet.
type Member interface {
	Seed(links []Link)
	Observe(v *Visit)
	// Letter begins the letters about the page of v, which was observed last: all but
	// the links.
	Letter(v *Visit) Letter
	// Hear makes the links of a letter known. It chooses nothing.
	Hear(l *Letter)
	// Learn learns what a visit of another part taught.
	Learn(o *Outcome)
	// Taught returns what the visit observed last taught; ok is false if it taught nothing.
	Taught() (o Outcome, ok bool)
	// Prospect is the score of the best link whose host is not busy, +Inf for a seed; ok is
	// false if there is none. It chooses nothing.
	Prospect(busy func(host string) bool) (score float64, ok bool)
	// Least is how many hosts a balancing move could choose from, and how often the
	// least visited of them was chosen.
	Least() (chosen, hosts int)
	// NextQuiet makes the balancing move: it chooses from the least visited host that is
	// not busy. If there is none, ok is false and nothing was chosen.
	NextQuiet(busy func(host string) bool) (c Choice, ok bool)
}

// State keeps a crawl beyond the life of a process. One goroutine calls it.
type State interface {
	// Record appends v to the journal. It is durable after the next Commit,
	// which Record itself calls when a batch is full.
	Record(v *Visit) error
	// Commit makes everything recorded durable.
	Commit() error
	// BeforeCommit sets a function that every Commit with something to commit calls
	// first. Its error is returned, and nothing is committed.
	BeforeCommit(f func() error)
	// Committed is the Seq of the last durable visit.
	Committed() int
	// Visits yields every durable visit in order, without Links and Blocks, and no
	// letters. It returns the first error of yield.
	Visits(yield func(v *Visit) error) error
	// Recorded reports whether a page was recorded under the canonical key url.
	Recorded(url string) bool
	// Keeper is the State itself, if it keeps the texts of pages; nil if not.
	Keeper() Keeper
	// Rebuilt is the last visit of the part of the journal that was rebuilt after damage; 0
	// if none was.
	Rebuilt() int
	// Checkpoint stores the memory of all parts after visit seq, by name. It may
	// store what a part writes piece by piece.
	Checkpoint(seq int, parts map[string]io.WriterTo) error
	// Resume gives load the last checkpoint (seq 0 and nil parts if there is
	// none), then calls apply with every later durable visit, in order. load may
	// call Visits and Committed. It may read each part once, from any goroutine, until it returns.
	Resume(load func(seq int, parts map[string]Part) error, apply func(*Visit) error) error
	Close() error
}

// Duplicates finds pages that repeat recorded ones. One goroutine calls it.
type Duplicates interface {
	// Exact returns the recorded page whose body equals p's byte by byte.
	Exact(p *Page) (of Original, ok bool)
	// Near fills p.Simhash, p.Sketch and p.RunCount, and returns the recorded page whose
	// main text nearly equals p's.
	Near(p *Page) (of Original, ok bool)
	// Learn gets every visit, in order. It reads only what a journal gives back.
	Learn(v *Visit)
}

// Original is a recorded page that another page repeats.
type Original struct {
	Duplicate
	Seq       int     // visit that brought it, or its last version
	Relevance float64 // by its last verdict
	Relevant  bool
	// Yields says that the other page stands for both: it is the original by what both
	// say of themselves, and the recorded page is a copy of it.
	Yields bool
}

// Archiver keeps answers as they came over the wire. The journal cannot restore
// them, so they are written before it: Keep, then State.Record; Sync, then
// State.Commit. One goroutine calls it.
type Archiver interface {
	// Restore is called once, before the first visit. It removes everything after
	// the answer of the last durable visit of j.
	Restore(j Journal) error
	// Keep writes the answer of v (v.Response.Exchanges), or what is kept of v
	// instead, and returns its place. The zero Ref means that nothing was written.
	Keep(v *Visit) (Ref, error)
	// Sync makes everything kept durable.
	Sync() error
}

// Journal is the part of a State that other parts may read.
type Journal interface {
	Committed() int
	Visits(yield func(v *Visit) error) error
}

// Sink writes the results for the user. One goroutine calls it. The State's journal
// is the truth; a Sink can be restored from it.
type Sink interface {
	// Restore is called once, before the first visit. It makes the results equal to
	// the visits of j, whatever a killed process left behind.
	Restore(j Journal) error
	// Append adds a recorded visit. The visit is not durable yet, so it must not be
	// visible before the next Flush.
	Append(v *Visit) error
	// Flush is called when all added visits are durable.
	Flush() error
}

// Observer gets every visit after it was recorded, in order. The deciding goroutine
// calls it, so it must return quickly.
type Observer interface {
	Visited(v *Visit)
}
