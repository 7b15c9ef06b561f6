package robots_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/internal/robots"
)

// The longest matching rule decides.
func ExampleParse() {
	rules := robots.Parse([]byte("User-agent: *\nDisallow: /news/\nAllow: /news/typhoon/\nCrawl-delay: 2\n")).For("ontocrawl")
	fmt.Println(rules.Allowed("/news/sport"), rules.Allowed("/news/typhoon/1"), rules.Delay())
	// Output: false true 2s
}
