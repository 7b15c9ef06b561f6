package reading

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
)

// readKind is the kind that the program reads off a page of a stored web.
func readKind(t *testing.T, dir string, x *WebPage) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(dir, "pages", x.File))
	if err != nil {
		t.Fatal(err)
	}
	p, err := page.Parse(&crawl.Response{URL: x.URL, Final: x.URL, Status: 200, ContentType: x.Type, Body: body})
	if err != nil {
		return err.Error()
	}
	return p.About.Kind.String()
}

// tally counts what was read of pages of which people said the kind.
type tally struct{ right, pages, list, readList, bothList int }

func (c *tally) add(x *WebPage, read string) {
	leads := func(kind string) int {
		if kind == "list" || kind == "stub" {
			return 1
		}
		return 0
	}
	c.pages++
	if read == x.Kind || read == x.Second && !x.Sure {
		c.right++
	}
	c.list += leads(x.Kind)
	c.readList += leads(read)
	c.bothList += leads(x.Kind) * leads(read)
}

func ratio(a, b int) float64 { return math.Round(1000*float64(a)/float64(max(b, 1))) / 1000 }

// TestKindsOfWebs: the kind that is read off pages of blogs and small sites, and whether lists and stubs, which are followed
// and never counted as finds, are told from what is a find; the halves of the hosts apart. The third row is a government's
// site. No model learned from a page of these. docs/how-a-page-is-read.md has the figures.
func TestKindsOfWebs(t *testing.T) {
	for _, c := range []struct {
		webs            []string
		aside           bool
		right, pre, rec float64
	}{
		{[]string{"hosts-dev", "techblogs-dev"}, false, .78, .96, .75},
		{[]string{"hosts-dev", "techblogs-dev"}, true, .85, .97, .86},
		{[]string{"fema-gov"}, false, .38, .38, .60},
	} {
		var n tally
		for _, web := range c.webs {
			dir := outside.Web(t, web)
			pages, err := WebPages(dir)
			if err != nil || len(pages) < 150 {
				t.Fatalf("%s: %d pages, %v", web, len(pages), err)
			}
			for i := range pages {
				if x := &pages[i]; x.Aside == c.aside {
					n.add(x, readKind(t, dir, x))
				}
			}
		}
		right, pre, rec := ratio(n.right, n.pages), ratio(n.bothList, n.readList), ratio(n.bothList, n.list)
		t.Logf("%v aside %v: %d pages, kind right %.3f; lists and stubs P %.3f R %.3f", c.webs, c.aside, n.pages, right, pre, rec)
		if right < c.right || pre < c.pre || rec < c.rec {
			t.Errorf("%v aside %v: right %.3f, want %v; P %.3f, want %v; R %.3f, want %v", c.webs, c.aside, right, c.right, pre, c.pre, rec, c.rec)
		}
	}
}
