// Package report writes results as one HTML file. The file needs no network, no
// script and no other file, and can be printed on A4 and read on a phone.
//
//	compare.go    Comparison: strategies on a stored web (crawl/eval)
//	results.go    Results: an evaluation as data and as text
//	crawled.go    Crawl: one crawl, from its run directory (crawl/rundir)
//	tally.go      what is counted over its pages
//	questions.go  which questions to search sources found them
//	models.go     what the judge of a crawl learned
//	plot.go       line plots with bands, as SVG; round numbers for axes
//	intervals.go  means with intervals, as SVG
//	page.go       the shared templates and style
//
// Titles, URLs and settings come from outside: control characters are made
// visible, and html/template escapes the rest.
package report
