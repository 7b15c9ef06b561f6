package binenc_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// TestWebs: the pages of stored webs come back as they were read, in 3 KB on average.
func TestWebs(t *testing.T) {
	webs := []string{"hosts-dev", "lohelp-zh", "wikispeedia-en", "fema-gov"}
	if testing.Short() {
		webs = webs[1:2]
	}
	k, u := newPacker(t), new(binenc.Unpacker)
	defer u.Close()
	var pages, bytes, cut int
	for _, web := range webs {
		stored, err := replay.Open(goldentest.Web(t, web))
		if err != nil {
			t.Fatal(err)
		}
		n, size := 0, 0
		for _, url := range stored.Pages() {
			r, err := stored.Fetch(t.Context(), crawl.Request{URL: url})
			if err != nil {
				continue
			}
			p, err := page.Parse(r)
			if err != nil {
				continue
			}
			text := pack(t, k, p)
			n, size = n+1, size+len(text.Packed)
			got, err := u.Unpack(text)
			if err != nil {
				t.Fatal(err)
			}
			if got.Cut {
				cut++
				continue
			}
			want := &crawl.Page{
				URL: p.URL, Final: p.Final, Host: p.Host, Title: p.Title, Headline: p.Headline, Lang: p.Lang, Trail: p.Trail,
				Blocks: p.Blocks, Words: p.Words, CodeWords: p.CodeWords,
			}
			if len(p.Blocks) == 0 {
				want.Blocks = nil
			}
			if !cmp.Equal(want, got.Page) {
				t.Errorf("%s (-want +got):\n%s", url, cmp.Diff(want, got.Page))
			}
		}
		stored.Close()
		t.Logf("%s: %d pages, %d bytes a page", web, n, size/n)
		pages, bytes = pages+n, bytes+size
	}
	t.Logf("all: %d pages, %d bytes a page, %d cut", pages, bytes/pages, cut)
	if bytes > 3<<10*pages {
		t.Errorf("%d bytes a page", bytes/pages)
	}
}

// BenchmarkPack is the cost of a page of an encyclopedia (20 KB of text), and of a blog.
func BenchmarkPack(b *testing.B) {
	for _, web := range []string{"wikispeedia-en", "hosts-dev"} {
		b.Run(web, func(b *testing.B) {
			stored, err := replay.Open(goldentest.Web(b, web))
			if err != nil {
				b.Fatal(err)
			}
			defer stored.Close()
			var pages []*crawl.Page
			for _, url := range stored.Pages()[:300] {
				if r, err := stored.Fetch(b.Context(), crawl.Request{URL: url}); err == nil {
					if p, err := page.Parse(r); err == nil {
						pages = append(pages, p)
					}
				}
			}
			k := newPacker(b)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				pack(b, k, pages[i%len(pages)])
			}
		})
	}
}

// BenchmarkPackTogether is the cost of a page of one host that several goroutines pack: none waits for the
// encoder of another.
func BenchmarkPackTogether(b *testing.B) {
	k := newPacker(b)
	for n := range 8 {
		pack(b, k, menued("a.example", n))
	}
	p := menued("a.example", 8)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			pack(b, k, p)
		}
	})
}
