// Package source reads what sites publish so that their pages be found:
// sitemaps (sitemaps.org: XML, gzipped or not, indexes, plain lists) and feeds
// (RSS, Atom, JSON Feed). A source becomes a [crawl.Page] that is a Source: it
// has links and nothing to judge.
//
// A source is written by strangers and may be made to do harm. Nothing here
// holds more than the answer itself and a bounded number of links: archives are
// unpacked as they are read and no further than sitemaps.org allows, entities
// are refused, and what is nested deeper than any feed is not read.
//
// When a source is asked for is left to crawl/strategy, which of its links may
// be followed to crawl/filter, and what they are worth to crawl/linkrank.
//
//	source.go   Read: from a Response to a Page; what is a source
//	reader.go   Reader: a crawl.Reader that knows sources and leaves pages to another
//	sitemap.go  sitemaps in XML
//	list.go     sitemaps that are plain lists of addresses
//	feed.go     feeds, through gofeed
//	limit.go    readers that end where no honest source goes on
package source
