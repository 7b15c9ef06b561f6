package binenc_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A page is packed when it is read, and comes back without being fetched again.
func Example() {
	packer, err := binenc.NewPacker(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer packer.Close()
	text, err := packer.Pack(&crawl.Page{
		Final: "https://example.org/storm", Host: "example.org", Title: "A storm", Words: 6,
		Blocks: []crawl.Block{{Text: "The hurricane has reached the coast.", Spans: []crawl.Span{{End: 36, Group: crawl.GroupBody}}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	unpacker := new(binenc.Unpacker)
	defer unpacker.Close()
	page, err := unpacker.Unpack(text)
	fmt.Println(page.Title, "|", page.Blocks[0].Text, "|", page.Cut, err)
	// Output: A storm | The hurricane has reached the coast. | false <nil>
}
