package binenc

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

func sampleLetter() *crawl.Letter {
	at := time.Date(2026, 7, 1, 12, 0, 0, 5, time.UTC)
	return &crawl.Letter{
		From: 3, Number: 300, Page: "https://a.example/台风", Host: "a.example", Final: "https://b.example/x", Depth: 2,
		Relevance: .75, Inherit: .5, Fetched: 12, Repeats: true,
		Links: []crawl.Link{
			{URL: "https://b.example/typhoon/1", Host: "b.example", Text: "台风路径", Heading: "News", Region: 2, List: 7, Path: "div.main>ul>li",
				Terms: crawl.LinkTerms{AnchorCore: 1.5, Relevance: .25, Title: 1}},
			{URL: "https://b.example/typhoon/2", Host: "b.example", Text: "next", Title: "News", Heading: "News", Path: "div.main>ul>li", NoFollow: true,
				Kind: crawl.LinkFeed, Modified: at, Published: crawl.Instant(at.Add(-time.Hour))},
			{URL: "https://b.example/typhoon/3", Published: crawl.DayOf(at)},
			{URL: "https://b.example/typhoon/4", Published: crawl.Instant(at.In(time.FixedZone("", -12600)))},
			{URL: "https://c.example/"},
		},
	}
}

func sampleOutcome() *crawl.Outcome {
	return &crawl.Outcome{Relevance: .5, Weight: 1, Groups: []uint64{7, 1 << 60}, Features: []float32{0, 0, 1.5, 0, 0, 0, 0, 0, 0, -2}, Hashed: []uint16{3, 65535}}
}

// TestRoundTrip: what is written comes back, nil as nil and empty as empty.
func TestWireRoundTrip(t *testing.T) {
	for _, l := range []*crawl.Letter{sampleLetter(), {}, {Depth: -1, Source: true, Moved: true, Seed: true}} {
		got, err := DecodeLetter(AppendLetter(nil, l))
		if d := cmp.Diff(l, got); d != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, d)
		}
	}
	for _, o := range []*crawl.Outcome{sampleOutcome(), {}, {Failed: true, Features: []float32{}, Hashed: []uint16{}}} {
		got, err := DecodeOutcome(AppendOutcome(nil, o))
		if d := cmp.Diff(o, got); d != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, d)
		}
	}
	with := sampleLetter()
	with.Links[0].Context = "is not sent"
	if !bytes.Equal(AppendLetter(nil, with), AppendLetter(nil, sampleLetter())) {
		t.Error("the text around a link is sent")
	}
}

func codec(t testing.TB) *Codec {
	c, err := NewCodec()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestBatch(t *testing.T) {
	c := codec(t)
	want := &Batch{Letters: []*crawl.Letter{sampleLetter(), {Page: "p"}}, Outcomes: []*crawl.Outcome{sampleOutcome()}}
	data, err := c.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Decode(data)
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for n := range data {
		if _, err := c.Decode(data[:n]); err == nil {
			t.Errorf("a batch cut at %d of %d bytes is read", n, len(data))
		}
	}
	if _, err := c.Encode(&Batch{Letters: []*crawl.Letter{{Page: string(make([]byte, maxBatch))}}}); err == nil {
		t.Error("a batch is larger than a reader takes")
	}
	bomb := c.z.EncodeAll(make([]byte, maxBatch+1), []byte{batchVersion})
	if _, err := c.Decode(bomb); err == nil {
		t.Error("a small message makes much memory")
	}
}

// TestRefused: another version, bytes too many and every cut are errors.
func TestRefused(t *testing.T) {
	for name, data := range map[string][]byte{"letter": AppendLetter(nil, sampleLetter()), "outcome": AppendOutcome(nil, sampleOutcome())} {
		read := func(b []byte) error {
			_, err := DecodeLetter(b)
			if name == "outcome" {
				_, err = DecodeOutcome(b)
			}
			return err
		}
		for n := range data {
			if err := read(data[:n]); !errors.Is(err, errCorrupt) {
				t.Errorf("%s cut at %d of %d: %v", name, n, len(data), err)
			}
		}
		other := append([]byte{9}, data[1:]...)
		for _, b := range [][]byte{other, append(data[:len(data):len(data)], 0)} {
			if err := read(b); !errors.Is(err, errCorrupt) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestGolden: the bytes are those that journals hold.
func TestGolden(t *testing.T) {
	goldentest.Bytes(t, "letter-v2", AppendLetter(nil, sampleLetter()))
	goldentest.Bytes(t, "outcome-v1", AppendOutcome(nil, sampleOutcome()))
	if l, err := DecodeLetter(goldentest.Stored(t, "letter-v2")); err != nil || !cmp.Equal(l, sampleLetter()) {
		t.Errorf("%+v, %v", l, err)
	}
	first := sampleLetter() // version 1 had instants in UTC alone
	first.Links = slices.Delete(first.Links, 2, 4)
	if l, err := DecodeLetter(goldentest.Stored(t, "letter-v1")); err != nil || !cmp.Equal(l, first) {
		t.Errorf("%+v, %v", l, err)
	}
	if o, err := DecodeOutcome(goldentest.Stored(t, "outcome-v1")); err != nil || !cmp.Equal(o, sampleOutcome()) {
		t.Errorf("%+v, %v", o, err)
	}
}

// FuzzLetter: what can be read is written so that it is read again as the same.
func FuzzLetter(f *testing.F) {
	f.Add(AppendLetter(nil, sampleLetter()))
	f.Add(AppendLetter(nil, new(crawl.Letter)))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := DecodeLetter(data)
		if err != nil {
			return
		}
		again, err := DecodeLetter(AppendLetter(nil, l))
		if err != nil || !cmp.Equal(l, again) {
			t.Errorf("%v\n%s", err, cmp.Diff(l, again))
		}
	})
}

// FuzzOutcome does the same for outcomes.
func FuzzOutcome(f *testing.F) {
	f.Add(AppendOutcome(nil, sampleOutcome()))
	f.Add(AppendOutcome(nil, new(crawl.Outcome)))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := DecodeOutcome(data)
		if err != nil {
			return
		}
		again, err := DecodeOutcome(AppendOutcome(nil, o))
		if err != nil || !cmp.Equal(o, again) {
			t.Errorf("%v\n%s", err, cmp.Diff(o, again))
		}
	})
}

// FuzzBatch: whatever arrives, reading it ends with a batch or an error.
func FuzzBatch(f *testing.F) {
	c := codec(f)
	data, err := c.Encode(&Batch{Letters: []*crawl.Letter{sampleLetter()}, Outcomes: []*crawl.Outcome{sampleOutcome()}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := c.Decode(data)
		if err != nil {
			return
		}
		if _, err := c.Encode(b); err != nil {
			t.Error(err)
		}
	})
}
