package kinds

import (
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/internal/archive"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/internal/cdx"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/internal/jsonapi"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/internal/mediawiki"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/internal/opensearch"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/internal/searxng"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/internal/webgraph"
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
