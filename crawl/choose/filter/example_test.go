package filter_test

import (
	"fmt"
	"regexp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/filter"
)

// A crawl stays on the site of its seed, and leaves out a part of it.
func ExampleNew() {
	f := filter.New(filter.Options{
		SameSite: true, Seeds: []crawl.Link{{URL: "http://www.storm.example/", Host: "www.storm.example"}},
		Exclude: regexp.MustCompile(`/login`),
	})
	for _, l := range []crawl.Link{
		{URL: "http://news.storm.example/typhoon", Host: "news.storm.example"},
		{URL: "http://www.storm.example/login", Host: "www.storm.example"},
		{URL: "http://other.example/", Host: "other.example"},
	} {
		fmt.Printf("%s: %q\n", l.URL, f.Allow(&l, nil))
	}
	// Output:
	// http://news.storm.example/typhoon: ""
	// http://www.storm.example/login: "excluded"
	// http://other.example/: "off-site"
}
