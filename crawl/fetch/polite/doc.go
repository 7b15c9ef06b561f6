// Package polite decides when a host may be asked. A [Limiter] leaves time between
// two requests to one site and to one address, obeys Crawl-delay and Retry-After,
// and slows down for slow servers. Its [State] file keeps what servers asked for
// beyond the life of a process.
//
//	limiter.go  the rate limiter: what it knows of hosts, sites and addresses
//	wait.go     waiting for permission to send a request
//	pacer.go    the crawl.Pacer: the site of a host, when it is ready, reservations
//	leads.go    hosts that lead to another site wait for its turn
//	pace.go     what answers teach about the delay
//	state.go    the file of the persisted politeness state
//	promise.go  what servers asked of one process, told to another one
//
// It sends no requests itself: crawl/fetch does, and reports the answers. Whoever
// chooses hosts (crawl/engine) asks it as a crawl.Pacer.
package polite
