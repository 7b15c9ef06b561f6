package relevance

import (
	"bytes"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// twoHosts is a memory of two hosts: one of 300 pages with two texts, one of a page without any.
func twoHosts() repeated.Texts {
	var w binenc.Writer
	w.Uint(2)
	w.Text("a.example")
	w.Uint(300)
	w.Uint(2)
	for _, c := range [][3]uint64{{7, 2, 1}, {1 << 60, 300, 129}} {
		w.Fixed(c[0])
		w.Uint(c[1])
		w.Uint(c[2])
	}
	w.Text("台风.example")
	w.Uint(1)
	w.Uint(0)
	return repeated.Read(binenc.NewReader(w.Data()))
}

// TestGoldenMemory: the judge's part of a checkpoint has the bytes that it had.
func TestGoldenMemory(t *testing.T) {
	l := newLearner(shipped())
	l.pages, l.sure, l.next, l.made = 300, 40, 60, 1
	storm := &sample{key: 5, host: "a.example", first: 2.5, length: 300,
		concepts: []mass{{l.number("urn:typhoon"), 3}}, words: packWords([]crawl.WordCount{{Word: "landfall", Count: 4}, {Word: "台风", Count: 1}})}
	other := &sample{key: 9, host: "a.example", plain: true, length: 20, words: packWords([]crawl.WordCount{{Word: "soup", Count: 1}})}
	l.all, l.best = []*sample{other}, []*sample{storm}
	j := &Judge{memory: &memory{
		hosts: twoHosts(), parents: parents{77: .5}, learner: l,
		model: &Model{Number: 1, Pages: 300, Sure: 40, Purity: map[string]float64{"urn:typhoon": 1}, Rest: .25,
			Words: []ModelWord{{"landfall", 2}}, Middle: .5, High: 3},
	}}
	b, err := binenc.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Bytes(t, "memory-v3", b)
	k := stormJudge(t, Options{Judge: Fielded})
	if err := k.ReadFrom(bytes.NewReader(b)); err != nil {
		t.Fatal(err)
	}
	if again, _ := binenc.Marshal(k); !bytes.Equal(again, b) || k.Model().Words[0].Word != "landfall" {
		t.Error("what was read is not what was written")
	}
	var pieces bytes.Buffer
	if n, err := k.WriteTo(&pieces); err != nil || n != int64(len(b)) || !bytes.Equal(pieces.Bytes(), b) {
		t.Errorf("written piece by piece it has %d bytes and not %d, or others: %v", n, len(b), err)
	}
}

// w1 writes a memory of version 1.
func w1(m repeated.Texts) []byte {
	var w binenc.Writer
	w.Byte(1)
	m.Write(&w)
	return w.Data()
}

// TestOldMemory: a memory of version 1 holds what hosts repeat; nothing was learned.
func TestOldMemory(t *testing.T) {
	old := w1(twoHosts())
	goldentest.Bytes(t, "memory-v1", old)
	j := stormJudge(t, Options{Judge: Fielded})
	if err := j.ReadFrom(bytes.NewReader(old)); err != nil {
		t.Fatal(err)
	}
	if again := w1(j.hosts); !bytes.Equal(again, old) || j.Model() != nil || j.learner == nil {
		t.Errorf("read %x, want %x", again, old)
	}
}

// TestMemoryOfVersion2: the words of version 2, which stand in one list, are read.
func TestMemoryOfVersion2(t *testing.T) {
	j := stormJudge(t, Options{Judge: Fielded})
	if err := j.ReadFrom(bytes.NewReader(goldentest.Stored(t, "memory-v2"))); err != nil {
		t.Fatal(err)
	}
	b, err := binenc.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Bytes(t, "memory-v3", b)
}

// TestGoldenSegment: the key of a title's segment, which a checkpoint stores, has not
// changed.
func TestGoldenSegment(t *testing.T) {
	if got := repeated.SegmentKey("气象台 Weather desk"); got != 0xdd627d1409fd8c5e {
		t.Errorf("the key of a title segment has changed: %#x", got)
	}
}
