package kinds

import (
	"github.com/ontocrawl/ontocrawl/crawl/search"
	"github.com/ontocrawl/ontocrawl/crawl/search/archive"
	"github.com/ontocrawl/ontocrawl/crawl/search/cdx"
	"github.com/ontocrawl/ontocrawl/crawl/search/jsonapi"
	"github.com/ontocrawl/ontocrawl/crawl/search/mediawiki"
	"github.com/ontocrawl/ontocrawl/crawl/search/opensearch"
	"github.com/ontocrawl/ontocrawl/crawl/search/searxng"
	"github.com/ontocrawl/ontocrawl/crawl/search/webgraph"
)

// All returns all kinds. To add one, write its package and a row here.
func All() []search.Kind {
	kinds := []search.Kind{
		searxng.Kind(),
		opensearch.Kind(),
	}
	kinds = append(kinds, jsonapi.Kinds()...)
	return append(kinds,
		cdx.Kind(),
		mediawiki.Kind(),
		webgraph.Kind(),
		archive.Kind(),
	)
}
