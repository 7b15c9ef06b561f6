package seed_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
)

// A file of seeds has one URL a line; # begins a comment.
func ExampleParse() {
	links, err := seed.Parse("seeds.txt", []byte("# weather\nhttp://weather.example/\n\nhttp://storm.example/news\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range links {
		fmt.Println(l.Host, l.URL)
	}
	// Output:
	// weather.example http://weather.example/
	// storm.example http://storm.example/news
}
