// Package textrule evaluates what alert rules ask of the text of a page: words, figures and how they rise, places, the kind of
// the page. It also picks the sentence that stands for a page. What comes in is a page that was read and judged; nothing is
// fetched or kept. A find is evaluated once, where its text is; a rule that is tried is evaluated in the same way.
//
//	words.go   ParseWords; phrases in a text
//	figure.go  ParseFigure; figures that a page tells as facts
//	place.go   places inside places
//	rules.go   Rules: what the rules of a job find in a page
//	rise.go    Answer: which rules hold, beside the figures told before
//	excerpt.go the sentence that stands for a page
package textrule
