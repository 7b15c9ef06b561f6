package state

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// roundTrip encodes and decodes v as Store and Memory do.
func roundTrip(v *crawl.Visit) (*crawl.Visit, error) {
	w, err := decodeVisit(appendVisit(nil, v))
	if err == nil && v.Page != nil {
		err = decodeReplay(appendReplay(nil, v.Page), w.Page)
	}
	return w, err
}

// fill sets every field of x, whatever its type, to something that is not zero:
// a field that is added to the nouns and not to the codec fails TestEveryField. The
// value depends on the path of the field alone, so a new one changes no other.
func fill(x reflect.Value, path string) {
	h := fnv.New32a()
	h.Write([]byte(path))
	n := int(h.Sum32()%9000) + 1000
	switch x.Kind() {
	case reflect.Pointer:
		x.Set(reflect.New(x.Type().Elem()))
		fill(x.Elem(), path)
	case reflect.Struct:
		if x.Type() == reflect.TypeFor[time.Time]() {
			x.Set(reflect.ValueOf(time.Unix(1e9+int64(n), 7).UTC()))
			return
		}
		for i := range x.NumField() {
			fill(x.Field(i), path+"."+x.Type().Field(i).Name)
		}
	case reflect.Slice:
		x.Set(reflect.MakeSlice(x.Type(), 3, 3))
		for i := range 3 {
			fill(x.Index(i), fmt.Sprint(path, i))
		}
	case reflect.String:
		x.SetString(fmt.Sprint("s", n))
	case reflect.Bool:
		x.SetBool(true)
	case reflect.Float32, reflect.Float64:
		x.SetFloat(float64(n) + 0.5)
	case reflect.Int, reflect.Int32, reflect.Int64:
		x.SetInt(int64(n))
	case reflect.Uint8:
		x.SetUint(uint64(n%60 + 1)) // a LinkKind has six bits
	case reflect.Uint16, reflect.Uint32, reflect.Uint64:
		x.SetUint(uint64(n))
	case reflect.Func: // what a noun does for a while is not stored
	default:
		panic("no value for " + x.Type().String())
	}
}

func TestEveryField(t *testing.T) {
	v := filled()
	got, err := roundTrip(v)
	if err != nil {
		t.Fatal(err)
	}
	for i := range v.Page.Blocks { // what the package comment says is dropped
		b := &v.Page.Blocks[i]
		b.Text, b.Spans, b.Mentions, b.Code, b.Trail = "", nil, nil, false, false
	}
	v.Page.Headline, v.Page.CodeWords, v.Page.Trail = "", 0, nil                                   // of blocks, for the judge alone
	v.Page.LinksLeft = 0                                                                           // the engine counts them
	v.Page.Searches = nil                                                                          // its links are made of it
	v.Response, v.Robots, v.Choice.ETag, v.Choice.LastModified, v.Page.Marks = nil, nil, "", "", 0 // not part of the journal
	v.LinksLost = false                                                                            // said of a journal as a whole
	v.Page.Damaged, v.Choice.Fed = 0, crawl.Date{}                                                 // these neither
	v.Learned, v.Text = nil, nil                                                                   // in records of their own
	if d := cmp.Diff(v, got); d != "" {
		t.Errorf("a field does not survive (-want +got):\n%s", d)
	}
}

// Records of the second version, which knew no times of publication and no page's own address, are read.
func TestSecondVersion(t *testing.T) {
	v := &crawl.Visit{Seq: 7, Choice: crawl.Choice{URL: "https://h.example/"}, Page: &crawl.Page{Title: "t", Simhash: 5}}
	visit := appendVisit(nil, v)
	visit = visit[:len(visit)-4] // the kind of the failure, the model, the query, the search engine
	at := len(visit) - 17        // the lengths of Canonical, PublishedBy and LinkHost, RunCount, the lengths of Sketch and Document, what the page is; behind them are four empty strings and three zeros
	visit = append(visit[:at:at], visit[at+10:]...)
	visit[0] = 2
	got, err := decodeVisit(visit)
	if d := cmp.Diff(v, got); err != nil || d != "" {
		t.Errorf("visit: %v (-want +got):\n%s", err, d)
	}
	want := crawl.Page{Links: []crawl.Link{{URL: "u", NoFollow: true, Kind: crawl.LinkFeed, Modified: time.Unix(1e9, 0).UTC(), List: 3}}}
	var w binenc.Writer
	w.Byte(2)
	w.Int(0)
	w.Int(1)
	e := linkCoder{coder: coder{w: &w}}
	for i, s := range []string{"u", "", "", "", "", "", ""} {
		e.ref(i, &s)
	}
	w.Byte(0)
	w.Byte(1 | 2 | byte(crawl.LinkFeed)<<2)
	w.Uint(3)
	e.time(&want.Links[0].Modified)
	e.terms(&crawl.LinkTerms{})
	var p crawl.Page
	err = decodeReplay(w.Data(), &p)
	if d := cmp.Diff(want, p); err != nil || d != "" {
		t.Errorf("replay: %v (-want +got):\n%s", err, d)
	}
}

