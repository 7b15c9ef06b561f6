// Package report writes results as one HTML file. The file needs no network and no
// other file, and can be printed on A4 and read on a phone. That of a crawl holds all
// languages, and a script that sorts and filters its tables; without it they have their
// first rows.
//
//	compare.go    Comparison: strategies on a stored web (lab/eval)
//	results.go    Results: an evaluation as data and as text
//	evalquestions.go  what questions to engines brought in it
//	crawled.go    Crawl: one crawl, from its run directory (crawl/keep/rundir)
//	tally.go      what is counted over its pages
//	finds.go      the relevant pages, as rows of a table, bounded
//	starts.go     at which seeds, search sources and feeds their paths begin
//	questions.go  which questions to search sources found them
//	hosts.go      their hosts; failures by kind
//	data.go       all rows, packed for templates/report.js
//	say.go        texts in all languages
//	models.go     what the judge of a crawl learned
//	plot.go       line plots with bands, as SVG; round numbers for axes
//	intervals.go  means with intervals, as SVG
//	page.go       the shared templates and style, and the policy
//
// Titles, URLs and settings come from outside: control characters are made
// visible, and html/template escapes the rest. The rows for the script are letters of base64
// in the file, and become text of nodes in the browser. A Content-Security-Policy allows the
// file's own style and script by their digests, and nothing else.
package report
