// Package fetch fetches pages by HTTP. It is polite, and trusts no server.
//
// A [Client]
//   - obeys robots.txt (RFC 9309)
//   - waits until the host may be asked, as crawl/fetch/polite says
//   - follows redirects itself, each by the same rules
//   - connects to public addresses only
//   - bounds time, headers, and the bytes of a body as sent and as decoded
//   - closes the connection when the time of an exchange is over
//   - keeps all answers in flight within one budget of memory
//
// By itself it keeps no cookies; [Credentials] may, for hosts that a person named. It
// sends no referrer, and uses a proxy only if told so. It can make conditional requests
// (the validators of [crawl.Request]) and keep every byte for an archive. The kind of an
// error is crawl.KindOf's.
//
//	client.go    options, Fetch: a page and its redirects
//	dial.go      how connections are made, and their limits
//	hop.go       one request and its answer
//	form.go      forms that a person's order sends: log-in
//	credentials.go who the client is at some hosts, kept out of archives
//	conn.go      the wall clock of an exchange: its end closes the connection
//	chain.go     the cookies of one chain of redirects
//	transport.go net/http, given up when it does not return
//	memory.go    the budget of memory for answers in flight
//	robots.go    robots.txt: fetched, kept, renewed
//	dnscache.go  the DNS cache; connecting to one of several addresses
//	cache.go     a bounded map that renews each value once
//	address.go   which addresses are public, checked when connecting
//	body.go      reading a body within its limits, content types; the same for stored answers
//	mimetype.go  the type of an answer by all its Content-Type fields
//	meter.go     the limits of a body while it is decoded, both ways
//	coding.go    content codings; buffers, kept for the next body
//	record.go    requests and answers as they went over the wire
//	agent.go     the User-Agent header and the contact in it; a second client, for scripts and data
//
// crawl/fetch/internal/robots parses robots.txt; crawl/fetch/replay answers from files
// instead of the network; crawl/fetch/urlkey makes canonical keys.
//
// # The door
//
// In: a crawl.Request. Out: a crawl.Response, from the network or from a stored web, when its host may
// be asked.
// Face: account, doctype, itself, polite, replay, urlkey.
// For commands only: render.
// Imports: crawl, crawl/keep.
package fetch
