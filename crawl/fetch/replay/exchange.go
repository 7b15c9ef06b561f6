package replay

import (
	"errors"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/warc"
)

// Answer returns the answer in exchanges, redirects first, as [fetch.Client.Fetch]
// returned it. The exchanges are those of [warc.Folder.Exchanges].
func Answer(exchanges []crawl.Exchange) (*crawl.Response, error) {
	if len(exchanges) == 0 {
		return nil, errors.New("replay: no answer")
	}
	e := exchanges[len(exchanges)-1]
	asked, err := urlkey.Canonical(exchanges[0].URL)
	if err != nil {
		return nil, err
	}
	final, err := urlkey.Canonical(e.URL)
	if err != nil {
		return nil, err
	}
	status, header, err := warc.ParseHead(e.Head)
	if err != nil {
		return nil, err
	}
	r := &crawl.Response{URL: asked, Final: final, FetchedAt: e.At, Truncated: e.Truncated != ""}
	if err := fill(r, status, header, e.Body); err != nil {
		return nil, err
	}
	return r, nil
}
