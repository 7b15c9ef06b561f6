// Package linkrank says what a ranker of links is: it gives an unfetched link a
// score.
//
//	ranker.go  Ranker, what every ranker offers, and what some offer besides
//	records.go   Records and Spiller: what a ranker need not hold in memory
//	table.go   Table: numbers for URLs, with other names for some; hashes that are the same in every run
//
// The rankers are in the packages learned (the default) and papers (published ones),
// the table of their names in crawl/choose/strategy. The package linkranktest is their
// conformance suite.
//
// How pages are judged is left to a crawl.Scorer, which words a link bears to
// a crawl.Reader, the order of links and the choice to crawl/choose/strategy.
package linkrank
