// Package dateline finds the publication date of a page in the page itself:
// meta elements, JSON-LD, microdata, time elements, a line of text near its
// headline (published 25 July 2026, 发布时间：2026年7月25日08时), its address.
//
//	dateline.go Of: candidates, and which of them is believed; Reader
//	markup.go   candidates in markup
//	jsonld.go   candidates in JSON-LD
//	lines.go    candidates in lines of text, and in the address
//	sentence.go whether a line tells of something, so that its date is the day of an event
//	named.go    candidates in elements whose names say so: microformats, themes
//	parse.go    dates in all forms that occur
//	month.go    names of months
//	zone.go     time zones by name, by host, by language
//
// Nothing here is certain: sites may write anything. The order of belief was
// measured on 8,978 real pages, of which 2,396 declare a date that the other
// candidates could be compared with (TestWebs, docs/benchmarks.md).
//
// Dates that feeds give for pages are not part of the pages; readers of feeds
// use them.
package dateline
