package learned

import "github.com/ontocrawl/ontocrawl/crawl/linkrank"

// table hides the methods of the Table that rankers are made of.
type table = linkrank.Table
