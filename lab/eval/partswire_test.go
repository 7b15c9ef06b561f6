package eval

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// wired is a Bus that carries bytes. It measures them in batches of so many messages as a
// sender tells in 200 ms at some 1,000 pages a second.
type wired struct {
	cluster.Bus
	t       testing.TB
	codec   *binenc.Codec
	letters map[[2]int]*binenc.Batch
	told    map[int]*binenc.Batch
	parts   int
	n       messages
	took    time.Duration // to write and read all, an outcome once for each part
}

// messages counts what parts have told each other. Bytes are those after compression; an
// outcome counts once, as to one node.
type messages struct{ letters, letterBytes, outcomes, outcomeBytes int }

const inBatch = 16

func (b *wired) Post(from, to int, l *crawl.Letter) {
	again, err := binenc.DecodeLetter(binenc.AppendLetter(nil, l))
	if err != nil {
		b.t.Fatal(err)
	}
	b.Bus.Post(from, to, again)
	key := [2]int{from, to}
	if b.letters[key] == nil {
		b.letters[key] = new(binenc.Batch)
	}
	batch := b.letters[key]
	if batch.Letters = append(batch.Letters, l); len(batch.Letters) == inBatch {
		b.carry(batch, 1)
	}
}

func (b *wired) Tell(from int, o *crawl.Outcome) {
	again, err := binenc.DecodeOutcome(binenc.AppendOutcome(nil, o))
	if err != nil {
		b.t.Fatal(err)
	}
	b.Bus.Tell(from, again)
	if b.told[from] == nil {
		b.told[from] = new(binenc.Batch)
	}
	batch := b.told[from]
	if batch.Outcomes = append(batch.Outcomes, o); len(batch.Outcomes) == inBatch {
		b.carry(batch, b.parts-1)
	}
}

func (b *wired) carry(batch *binenc.Batch, readers int) {
	began := time.Now()
	data, err := b.codec.Encode(batch)
	for range readers {
		if _, err := b.codec.Decode(data); err != nil {
			b.t.Fatal(err)
		}
	}
	b.took += time.Since(began)
	if err != nil {
		b.t.Fatal(err)
	}
	if len(batch.Letters) > 0 {
		b.n.letters, b.n.letterBytes = b.n.letters+len(batch.Letters), b.n.letterBytes+len(data)
	} else if len(batch.Outcomes) > 0 {
		b.n.outcomes, b.n.outcomeBytes = b.n.outcomes+len(batch.Outcomes), b.n.outcomeBytes+len(data)
	}
	*batch = binenc.Batch{}
}

func (b *wired) rest() {
	for _, batch := range b.letters {
		b.carry(batch, 1)
	}
	for _, batch := range b.told {
		b.carry(batch, b.parts-1)
	}
}

// TestWire: a crawl in eight parts whose letters and outcomes are bytes makes the choices
// of one in which they are shared, and what goes over the wire is less than 2 kB a page.
func TestWire(t *testing.T) {
	j := judgesOf(t, "typhoon")
	p := j.madePlan(t, crawltest.Options{Seed: 6, Hosts: 60, Pages: 500}, 10, 200)
	p.Repeat, p.Spec.Options.Workers = 1, 4
	codec, err := binenc.NewCodec()
	if err != nil {
		t.Fatal(err)
	}
	defer codec.Close()
	bus := &wired{t: t, codec: codec, letters: map[[2]int]*binenc.Batch{}, told: map[int]*binenc.Batch{}, parts: 8}
	over := Parts{Number: 8, NewMember: member("tabu"), Balance: .2, NewBus: func(parts int) cluster.Bus { bus.Bus = cluster.NewLocalBus(parts); return bus }}
	shared := over
	shared.NewBus = nil
	fresh := func() (crawl.Scorer, error) { return j.fresh() }
	p.Entrants = []Entrant{shared.Entrant("shared", fresh), over.Entrant("wire", fresh)}
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	want, got := res.Runs[0].Outcome.Steps, res.Runs[1].Outcome.Steps
	if d := cmp.Diff(want, got); d != "" || len(want) < 150 {
		t.Errorf("of %d pages (-shared +wire):\n%s", len(want), d)
	}
	bus.rest()
	pages, bytes := len(got), bus.n.letterBytes+bus.n.outcomeBytes
	t.Logf("8 parts, %d pages: %d bytes and %v a page", pages, bytes/pages, bus.took/time.Duration(pages))
	if bytes/pages > 2000 {
		t.Errorf("%d bytes a page", bytes/pages)
	}
}
