package hostiletest

// Why the program fails at sites.
const (
	large   = "text of the largest pages, their blocks and mentions, take more than the ceiling"
	turns   = "requests that others provoke at the neighbour take its turns"
	waiting = "memory grows with each link and host that waits, in the frontier and in the link ranker"
)

// known returns the sites that the program is known to fail at, with the reason. Whoever
// mends one takes out its line; the test says which lines can go.
func known() map[string]string {
	return map[string]string{
		"eight-megabytes":     large,
		"eight-hosts-8mb":     large,
		"hosts-100k":          waiting,
		"neighbour-decoy":     turns,
		"url-neighbour-names": turns,
		"url-spellings":       waiting,
		"trap-fresh-domains":  waiting,
		"map-other-hosts":     waiting,
	}
}
