// Package search says what it means to ask a search engine, or anything else that
// answers with links to pages that nobody linked to: a query, an answer, a source.
//
//	search.go  Query, Answer, Source
//	error.go   Error: why a source did not answer
//
// The packages below this one hold one source each. Package crawl/query writes the
// queries of a topic; package crawl/strategy decides when one is asked.
package search
