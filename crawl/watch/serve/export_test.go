package serve

import "github.com/ontocrawl/ontocrawl/crawl/watch/access"

// Unguarded lets everybody do everything, for tests of what the page does.
func Unguarded() Auth { return Auth{guests: access.Admin} }