// Failures of records that hold no kind are classified by their text, and by no part
// of their URL.
func TestLegacyKind(t *testing.T) {
	const url = "https://h.example/timeout/certificate"
	for text, want := range map[string]crawl.FailureKind{
		"fetch " + url + ": EOF": crawl.FailClosed,
		"fetch " + url + ": dial tcp: lookup h.example: no such host":                         crawl.FailDNS,
		"fetch " + url + ": fetch: timeout after 1m0s":                                        crawl.FailTimeout,
		"fetch " + url + ": tls: failed to verify certificate: x509: certificate has expired": crawl.FailTLS,
		"fetch " + url + ": dial tcp 192.0.2.1:443: connect: connection refused":              crawl.FailRefused,
		"fetch " + url + ": crawl: disallowed by robots.txt":                                  crawl.FailRobots,
		"fetch " + url + ": crawl: disallowed by robots.txt, which cannot be had: status 503": crawl.FailRobotsUnreachable,
		"fetch " + url + ": fetch: 10.0.0.1: crawl: address is not public":                    crawl.FailPrivate,
		"fetch " + url + ": crawl: body exceeds the limit: 9 bytes were decoded from 1":       crawl.FailTooLarge,
		"fetch " + url + ": crawl: too many redirects: 10":                                    crawl.FailRedirects,
		"fetch " + url + ": crawl: content type is not text: \"image/png\"":                   crawl.FailNotText,
		"crawl: body is not a text page: the body is binary":                                  crawl.FailNotPage,
		"reading the page panicked: x":                                                        crawl.FailPanic,
		"duplicate of https://h.example/":                                                     crawl.FailDuplicate,
		"redirect to https://o.example/: off-site":                                            crawl.FailMoved,
		"something else": crawl.FailOther,
	} {
		v := &crawl.Visit{Seq: 7, Choice: crawl.Choice{URL: url}, Failure: crawl.Failure{Text: text}}
		visit := appendVisit(nil, v)
		visit[0] = 3
		got, err := decodeVisit(visit[:len(visit)-4])
		if err != nil || got.Failure != (crawl.Failure{Kind: want, Text: text}) {
			t.Errorf("%s: %v, %v; want %v", text, got.Failure.Kind, err, want)
		}
	}
	v := &crawl.Visit{Status: 503, Failure: crawl.Failure{Text: "status 503"}}
	if got := legacyKind(v); got != crawl.FailStatus5xx {
		t.Errorf("status 503: %v", got)
	}
}

