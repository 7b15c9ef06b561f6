module github.com/ontocrawl/ontocrawl/crawl/fetch/internal/robots/oracle

go 1.26.0

replace github.com/ontocrawl/ontocrawl => ../../../../..

require (
	github.com/jimsmart/grobotstxt v1.0.3
	github.com/ontocrawl/ontocrawl v0.0.0-00010101000000-000000000000
)
