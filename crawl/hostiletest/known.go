package hostiletest

// Why the program fails at sites.
const (
	outage    = "ten dead hosts in a row are taken for an outage, and the crawl ends"
	clock     = "an exchange has no time limit of its own: the worker never comes back"
	retries   = "net/http asks again by itself, past the pacer"
	wire      = "what comes over the wire is not limited when nothing is decoded from it"
	large     = "the tree, text and links of large pages take more than the ceiling"
	quadratic = "links of one block are scanned once for each link"
	lists     = "sitemaps and feeds of the largest size take more than the ceiling"
	turns     = "requests that others provoke at the neighbour take its turns"
	hosts     = "memory grows with each new host, and hosts without end cost nothing to make"
	workers   = "slow hosts hold all workers"
)

// known returns the sites that the program is known to fail at, with the reason. Whoever
// mends one takes out its line; the test says which lines can go.
func known() map[string]string {
	return map[string]string{
		"h2-window-overflow":  clock,
		"length-too-long":     clock,
		"slow-chain":          clock,
		"eight-megabytes":     large,
		"eight-hosts-8mb":     large,
		"hosts-100k":          quadratic,
		"links-200k":          quadratic,
		"neighbour-decoy":     turns,
		"url-neighbour-names": turns,
		"url-spellings":       turns,
		"trap-fresh-domains":  hosts,
		"map-other-hosts":     hosts,
	}
}
