package binenc_test

import (
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// block is a block of a text with one span, or with those given.
func block(text string, group crawl.Group, spans ...crawl.Span) crawl.Block {
	if spans == nil {
		spans = []crawl.Span{{End: len(text), Group: group}}
	}
	return crawl.Block{Text: text, Key: xxhash.Sum64String(text), Spans: spans}
}

// storm is a page with a value in every field that is kept.
func storm() *crawl.Page {
	p := &crawl.Page{
		URL: "http://a.example/1", Final: "http://a.example/one", Host: "a.example", Title: "台风登陆", Headline: "强台风登陆浙江",
		Lang: "zh", Trail: []string{"首页", "天气"}, Words: 120, CodeWords: 7,
	}
	p.Blocks = []crawl.Block{
		block("台风登陆 - 天气网", crawl.GroupTitle), block("强台风登陆浙江", crawl.GroupHeading),
		block("see the list of storms", crawl.GroupBody, crawl.Span{End: 4, Group: crawl.GroupBody}, crawl.Span{End: 15, Group: crawl.GroupAnchor}, crawl.Span{End: 22, Group: crawl.GroupBody}),
		block("x := wind()", crawl.GroupBody), {Key: xxhash.Sum64String("")},
	}
	p.Blocks[0].Title, p.Blocks[1].H1, p.Blocks[3].Code = true, true, true
	p.Blocks[0].Key, p.Blocks[1].Key, p.Blocks[3].Key = xxhash.Sum64String("title\x00"+p.Blocks[0].Text), xxhash.Sum64String("h1\x00"+p.Blocks[1].Text), 12345
	p.Blocks[2].Region, p.Blocks[2].Trail = crawl.RegionAside, true
	return p
}

func decoded(t testing.TB, p *crawl.Page) binenc.Page {
	t.Helper()
	got, err := binenc.DecodePage(binenc.EncodePage(nil, p))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestEncode(t *testing.T) {
	for name, p := range map[string]*crawl.Page{"empty": {}, "filled": storm(), "negative": {Words: -1, CodeWords: -5}} {
		got := decoded(t, p)
		if d := cmp.Diff(p, got.Page); d != "" || got.Cut {
			t.Errorf("%s: cut %v (-want +got):\n%s", name, got.Cut, d)
		}
	}
}

// Links, mentions and what a visit records are not part of the text.
func TestLeftOut(t *testing.T) {
	p := storm()
	p.Links, p.Hash, p.Bytes, p.Status, p.Charset = []crawl.Link{{URL: "x"}}, 5, 6, 200, "utf-8"
	p.Blocks[0].Mentions = []crawl.Mention{{Entry: 1, End: 6}}
	if d := cmp.Diff(storm(), decoded(t, p).Page); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestGoldenText(t *testing.T) {
	goldentest.Bytes(t, "text-v1", binenc.EncodePage(nil, storm()))
	goldentest.Bytes(t, "packed-v1", pack(t, newPacker(t), storm()).Packed)
	got, err := new(binenc.Unpacker).Unpack(&crawl.Text{Packed: goldentest.Stored(t, "packed-v1")})
	if d := cmp.Diff(storm(), got.Page); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// TestBounds: however long a page is, what is kept is bounded, begins as the page does,
// cuts no character and says that it was cut.
func TestBounds(t *testing.T) {
	letters := strings.Repeat("台", binenc.MaxText/3) // one byte short of the bound
	many, spans := &crawl.Page{}, &crawl.Page{}
	for range binenc.MaxBlocks + 1 {
		many.Blocks = append(many.Blocks, block("a", crawl.GroupBody))
	}
	for range 3 {
		b := block(strings.Repeat("x", 30000), crawl.GroupBody, make([]crawl.Span, 30000)...)
		for i := range b.Spans {
			b.Spans[i].End = i + 1
		}
		spans.Blocks = append(spans.Blocks, b)
	}
	long := strings.Repeat("标", 1<<20)
	for name, tt := range map[string]struct {
		page         *crawl.Page
		blocks, last int
		cut          bool
	}{
		"to the last byte":    {&crawl.Page{Blocks: []crawl.Block{block(letters, crawl.GroupBody), block("x", crawl.GroupBody)}}, 2, 1, false},
		"one character over":  {&crawl.Page{Blocks: []crawl.Block{block(letters, crawl.GroupBody), block("台", crawl.GroupBody), block("z", crawl.GroupBody)}}, 2, 0, true},
		"one block":           {&crawl.Page{Blocks: []crawl.Block{block(letters+"台台", crawl.GroupBody)}}, 1, len(letters), true},
		"a list of spans":     {&crawl.Page{Blocks: []crawl.Block{block(letters+"ab", crawl.GroupBody, crawl.Span{End: 3}, crawl.Span{End: len(letters) + 2, Group: crawl.GroupBody})}}, 1, len(letters) + 1, true},
		"many blocks":         {many, binenc.MaxBlocks, 1, true},
		"many spans":          {spans, 2, 30000, true},
		"long fields, and so": {&crawl.Page{URL: long, Title: long, Lang: long, Trail: strings.Split(strings.Repeat("a ", 1000), " ")}, 0, 0, false},
	} {
		raw := binenc.EncodePage(nil, tt.page)
		if len(raw) > 1<<20 {
			t.Errorf("%s: %d bytes", name, len(raw))
		}
		got := decoded(t, tt.page)
		if len(got.Blocks) != tt.blocks || got.Cut != tt.cut {
			t.Errorf("%s: %d blocks, cut %v; want %d, %v", name, len(got.Blocks), got.Cut, tt.blocks, tt.cut)
			continue
		}
		for i, b := range got.Blocks {
			if !strings.HasPrefix(tt.page.Blocks[i].Text, b.Text) || b.Spans[len(b.Spans)-1].End != len(b.Text) {
				t.Errorf("%s: block %d does not begin as it did", name, i)
			}
		}
		if n := tt.blocks; n > 0 && len(got.Blocks[n-1].Text) != tt.last {
			t.Errorf("%s: the last block has %d bytes, want %d", name, len(got.Blocks[n-1].Text), tt.last)
		}
	}
}

// genPage makes pages of all shapes.
func genPage(t *rapid.T) *crawl.Page {
	p := &crawl.Page{
		URL: rapid.String().Draw(t, "url"), Host: rapid.StringMatching(`[a-c]\.example`).Draw(t, "host"), Title: rapid.String().Draw(t, "title"),
		Words: rapid.Int().Draw(t, "words"), Trail: rapid.SliceOfN(rapid.String(), 0, 4).Draw(t, "trail"),
	}
	if len(p.Trail) == 0 {
		p.Trail = nil
	}
	for range rapid.IntRange(0, 20).Draw(t, "blocks") {
		b := block(rapid.String().Draw(t, "text"), crawl.Group(rapid.IntRange(0, 4).Draw(t, "group")))
		switch rapid.IntRange(0, 3).Draw(t, "key") {
		case 0:
			b.Key = xxhash.Sum64String("headline\x00" + b.Text)
		case 1:
			b.Key = rapid.Uint64().Draw(t, "another key")
		}
		b.Region = crawl.Region(rapid.IntRange(0, 4).Draw(t, "region"))
		b.H1, b.Title, b.Code, b.Trail = rapid.Bool().Draw(t, "h1"), rapid.Bool().Draw(t, "head"), rapid.Bool().Draw(t, "code"), rapid.Bool().Draw(t, "in trail")
		if n := len(b.Text); n > 1 && rapid.Bool().Draw(t, "parted") {
			b.Spans = []crawl.Span{{End: rapid.IntRange(0, n).Draw(t, "end"), Group: 3}, {End: n, Group: 4}}
		}
		p.Blocks = append(p.Blocks, b)
	}
	return p
}

func TestAnyPage(t *testing.T) {
	k, u := newPacker(t), new(binenc.Unpacker)
	defer u.Close()
	rapid.Check(t, func(t *rapid.T) {
		p := genPage(t)
		text, err := k.Pack(p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := u.Unpack(text)
		if d := cmp.Diff(p, got.Page); err != nil || got.Cut || d != "" {
			t.Fatalf("%v (-want +got):\n%s", err, d)
		}
	})
}

// FuzzDecode: whatever the bytes are, the decoder neither panics nor takes more memory
// than its bounds, and what it accepts encodes to what decodes the same.
func FuzzDecode(f *testing.F) {
	f.Add(binenc.EncodePage(nil, storm()))
	f.Add(binenc.EncodePage(nil, &crawl.Page{}))
	f.Add(binenc.EncodePage(nil, menued("a.example", 1)))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 15})
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := binenc.DecodePage(b)
		if err != nil {
			return
		}
		if len(p.Blocks) > binenc.MaxBlocks || len(p.Blocks) > len(b) {
			t.Errorf("%d blocks of %d bytes", len(p.Blocks), len(b))
		}
		if again := decoded(t, p.Page); !p.Cut && len(p.URL) < 1000 && !cmp.Equal(p.Blocks, again.Blocks) {
			t.Errorf("(-want +got):\n%s", cmp.Diff(p.Blocks, again.Blocks))
		}
	})
}

// FuzzUnpack: the same with what was packed.
func FuzzUnpack(f *testing.F) {
	k := newPacker(f)
	for n := range 10 {
		f.Add(pack(f, k, menued("a.example", n)).Packed)
	}
	dictionary := pack(f, k, menued("a.example", 11)).Dictionary
	u := new(binenc.Unpacker)
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, d := range []*crawl.Dictionary{nil, dictionary} {
			if p, err := u.Unpack(&crawl.Text{Packed: b, Dictionary: d}); err == nil && len(p.Blocks) > binenc.MaxBlocks {
				t.Errorf("%d blocks", len(p.Blocks))
			}
		}
	})
}
