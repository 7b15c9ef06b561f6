// Package ensemble ranks pages by their similarity to pages that are known to be on topic,
// with the rankers of DWDBRM (Wang, Li, Li 2022), which re-runs DISCO (Pham, Santos, Freire
// 2019). They are here to be compared with the judges of crawl/judge/relevance (lab/eval), and
// for the strategy dwdbrm (crawl/choose/strategy).
//
//	set.go         Set: pages as vectors of words
//	rankers.go     the table of rankers, by name
//	similarity.go  cosine (eq 5) and Jaccard (eq 4), as a mean over the examples (eq 3)
//	logistic.go    logistic regression (eq 2)
//	oneclass.go    one-class support vector machine
//	bayes.go       naive Bayes (eq 6) over lengths and keywords
//	pagerank.go    PageRank over the pages found (eq 1 and 7)
//	combine.go     positions, their combination (eq 8), and reciprocal ranks
//	measure.go     P@N (eq 13), mean and median rank (eq 14 and 15), MRR, harvest rate (eq 12)
//
// Every score is larger for a better page, also where the paper has it the other way round.
// All results depend on the pages alone: there is no chance.
package ensemble
