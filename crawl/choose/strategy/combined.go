package strategy

import (
	"slices"
	"strings"
)

// Combined returns the names of what can be compared: every strategy, and
// best-first by every link ranker. Any strategy that takes a ranker may be named
// with it: "tabu/hits".
func Combined() []string {
	var known []string
	for _, m := range Methods() {
		known = append(known, m.Name)
	}
	for _, rank := range LinkRanks() {
		known = append(known, "best-first/"+rank)
	}
	slices.Sort(known)
	return known
}

// TakesRanker reports whether name is a strategy with a link ranker: "tabu/hits".
func TakesRanker(name string) bool {
	s, rank, ok := strings.Cut(name, "/")
	return ok && slices.Contains(LinkRanks(), rank) &&
		slices.ContainsFunc(Methods(), func(m Method) bool { return m.Name == s && m.Ranks() })
}
