package kinds

import (
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// All returns all kinds. To add one, write its package and a row here.
func All() []search.Kind {
	kinds := []search.Kind{
		SearXNG(),
		OpenSearch(),
	}
	kinds = append(kinds, JSONKinds()...)
	return append(kinds,
		CDX(),
		MediaWiki(),
		WebGraph(),
		Archive(),
	)
}
