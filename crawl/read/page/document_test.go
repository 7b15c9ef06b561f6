package page

import (
	"errors"
	"fmt"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A program that wants more than a crawl.Page selects by CSS. The answer is GBK.
func ExampleDocument() {
	doc, err := Document(&crawl.Response{
		URL: "http://a.example/", ContentType: "text/html; charset=gbk",
		Body: []byte("<table id=wind><tr><td>\xcc\xa8\xb7\xe7<td>12</table>"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Find("#wind td").First().Text())
	// Output: 台风
}

func TestDocumentRefusesWhatIsNoHTML(t *testing.T) {
	for _, r := range []crawl.Response{
		{ContentType: "image/png", Body: []byte("\x89PNG")},
		{ContentType: "text/plain", Body: []byte("a typhoon")},
		{ContentType: "text/html"},
	} {
		if doc, err := Document(&r); doc != nil || !errors.Is(err, crawl.ErrNotPage) {
			t.Errorf("%s: %v, %v", r.ContentType, doc, err)
		}
	}
}
