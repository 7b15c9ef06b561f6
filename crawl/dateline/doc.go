// Package dateline finds out when a page was published, by what the page says of
// itself: meta elements, JSON-LD, microdata, time elements, a line of text near its
// headline (published 25 July 2026, 发布时间：2026年7月25日08时), its address.
//
//	reader.go  Reader: a crawl.Reader that dates the pages another reads
//	dateline.go Of: candidates, and which of them is believed
//	markup.go  candidates in markup
//	jsonld.go  those in JSON-LD
//	lines.go   those in lines of text, and in the address
//	parse.go   a date in any of the forms that occur
//	forms.go   the forms, as regular expressions
//	zone.go    zones by name, by host, by language
//
// Nothing here is certain: a site may say what it likes. The order of belief was
// measured on 8,978 real pages, of which 2,396 declare a date by which the other
// sources could be judged (TestWebs, docs/benchmarks.md).
//
// What a feed says of its pages is no part of them and is left to those who read
// feeds.
package dateline
