package polite_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// Hosts of one registrable domain are one site, and share its delay.
func ExampleSite() {
	fmt.Println(polite.Site("news.example.com.cn"), polite.Site("www.example.com.cn"), polite.Site("a.github.io"))
	// Output: example.com.cn example.com.cn a.github.io
}
