// Package source reads sitemaps (sitemaps.org: XML, gzipped or not, indexes,
// plain lists) and feeds (RSS, Atom, JSON Feed). A source becomes a
// [crawl.Page] that is a Source: it has links and no text to judge.
//
// Sources may be hostile. Nothing here holds more than the answer itself and a
// bounded number of links: archives are unpacked as they are read and no
// further than sitemaps.org allows, entities are refused, and elements nested
// deeper than in any feed are not read.
//
// Package crawl/choose/strategy decides when a source is fetched, crawl/choose/filter which
// of its links may be followed, crawl/choose/internal/linkrank scores them.
//
//	source.go   Read: from a Response to a Page; what is a source
//	reader.go   Reader: a crawl.Reader for sources, and for pages by another reader; plain lists; limits
//	sitemap.go  sitemaps in XML
//	mend.go     what is left out of a damaged source, so that the rest can be read
//	feed.go     feeds, through gofeed
//	dated.go    when an entry was published
//	opensearch.go  descriptions of a site's own search
package source
