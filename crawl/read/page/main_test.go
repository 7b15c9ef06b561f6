package page

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func mainOf(t *testing.T, body string) string {
	t.Helper()
	n, err := Main(&crawl.Response{Final: "http://a.example/news/1.html", ContentType: "text/html", Body: []byte(body)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		if err := html.Render(&b, c); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestMainText(t *testing.T) {
	got := mainOf(t, `<body onload=x()><header class=site-header>Site</header><nav>Menu</nav><div class=breadcrumbs>Home</div>
<main><article><header><h1 id=a>台风登陆</h1></header><p style=x>See <a href="../map.html" onclick=x()>map</a>, <a href="javascript:x()">this</a>
<img src=data:x alt=Track><img src=t.png alt=Chart><script>x()</script><!-- c --></p><table><tr><td colspan=1000000000>12</table></article></main>
<aside>Also</aside><p hidden>secret</p><footer>Imprint</footer>`)
	const want = `<main><article><header><h1>台风登陆</h1></header><p>See <a href="http://a.example/map.html">map</a>, <span>this</span> ` +
		`<img alt="Track"/><img src="http://a.example/news/t.png" alt="Chart"/></p><table><tbody><tr><td>12</td></tr></tbody></table></article></main>`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What a reader of the tree may take too much time for has lost its elements.
func TestMainBounds(t *testing.T) {
	wide := mainOf(t, "<table><tr>"+strings.Repeat("<td>a", 1000)+strings.Repeat("<tr><td>b", 1000)+"</table>")
	if strings.Contains(wide, "<t") || strings.Count(wide, "b<") != 1000 {
		t.Errorf("%.200s", wide)
	}
	var lists strings.Builder
	for i := range 100 {
		fmt.Fprintf(&lists, "<ul><li>On day %d the river rose above its banks, and the lower town stood in the water until noon: x.", i)
	}
	deep := mainOf(t, lists.String())
	if n := strings.Count(deep, "<ul>"); n != maxNested || strings.Count(deep, "x.") != 100 {
		t.Errorf("%d lists, %d items", n, strings.Count(deep, "x."))
	}
	for _, r := range []crawl.Response{
		{Final: "http://a.example/", ContentType: "text/plain", Body: []byte("a")},
		{Final: "http://a.example/", Body: []byte(strings.Repeat("<b>", maxTree+1))},
		{Final: "http://a.example/", Body: []byte("%PDF-1.4\x00\x01")},
	} {
		if _, err := Main(&r, nil); !errors.Is(err, crawl.ErrNotPage) {
			t.Errorf("%.20q: %v", r.Body, err)
		}
	}
}
