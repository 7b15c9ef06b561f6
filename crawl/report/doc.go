// Package report writes what was found as one HTML file, which needs no
// network, no script and no other file, prints on A4 and reads on a telephone.
//
//	compare.go  Comparison: strategies on a stored web (crawl/eval)
//	crawled.go  Crawl: one crawl, from its run folder (crawl/rundir)
//	plot.go     line plots with bands, as SVG
//	dots.go     means with intervals, as SVG
//	axis.go     round numbers for axes
//	page.go     the templates and the style they share
//
// Titles, addresses and settings come from outside: html/template escapes
// them, and control characters are made visible before.
package report
