// Package provider holds what the sources below crawl/find/search share: a client that asks
// an API within bounds, and the way from a foreign list of results to links.
//
//	client.go    Client: one request to an API at a time
//	dial.go      to which addresses a Client connects
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
// A Client sends its own User-Agent and never another. It follows redirects within the
// origin of the source only. The source may lie at a private address, since the user
// chose it; no other host may.
package provider
