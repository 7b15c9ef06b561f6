package page_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

func ExampleParse() {
	p, err := page.Parse(&crawl.Response{
		URL: "http://weather.example/news/", ContentType: "text/html; charset=utf-8", Status: 200,
		Body: []byte(`<title>News</title><nav><a href="/">Home</a></nav>
			<h1>Typhoon makes landfall</h1><p>More in the <a href="1.html">report</a>.`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Title, p.Words)
	for _, b := range p.Blocks {
		fmt.Printf("%q nav=%v h1=%v\n", b.Text, b.Region == crawl.RegionNav, b.H1)
	}
	for _, l := range p.Links {
		fmt.Printf("%s %q under %q\n", l.URL, l.Text, l.Heading)
	}
	// Output:
	// News 8
	// "News" nav=false h1=false
	// "Home" nav=true h1=false
	// "Typhoon makes landfall" nav=false h1=true
	// "More in the report." nav=false h1=false
	// http://weather.example/ "Home" under ""
	// http://weather.example/news/1.html "report" under "Typhoon makes landfall"
}
