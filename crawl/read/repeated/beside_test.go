package repeated

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
)

const (
	notice = "An official website of the government of Ruritania, kept by its Ministry of Weather."
	own    = "The storm of day %d made landfall at noon, and %d houses on the coast lost their roofs to it."
)

// pageOf is a page of main text.
func pageOf(texts ...string) *crawl.Page {
	p := &crawl.Page{Host: "a.example"}
	for _, s := range texts {
		p.Blocks = append(p.Blocks, crawl.Block{Text: s, Key: xxhash.Sum64String(s), Spans: []crawl.Span{{End: len(s), Group: crawl.GroupBody}}})
	}
	return p
}

func story(day int) string { return fmt.Sprintf(own, day, day*7) }

// left is the main text that a page has left.
func left(p *crawl.Page) (texts []string) {
	for i := range p.Blocks {
		if isMain(&p.Blocks[i]) {
			texts = append(texts, p.Blocks[i].Text)
		}
	}
	return texts
}

// next lets t read a page, and says what main text it has left.
func next(t *Texts, texts ...string) []string {
	p := pageOf(texts...)
	t.Beside(p, false)
	t.Learn(p)
	return left(p)
}

// TestBeside: what stands on more than half of the other pages is no main text, from the second
// page on; labels of what is the page's own stay, and so do numbers and copies.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		name  string
		pages [][]string // the last one is looked at
		want  []string
	}{
		{"the first page", [][]string{{notice, story(1)}}, []string{notice, story(1)}},
		{"the second page", [][]string{{notice, story(1)}, {notice, story(2)}}, []string{story(2)}},
		{"at the end", [][]string{{story(1), notice}, {story(2), notice}}, []string{story(2)}},
		{"on one of two", [][]string{{notice, story(1)}, {story(2)}, {notice, story(3)}}, []string{notice, story(3)}},
		{"on two of three", [][]string{{notice, story(1)}, {story(2)}, {notice, story(3)}, {notice, story(4)}}, []string{story(4)}},
		{"a copy", [][]string{{notice, story(1)}, {notice, story(1)}}, []string{notice, story(1)}},
		{"a story that goes on", [][]string{{story(1), story(2)}, {story(1), story(2), "More soon."}}, []string{story(1), story(2), "More soon."}},
		{"a label", [][]string{{"Ingredients", story(1)}, {"Ingredients", story(2)}}, []string{"Ingredients", story(2)}},
		{"a label over what is repeated", [][]string{{story(1), "About us", notice}, {story(2) + story(3), "About us", notice}}, []string{story(2) + story(3)}},
		{"two labels", [][]string{{"Latest posts", "Tags", story(1)}, {"Latest posts", "Tags", story(2)}}, []string{"Tags", story(2)}},
		{"numbers", [][]string{{"1", "2", story(1)}, {"1", "2", story(2)}}, []string{"1", "2", story(2)}},
		{"another text", [][]string{{story(9)}, {notice, story(2)}}, []string{notice, story(2)}},
	} {
		var texts Texts
		var got []string
		for _, p := range c.pages {
			got = next(&texts, p...)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestBesideOfMany: of many pages, those that say nothing of their own have no main text.
func TestBesideOfMany(t *testing.T) {
	var texts Texts
	for day := range minPages {
		next(&texts, notice, story(day))
	}
	if got := next(&texts, notice); len(got) > 0 {
		t.Errorf("left %q", got)
	}
}

// TestBesideKnown: a page that was edited is not compared with its earlier text.
func TestBesideKnown(t *testing.T) {
	var texts Texts
	next(&texts, story(1), notice)
	p := pageOf(story(1), story(2), notice, story(3))
	if texts.Beside(p, true) || len(left(p)) != 4 {
		t.Errorf("left %q", left(p))
	}
	next(&texts, notice, story(4))
	if p = pageOf(story(1), story(2), notice); !texts.Beside(p, true) || !slices.Equal(left(p), []string{story(1), story(2)}) {
		t.Errorf("of two pages: left %q", left(p))
	}
}

// TestBesideSamples: a page is sampled again after it lost main text.
func TestBesideSamples(t *testing.T) {
	var texts Texts
	next(&texts, notice, story(1))
	p, want := pageOf(notice, story(2)), pageOf(story(2))
	shingle.Fill(p)
	shingle.Fill(want)
	if texts.Beside(p, false); !slices.Equal(p.Runs, want.Runs) || !slices.Equal(p.Vocabulary, want.Vocabulary) {
		t.Error("other samples")
	}
}

// TestBesideResumes: pages in an order have one result, whenever the counts were stored between; and
// nothing is put beside the text but repeated main text.
func TestBesideResumes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b Texts
		for range rapid.IntRange(1, 70).Draw(t, "pages") {
			var texts []string
			for _, n := range rapid.SliceOfN(rapid.IntRange(0, 12), 0, 8).Draw(t, "texts") {
				texts = append(texts, strings.Repeat(fmt.Sprintf("text %d ", n), n%5+1))
			}
			ga, gb := next(&a, texts...), next(&b, texts...)
			if !slices.Equal(ga, gb) {
				t.Fatalf("%q and %q", ga, gb)
			}
			if rapid.Bool().Draw(t, "stored") {
				var w binenc.Writer
				b.Write(&w)
				b = Read(binenc.NewReader(w.Data()))
			}
		}
	})
}
