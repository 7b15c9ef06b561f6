package urlkey_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// One page, one key: case of the host, default port, fragment and escapes that mean
// nothing are gone.
func ExampleCanonical() {
	key, err := urlkey.Canonical("HTTP://News.Example:80/a/../%e5%8f%b0风?q=1#top")
	fmt.Println(key, err)
	// Output: http://news.example/%E5%8F%B0%E9%A3%8E?q=1 <nil>
}
