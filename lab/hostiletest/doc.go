// Package hostiletest is the standing adversary: hostile sites, and a test that
// crawls each of them beside a healthy neighbour with the real program.
//
// The sites were written from what the protocols allow, not from what the crawler
// guards against. They live in a network namespace of the test's own, at public
// addresses and under names of example, so that the program runs in its default
// mode and nothing leaves the machine.
//
// To add an attack, add a row to the file of its group. If the program fails at it
// and cannot be mended at once, known.go says why.
//
//	site.go         Site, Host, and the table of groups
//	world.go        serves sites and neighbours at their addresses
//	resolver.go     their names
//	authority.go    their certificates
//	neighbour.go    the healthy neighbour
//	known.go        the sites that the program fails at, and why
//	rare.go         the sites that are much like others
//	serve.go        what the sites are made of
//	namespace_*.go  a network namespace of one's own
//
// The groups:
//
//	connections.go  below HTTP: silence, RST, one byte a second
//	handshakes.go   TLS
//	frames.go       HTTP/2
//	headers.go      status lines, headers, lengths, chunks
//	bodies.go       codings and bodies without end
//	redirects.go    redirects, also to what is not public
//	robots.go       robots.txt
//	sitemaps.go     sitemaps, feeds and descriptions of searches
//	markup.go       HTML
//	charsets.go     charsets and scripts
//	urls.go         addresses in links
//	traps.go        pages without end
//	times.go        slowness, statuses that change
//	types.go        types and identity of pages
//	names.go        DNS
package hostiletest