func TestCodecEdges(t *testing.T) {
	link := crawl.Link{Terms: crawl.LinkTerms{URLCore: float32(math.Inf(-1)), Relevance: math.MaxFloat32}, List: math.MaxUint32}
	for name, v := range map[string]*crawl.Visit{
		"zero":     {},
		"failure":  {Seq: math.MaxInt, Status: -1, Failure: crawl.Failure{Text: "dial"}},
		"page":     {Page: &crawl.Page{}},
		"extremes": {Seq: math.MinInt, Choice: crawl.Choice{Depth: -5, Priority: math.Inf(1)}, Page: &crawl.Page{Words: math.MinInt, Hash: math.MaxUint64, Links: []crawl.Link{link, {}, link}}},
		"features": {Page: &crawl.Page{Features: &crawl.Features{
			Topic: math.MaxUint64, First: math.Inf(1), Length: math.MinInt, Concepts: []crawl.ConceptCount{{Entry: -1, Count: .5}, {Entry: math.MaxInt32}},
			Words: []crawl.WordCount{{Word: "", Count: 1}, {Word: "台风", Count: math.MaxUint16}, {Word: "台风眼"}, {Word: "\xff\x00"},
				{Word: strings.Repeat("a", 300)}, {Word: strings.Repeat("a", 301)}, {Word: strings.Repeat("a", 301)}},
		}}},
		"nothing to learn": {Page: &crawl.Page{Features: &crawl.Features{}}},
		"not UTF-8":        {Choice: crawl.Choice{URL: "\xff\x00\n"}, Page: &crawl.Page{Title: "\xc0", Links: []crawl.Link{{Text: "\xff"}, {Text: "\xff"}}}},
		"far times":        {FetchedAt: time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), Page: &crawl.Page{FetchedAt: time.Date(-400, 1, 1, 0, 0, 0, 1, time.UTC)}},
	} {
		got, err := roundTrip(v)
		if d := cmp.Diff(v, got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, d)
		}
	}
	nan, err := roundTrip(&crawl.Visit{Choice: crawl.Choice{Priority: math.NaN()}})
	if err != nil || !math.IsNaN(nan.Choice.Priority) {
		t.Errorf("NaN became %v, %v", nan.Choice.Priority, err)
	}
}

// TestCodecCut: no record that lost bytes at its end, or got some, is taken for
// a visit.
func TestCodecCut(t *testing.T) {
	v := statetest.Visit(21, 3)
	visit, replay := appendVisit(nil, v), appendReplay(nil, v.Page)
	for n := range visit {
		if _, err := decodeVisit(visit[:n]); err == nil {
			t.Errorf("visit cut to %d of %d bytes was accepted", n, len(visit))
		}
	}
	for n := range replay {
		if err := decodeReplay(replay[:n], new(crawl.Page)); err == nil {
			t.Errorf("replay cut to %d of %d bytes was accepted", n, len(replay))
		}
	}
	if _, err := decodeVisit(append(visit, 0)); err == nil {
		t.Error("visit with a byte too many was accepted")
	}
	if err := decodeReplay(append(replay, 0), new(crawl.Page)); err == nil {
		t.Error("replay with a byte too many was accepted")
	}
}

func TestChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(0, 100), rapid.IntRange(chunkSize-2, chunkSize+2), rapid.IntRange(0, 3*chunkSize)).Draw(t, "length")
		b := bytes.Repeat([]byte(rapid.StringN(1, 9, -1).Draw(t, "text")), n+1)[:n]
		var got []byte
		for _, c := range chunks(b) {
			var err error
			if got, err = unchunk(got, c); err != nil {
				t.Fatal(err)
			}
			c[rapid.IntRange(0, len(c)-1).Draw(t, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			if _, err := unchunk(nil, c); err == nil {
				t.Fatal("a chunk with a wrong bit was accepted")
			}
		}
		if !bytes.Equal(got, b) {
			t.Fatal("chunks do not give back what was cut")
		}
	})
}

// bounded fails if reading n bytes of input may have asked for far more memory.
func bounded(t *testing.T, what string, items, n int) {
	t.Helper()
	if items > n {
		t.Errorf("%s: %d items from %d bytes", what, items, n)
	}
}

func FuzzVisit(f *testing.F) {
	f.Add(appendVisit(nil, statetest.Visit(1, 0)))
	f.Add(appendVisit(nil, statetest.Visit(5, 0)))
	f.Add(appendVisit(nil, statetest.Visit(21, 0)))
	f.Add([]byte{visitVersion, 1, 255, 255, 255, 255, 255, 255, 255, 255, 127})
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := decodeVisit(b)
		if err != nil {
			return
		}
		bounded(t, "evidence", len(v.Score.Evidence), len(b))
		w, err := decodeVisit(appendVisit(nil, v))
		if err != nil || !bytes.Equal(appendVisit(nil, v), appendVisit(nil, w)) {
			t.Errorf("what was decoded does not encode to itself: %v", err)
		}
	})
}

