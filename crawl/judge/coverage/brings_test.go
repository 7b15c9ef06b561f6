package coverage

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// TestBrings: an added label brings the pages that only it makes relevant, each addition by itself;
// a new class without a core mark brings none by itself, nor does a name of a concept beside the topic.
func TestBrings(t *testing.T) {
	opt := storms(t)
	opt.Find = lexicon.Options{Segmenter: lexicon.Trie}
	soup := strings.Repeat("Leeks and butter are boiled slowly. ", 60)
	pages, texts := run(t, opt,
		text{"http://a/1", "en", "<title>Storm</title><p>The storm was a strong storm, a storm of storms. A willy-willy came.</p>"},
		text{"http://b/2", "en", "<title>Willy-willy</title><p>The willy-willy turned, a willy-willy of the coast. Another willy-willy came, and a willy-willy after that willy-willy.</p>"},
		text{"http://b/3", "en", "<title>Dust devil</title><p>The dust devil turned, a dust devil of the plain. Another dust devil came.</p>"},
		text{"http://c/4", "en", "<title>Soup</title><p>" + soup + "A willy-willy.</p>"},
		text{"http://lost/5", "en", "<title>Willy-willy</title><p>The willy-willy turned.</p>"},
	)
	additions := []Addition{
		{Name: "willy-willy", Lang: "en", IRI: "x#storm", Label: true},
		{Name: "dust devil", Lang: "en", IRI: "x#storm", Label: true},
		{Name: "willy-willy", Lang: "en", IRI: "x#storm"},
		{Name: "willy-willy", Lang: "en", IRI: "x#storm", Core: true},
		{Name: "willy-willy", Lang: "en", IRI: "x#unknown", Label: true},
		{Name: "dust devil", Lang: "en", IRI: "x#landfall", Label: true},
	}
	got, err := Brings(t.Context(), pages, opt, texts, additions)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"http://b/2", "http://b/3", "", "http://b/2", "", ""} {
		if strings.Join(got[i], " ") != want {
			t.Errorf("%+v brings %q, want %q", additions[i], got[i], want)
		}
	}
	if len(opt.Topic.Entries) != 3 || len(opt.Topic.Entries[0].Labels) != 3 {
		t.Error("the topic was changed")
	}
}

// TestBringsLeavesThePage: trials do not mark the page that others read.
func TestBringsLeavesThePage(t *testing.T) {
	opt := storms(t)
	pages, texts := run(t, opt, text{"http://b/2", "en", "<title>Gust</title><p>A gust of wind came.</p>"})
	var read *crawl.Page
	keep := func(ctx context.Context, p *rundir.Page) (*crawl.Page, error) {
		q, err := texts(ctx, p)
		read = q
		return q, err
	}
	if _, err := Brings(t.Context(), pages, opt, keep, []Addition{{Name: "gust", Lang: "en", IRI: "x#storm", Label: true}}); err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(read.Blocks, func(b crawl.Block) bool { return len(b.Mentions) > 0 }) {
		t.Error("the gust is marked, which the topic does not have")
	}
	opt.Judge.Judge = "no judge"
	if _, err := Brings(t.Context(), pages, opt, keep, nil); err == nil {
		t.Error("an unknown judge judges")
	}
}
