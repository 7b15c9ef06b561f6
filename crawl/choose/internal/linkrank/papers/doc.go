// Package papers holds the link rankers of published papers, one file per idea.
//
//	memory.go    checkpoints; the memory of rankers that judge each link by itself
//	metadata.go  Metadata: UH, TeH, TiH, AMH, RW, RWB of a thesis (Li 2002)
//	flow.go      Flow: PageRank in two forms, and IPageRank
//	hits.go      HITS: hubs and authorities
//	content.go   Content: T and T&L of Chen and Zhu (2011)
//	shark.go     Shark: Shark-Search
//	quality.go   Quality: quality first, the relevance of the page with the link
//	layers.go    Layers: link distance, after context graphs
//	pagerank.go  PageRank: the improved PageRank of On-ITS (eq 7), kept up as pages come in
//	priority.go  Priority: the comprehensive priority of On-ITS (eq 8)
//
// On-ITS is the crawler of Liu, Gu and Liu (2020). No copy of it with readable
// equations could be had: eq 7 and 8 are inferred from its symbols, its
// printed parameters and the abstracts of sibling papers, and the comments say
// how.
package papers
