package warc_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// The key by which an index of an archive is sorted.
func ExampleSURT() {
	fmt.Println(warc.SURT("http://news.example.org/typhoon?id=5"))
	// Output: org,example,news)/typhoon?id=5
}
