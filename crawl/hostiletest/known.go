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
		"silent":              outage,
		"silent-after-robots": outage,
		"silent-robots":       outage,
		"fin-at-once":         outage,
		"fin-in-body":         outage,
		"drip-status":         outage,
		"drip-head":           outage,
		"drip-body":           outage,
		"drip-chunks":         outage,
		"drip-fast":           outage,
		"drip-robots":         outage,
		"ssh":                 outage,
		"tls-silent":          outage,
		"tls-drip":            outage,
		"tls-silent-after":    outage,
		"h2-no-streams":       outage,
		"interim-slow":        outage,
		"gzip-drip":           outage,
		"robots-slow":         outage,
		"dns-servfail":        outage,
		"dns-silent":          outage,
		"dns-dead-address":    outage,
		"dns-garbage":         outage,
		"at-the-limit":        outage,
		"twenty-seconds":      outage,
		"last-byte":           clock,
		"h2-head-only":        clock,
		"h2-pings":            clock,
		"h2-settings":         clock,
		"h2-padding":          clock,
		"h2-window-overflow":  clock,
		"h2-empty-data":       clock,
		"length-too-long":     clock,
		"switching":           clock,
		"slow-chain":          clock,
		"h2-goaway":           retries,
		"h2-reset-streams":    retries,
		"zstd-skippable":      wire,
		"zstd-empty-blocks":   wire,
		"zstd-skip-4gb":       wire,
		"gzip-empty-members":  wire,
		"gzip-stored":         wire,
		"brotli-empty":        wire,
		"eight-megabytes":     large,
		"eight-hosts-8mb":     large,
		"nested-inline":       large,
		"foster":              large,
		"adoption":            large,
		"xml":                 large,
		"charset-changes":     large,
		"hosts-100k":          quadratic,
		"links-200k":          quadratic,
		"same-link":           quadratic,
		"map-index-100k":      lists,
		"map-million":         lists,
		"map-nested":          lists,
		"map-long-loc":        lists,
		"feed-endless":        lists,
		"map-html":            lists,
		"neighbour-decoy":     turns,
		"dns-cname-neighbour": turns,
		"url-neighbour-names": turns,
		"url-neighbour-dead":  turns,
		"url-spellings":       turns,
		"endless":             large,
		"trap-domains":        hosts,
		"trap-fresh-domains":  hosts,
		"map-other-hosts":     hosts,
		"three-seconds":       workers,
		"bursts":              workers,
		"dns-slow":            workers,
		"dns-many-slow":       workers,
	}
}
