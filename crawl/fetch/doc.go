// Package fetch brings pages by HTTP, politely and without trust in what
// answers.
//
// A [Client] reads robots.txt (RFC 9309) before anything else, leaves a site and
// an address alone for a while after every request, follows redirects itself,
// with every step through the same rules, connects to public addresses only, and
// bounds time, headers and decoded size. It keeps no cookies, sends no referrer
// and uses no proxy unless told so. It can ask whether a page has changed
// ([Client.FetchAgain]) and keep every byte for an archive.
//
//	client.go    options, Fetch: a page's way over its redirects
//	hop.go       one request and its answer
//	rules.go     robots.txt: fetched, kept, renewed
//	names.go     look-ups, remembered; connecting to one of several addresses
//	address.go   which addresses are public, checked when connecting
//	body.go      reading a body within its limits, content types
//	coding.go    content codings
//	reuse.go     what reading bodies takes, kept for the next one
//	record.go    requests and answers as they went over the wire
//	stored.go    the same decoding for answers that were stored
//	agent.go     the User-Agent header and the contact in it
//
// Reading robots.txt is left to crawl/fetch/robots; crawl/fetch/replay answers
// from a folder instead of the network. Canonical keys are crawl/urlkey's.
package fetch
