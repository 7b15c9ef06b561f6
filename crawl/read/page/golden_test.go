package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// TestGoldenKeys: the hash of a body, the keys of its blocks and the paths of its links
// have not changed. The journal and the checkpoints of judges and rankers store them.
func TestGoldenKeys(t *testing.T) {
	const url = "http://h.example/"
	p, err := page.Parse(&crawl.Response{URL: url, Final: url, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(
		`<title>Typhoon | Weather desk</title><nav>Home <a href="/a">台风</a></nav><main><h1>Storm surge</h1><p>The harbour is closed.</p><ul class="item-2024 x"><li>红色预警<li>12 m <a href=b>more</a></ul></main><footer>imprint</footer>`)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "body\t%016x\n", p.Hash)
	for _, k := range p.Blocks {
		fmt.Fprintf(&b, "%d\t%016x\t%s\n", k.Region, k.Key, strings.Join(strings.Fields(k.Text), " "))
	}
	for _, l := range p.Links {
		fmt.Fprintf(&b, "link\t%s\n", l.Path)
	}
	goldentest.Text(t, "keys.tsv", b.String())
}
