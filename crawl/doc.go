// Package crawl holds the nouns of crawling and the small interfaces between the
// packages around it. It does no work and imports nothing of this module.
//
//	page.go     what an answer becomes: Request, Response, Page, Block, Link
//	visit.go    what happened: Choice, Visit, Score, Evidence
//	text.go     what is kept of a page to judge it again: Text, Keeper
//	letter.go   what parts of a crawl tell each other: Letter, Outcome
//	failure.go  why it failed: Failure, FailureKind, KindOf
//	version.go  has a page changed? Version
//	roles.go    who does what: Fetcher, Pacer, Reader, Scorer, Filter, Strategy, State, Sink, Observer
//	format.go   the format of run folders
//
// A [Scorer] judges a fetched page; a link ranker inside a [Strategy] judges an
// unfetched link. A Strategy only chooses: it does not fetch, judge pages or store.
//
// crawl/fetch fetches, crawl/polite limits the rate, crawl/page parses,
// crawl/relevance judges, crawl/strategy chooses, crawl/state stores, and
// crawl/engine is the loop.
package crawl
