package events

import (
	"bufio"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
	parser "github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// TestRetoldOnRealPages measures what maxRetold and likeTitle are worth: of the pairs
// of pages that they call one story, beyond those that the fingerprints alone do,
// how many share a third of their runs of eight characters. Pages of one site that
// have the same title are left out, and lists and stubs, which are no finds and have no
// story. Stories are folded across hosts; these webs hold no text that two hosts tell, so
// all pairs are of one host, which is harder: a host's own words bring its pages together.
func TestRetoldOnRealPages(t *testing.T) {
	var called, right, farther, rightFarther int
	for _, web := range []string{"hosts-dev", "lohelp-zh", "extract-shared"} {
		pages := prints(t, filepath.Join(goldentest.Dir(t, "webs/"+web), web))
		for i, a := range pages {
			for _, b := range pages[:i] {
				d := bits.OnesCount64(a.Simhash ^ b.Simhash)
				if d <= dedup.MaxDistance || d > maxRetold+3 || a.Name() == b.Name() && a.Host == b.Host || !likeNamed(a.Name(), b.Name()) {
					continue
				}
				shares := shared(a, b) >= 1./3
				if d <= maxRetold {
					called++
					right += count(shares)
				} else {
					farther++
					rightFarther += count(shares)
				}
			}
		}
	}
	t.Logf("%d of %d rightly; with three bits more %d of %d others", right, called, rightFarther, farther)
	if right*10 < called*9 {
		t.Errorf("%d of %d pairs called one story share a third of their text", right, called)
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// prints reads pages of a stored web that have a simhash and may be finds.
func prints(t *testing.T, dir string) (out []*crawl.Page) {
	t.Helper()
	index, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	for lines := bufio.NewScanner(index); lines.Scan() && len(out) < 4000; {
		cols := strings.Split(lines.Text(), "\t")
		body, err := os.ReadFile(filepath.Join(dir, "pages", cols[1]))
		if err != nil {
			continue
		}
		p, err := parser.Parse(&crawl.Response{URL: cols[0], Final: cols[0], Status: 200, ContentType: cols[2], Body: body})
		if err != nil {
			continue
		}
		if p.Simhash = dedup.Simhash(p); p.Simhash != 0 && !p.About.Kind.Leads() {
			out = append(out, p)
		}
	}
	return out
}

// shared is the Jaccard likeness of the runs of eight characters of two main texts.
func shared(a, b *crawl.Page) float64 {
	x, y := runs(a), runs(b)
	both := 0
	for r := range x {
		both += count(y[r])
	}
	return float64(both) / float64(max(1, len(x)+len(y)-both))
}

func runs(p *crawl.Page) map[string]bool {
	var text []rune
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Region == crawl.RegionMain && !b.Title {
			text = append(text, []rune(strings.ToLower(strings.Join(strings.Fields(b.Text), "")))...)
		}
	}
	out := map[string]bool{}
	for i := 0; i+8 <= len(text); i++ {
		out[string(text[i:i+8])] = true
	}
	return out
}
