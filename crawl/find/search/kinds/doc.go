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
//
// All kinds share a client that asks an API within bounds, and the way from a foreign list of
// results to links:
//
//	client.go    Client: one request to an API at a time; dial.go to which addresses it connects
//	explain.go   what an answer that is none means, in one line
//	hide.go      takes a key out of whatever comes back
//	results.go   Results: foreign results to links
//	unwrap.go    the address behind redirects, AMP pages and copies in caches
//	text.go      titles and snippets to harmless text; words to a query without operators
//	decode.go    JSON in whatever charset it comes; dates
//	template.go  Template: URLs with parameters, as OpenSearch has them
//	path.go      values in JSON by their path
//	target.go    the host that a question is about
//	lang.go      language tags in the forms that engines have
//
// A Client sends its own User-Agent and never another. It follows redirects within the origin of
// the source only. The source may lie at a private address, since the user chose it; no other
// host may.
package kinds
