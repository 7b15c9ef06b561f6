// Package reading trains and measures crawl/read/maintext: which blocks of a page are main
// text, of which kind a page is, and which text is its headline. It needs pages with their
// truth, in the form of truth.jsonl; lab/internal/reading/train is its command.
//
//	truth.go     pages and their truth
//	label.go     how much of each block stands in the truth
//	table.go     the tokens of the model: what they say of main text and kind
//	webs.go      pages of stored webs, whose kind people gave
//	bare.go      copies of pages without menus and names, for the kinds
//	kind.go      logistic regression of kinds over tokens
//	fit.go       the forests, by folds over sites and on all of them
//	kindfit.go   those of kinds
//	write.go     what a model reads, for a judge
//	boost.go     forests of regression trees by gradient boosting (Friedman, Greedy function
//	             approximation: a gradient boosting machine, 2001) over histograms of
//	             binned features: the same data, options and seed give the same forest
//
// A page is never read by a model that learned from its site: five folds over registrable
// domains give each page a model without it. A quarter of the sites is held aside, and only
// read by the final model.
package reading
