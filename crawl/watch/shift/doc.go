// Package shift makes the report for the person who comes on duty: what the pages of a job told since a time, and the figures
// before.
//
// A report is extractive: each fact in it stands beside the sentence of the page that says so. It is made of the kept
// event graph of a job (crawl/tell/eventgraph) and of its stories, and has bounds: what is left out is counted.
// "New" means seen first in the span, not dated in it, so that reports of spans that follow each other
// lose nothing and repeat nothing, whenever a page is fetched.
//
//	report.go   Report: the data
//	make.go     Maker: the span, the pages and the silent sources of a job
//	facts.go    what the cards of events have: new, changed, forecast, contradicted
//	parts.go    a report in the words of a language
//	words.go    words for kinds, events and units
//	write.go    text, Markdown, HTML, mail
package shift
