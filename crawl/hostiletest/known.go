package hostiletest

// Why the program fails at sites.
const (
	// 152 and 163 MB where 150 are asked, on a machine that left the crawl 32 seconds of a
	// processor, where the neighbour's crawl alone took 74; 125 and 133 on a busy one.
	large = "what a page of the largest size takes while it is read, and the next one behind it, is at the ceiling"
)

// known returns the sites that the program is known to fail at, with the reason. Whoever
// mends one takes out its line; the test says which lines can go.
func known() map[string]string {
	return map[string]string{
		"eight-megabytes": large,
		"eight-hosts-8mb": large,
	}
}
