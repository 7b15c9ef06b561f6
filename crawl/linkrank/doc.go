// Package linkrank says what an unfetched link is worth, one file per idea.
//
//	ranker.go      Ranker, what every method offers
//	methods.go     all of them by name
//	bylink.go      the memory of those that judge each link by itself
//	metadata.go    Metadata: UH, TeH, TiH, AMH, RW, RWB of a thesis (Li 2002)
//	flow.go        Flow: PageRank in two forms, and IPageRank
//	hits.go        HITS: hubs and authorities
//	prefixes.go    Content: T and T&L of Chen and Zhu (2011)
//	shark.go       Shark: Shark-Search
//	layers.go      Layers: link distance, after context graphs
//	urls.go        URLs: numbers for URLs
//	table.go       the same with other names for some
//	pagerank.go    PageRank: the improved PageRank of On-ITS (eq 7), kept up as pages come in
//	priority.go    Priority: the comprehensive priority (eq 8)
//	recipe.go      Recipe: the default; learns from every page fetched
//	evidence.go    Recipe: what all in-links say of an unfetched URL, merged
//	pool.go        Recipe: where the evidence lies
//	revise.go      Recipe: what visited pages say since the topic was changed
//	features.go    Recipe: evidence as numbers, and the weights it starts with
//	cluster.go     Recipe: success rates of lists, DOM paths, templates, prefixes, hosts
//	regression.go  Recipe: the weights, learned on line
//	urlparts.go    what a URL and an anchor give away by their shape
//	state.go       Recipe: its checkpoint
//
// On-ITS is the crawler of Liu, Gu and Liu (2020). No copy of it with readable
// equations could be had: eq 7 and 8 are inferred from its symbols, its
// printed parameters and the abstracts of sibling papers, and the comments say
// how.
//
// How pages are judged is left to a crawl.Scorer, which words a link bears to
// a crawl.Reader, the order of links and the choice to crawl/strategy.
package linkrank
