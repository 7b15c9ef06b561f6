// Package kinds is the table of the kinds of search sources.
//
//	kinds.go  All: one row for each kind
//	archive.go captured pages: its folders, its index, its answers
//	cdx.go    Common Crawl: which crawl, which page of the index
//	cdxlines.go reads the lines of an answer
//	jsonapi.go a search that answers in JSON
//	jsonkinds.go the general kind, and those with ready settings
//	mediawiki.go a MediaWiki: its settings, its operators
//	wikirequest.go a request and its continuation
//	opensearchdescription.go reads a description
//	opensearch.go the search of one site
//	searxng.go SearXNG: its settings, its request, its answer
//	webgraphlines.go files, unpacked, line by line
//	webgraphnames.go domains as the files write them
//	webgraphscan.go one reading of the files
//	webgraph.go the graph of domains: questions, joined
package kinds
