package hostiletest

// Why the program fails at sites.
const (
	// 172 and 193 MB where 150 are asked.
	large = "text of the largest pages, their blocks and mentions, take more than the ceiling"
	// 100,000 hosts: 127 MB, but 23 of the neighbour's pages in 80 seconds. New domains for each page: 92 MB for 1,300
	// pages on a busy machine, and more where more pages come in the time.
	waiting = "memory grows with each link and host that waits, in the frontier and in the link ranker"
)

// known returns the sites that the program is known to fail at, with the reason. Whoever
// mends one takes out its line; the test says which lines can go.
func known() map[string]string {
	return map[string]string{
		"eight-megabytes":    large,
		"eight-hosts-8mb":    large,
		"hosts-100k":         waiting,
		"trap-fresh-domains": waiting,
		"map-other-hosts":    waiting,
	}
}
