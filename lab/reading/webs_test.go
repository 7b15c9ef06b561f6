package reading

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the labels
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
)

// labelled has the kinds of 596 pages of three stored webs, as people say who read them.
//
//go:embed kinds.tsv
var labelled string

// webPage is a page of a stored web and the kind that its reader gave it.
type webPage struct {
	File, URL, Type string
	Kind, Second    string // Second: the other kind that fits; "" if none does
	Sure            bool
	Aside           bool // of the half of the hosts by which nothing is tuned
}

// webPages returns the pages of the stored web in dir (index.tsv and pages/) whose kinds are known, in the order of
// their files.
func webPages(dir string) (pages []webPage, err error) {
	index, err := readIndex(dir)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(labelled) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		at, ok := index[f[min(1, len(f)-1)]]
		if len(f) != 5 || f[0] != filepath.Base(dir) || !ok {
			continue
		}
		u, err := url.Parse(at[0])
		if err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
		p := webPage{File: f[1], URL: at[0], Type: at[1], Kind: f[2], Second: strings.TrimPrefix(f[3], "-"), Sure: f[4] == "1"}
		p.Aside = sha256.Sum256([]byte(u.Host))[0]&1 == 1
		pages = append(pages, p)
	}
	return pages, nil
}

// readIndex returns the address and the type of each file of a stored web.
func readIndex(dir string) (map[string][2]string, error) {
	f, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	defer f.Close()
	index := map[string][2]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if x := strings.Split(lines.Text(), "\t"); len(x) >= 3 {
			index[x[1]] = [2]string{x[0], x[2]}
		}
	}
	return index, lines.Err()
}

// readKind is the kind that the program reads off a page of a stored web.
func readKind(t *testing.T, dir string, x *webPage) string {
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

func (c *tally) add(x *webPage, read string) {
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
			pages, err := webPages(dir)
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
