// Package learned is the default link ranker: a regression that learns from every
// page fetched.
//
//	ranker.go      Ranker
//	evidence.go    what all links to an unfetched URL say of it, merged
//	numbers.go     how URLs are numbered; nodes
//	pool.go        where the evidence is kept
//	spill.go       what of it lies on disk
//	lowest.go      which evidence has the lowest scores
//	hub.go         the name of a list, which speaks for its links
//	named.go       names that relevant pages say, and how they end
//	outside.go     links from other hosts, and what their failures teach
//	listed.go      links of sitemaps, feeds and searches of a site
//	heard.go       one of several rankers: letters, and outcomes of others
//	result.go      results of search engines, by where they name the topic
//	features.go    evidence as numbers, and the weights a crawl starts with
//	cluster.go     success rates of lists, DOM paths, URL patterns, prefixes, hosts
//	regression.go  the weights, learned on line
//	remember.go    what the next crawl of the same web can use
//	unite.go       a ranker begins with what others know
//	state.go       the checkpoint; what visited pages say since the topic was changed
package learned
