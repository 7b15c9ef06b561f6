// Package crawl holds the nouns of crawling and the small interfaces between the
// packages around it. It does no work and imports nothing of this module.
//
//	page.go     what an answer becomes: Request, Response, Page, Block, Link
//	about.go    what kind of page it is, and who says it: About
//	date.go     a day, or an instant with its zone: Date
//	visit.go    what happened: Choice, Visit, Score, Evidence
//	origin.go   what a topic was made of, by content: Origin
//	text.go     what is kept of a page to judge it again: Text, Keeper
//	letter.go   what parts of a crawl tell each other: Letter, Outcome
//	failure.go  why it failed: Failure, FailureKind, KindOf
//	version.go  has a page changed? Version
//	caps.go     Caps: what a Strategy declares that it can do
//	roles.go    who does what: Fetcher, Pacer, Reader, Scorer, Filter, Strategy, State, Sink, Observer
//	format.go   the format of run folders
//
// A [Scorer] judges a fetched page; a link ranker inside a [Strategy] judges an
// unfetched link. A Strategy only chooses: it does not fetch, judge pages or store.
//
// crawl/fetch fetches, crawl/fetch/polite limits the rate, crawl/read/page parses,
// crawl/judge/relevance judges, crawl/choose/strategy chooses, crawl/keep/state stores, and
// crawl/engine is the loop.
package crawl
