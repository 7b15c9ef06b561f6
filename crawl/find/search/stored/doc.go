// Package stored is a search engine over a stored web: a [search.Source] for evaluation
// without a network.
//
//	stored.go    Index: what it holds, New, Ask
//	words.go     a text as terms: words, and pairs of Chinese characters
//	keyword.go   pages with words: BM25
//	related.go   pages like a page: cosine
//	backward.go  pages that link to a page or host, and pages of a host
//	faults.go    what goes wrong with a real engine: pages it does not know, spam, failures, time
//
// It knows every page of the web, unless told otherwise, so it is kinder than an engine of
// the live web: figures taken with it show the order of methods, not what they will reach.
package stored