func FuzzReplay(f *testing.F) {
	f.Add(appendReplay(nil, statetest.Visit(1, 0).Page))
	f.Add(appendReplay(nil, statetest.Visit(21, 6).Page))
	f.Add([]byte{replayVersion, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 64, 4, 0, 4, 0, 3, 'a', 'b', 'c', 1, 2, 1, 'd', 7})
	f.Add([]byte{replayVersion, 0, 254, 255, 255, 255, 255, 255, 255, 255, 127})
	f.Fuzz(func(t *testing.T, b []byte) {
		p := new(crawl.Page)
		if decodeReplay(b, p) != nil {
			return
		}
		bounded(t, "links and blocks", len(p.Links)+len(p.Blocks), len(b))
		if f := p.Features; f != nil {
			bounded(t, "concepts and words", len(f.Concepts)+len(f.Words), len(b))
			for _, w := range f.Words {
				bounded(t, "a word", len(w.Word)-maxShared, len(b))
			}
		}
		q, enc := new(crawl.Page), appendReplay(nil, p)
		if err := decodeReplay(enc, q); err != nil || !bytes.Equal(enc, appendReplay(nil, q)) {
			t.Errorf("what was decoded does not encode to itself: %v", err)
		}
	})
}

func FuzzModel(f *testing.F) {
	f.Add(appendModel(nil, &crawl.Model{Number: 3, Data: []byte("{}")}))
	f.Add([]byte{modelVersion, 6, 255, 255, 255, 255, 15})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decodeModel(b)
		if err != nil {
			return
		}
		bounded(t, "bytes", len(m.Data), len(b))
		again, err := decodeModel(appendModel(nil, m))
		if d := cmp.Diff(m, again); err != nil || d != "" {
			t.Errorf("what was decoded does not encode to itself: %v %s", err, d)
		}
	})
}

func FuzzManifest(f *testing.F) {
	f.Add((&manifest{Gen: 3, Seq: 700, Parts: []part{{"engine", 17, 1}, {"strategy", 3 * chunkSize, 3}, {"x", 0, 0}}}).append(nil))
	f.Add([]byte{manifestVersion, 2, 2, 254, 255, 255, 127})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decodeManifest(b)
		if err != nil {
			return
		}
		bounded(t, "parts", len(m.Parts), len(b))
		again, err := decodeManifest(m.append(nil))
		if d := cmp.Diff(m, again); err != nil || d != "" {
			t.Errorf("what was decoded does not encode to itself: %v %s", err, d)
		}
	})
}

func FuzzChunk(f *testing.F) {
	f.Add(chunks([]byte("台风台风台风台风"))[0])
	f.Add(sealed([]byte{255, 255, 255, 255, 15}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if got, err := unchunk(nil, b); err == nil {
			bounded(t, "chunk", len(got), chunkSize)
		}
		// Behind a right checksum too nothing may break.
		if got, err := unchunk(nil, sealed(b)); err == nil {
			bounded(t, "chunk", len(got), chunkSize)
		}
	})
}

func FuzzHead(f *testing.F) {
	magic := headMagic(crawl.RunFormat)
	f.Add([]byte(magic))
	f.Add(append([]byte(magic), sealed([]byte{1, 0, 0, 0, 0, 0, 0, 0})...))
	f.Fuzz(func(t *testing.T, b []byte) {
		h := new(head)
		if h.read(b) && len(b) < len(magic)+12 {
			t.Errorf("a head of %d bytes was believed", len(b))
		}
	})
}

func BenchmarkEncodeVisit(b *testing.B) {
	v, s := statetest.Visit(1, 50), new(Store)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n = 0
		for _, e := range s.visitEntries(v) {
			n += len(e.Key) + len(e.Value)
		}
	}
	b.ReportMetric(float64(n), "B/visit")
}

func BenchmarkDecodeVisit(b *testing.B) {
	v := statetest.Visit(1, 50)
	visit, replay := appendVisit(nil, v), appendReplay(nil, v.Page)
	b.ReportAllocs()
	for b.Loop() {
		w, err := decodeVisit(visit)
		if err == nil {
			err = decodeReplay(replay, w.Page)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// chunks packs b by itself.
func chunks(b []byte) [][]byte { return new(packer).chunks(b) }
