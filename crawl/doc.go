// Package crawl holds the nouns of crawling and the small interfaces by which
// the rooms around it meet. No work is done here and nothing of this module is
// imported here.
//
//	page.go   what an answer becomes: Response, Page, Block, Link
//	visit.go  what happened: Choice, Visit, Score, Evidence
//	roles.go  who does what: Fetcher, Reader, Scorer, Filter, Strategy, State, Sink, Observer
//
// Two judgements are kept apart: a [Scorer] judges a fetched page, a
// prioritizer inside a [Strategy] judges an unfetched link. A strategy only
// chooses; it does not fetch, judge pages or store.
//
// Fetching is left to crawl/fetch, parsing to crawl/page, judging to
// crawl/relevance, choosing to crawl/strategy, remembering to crawl/state and
// the loop itself to crawl/engine.
package crawl
