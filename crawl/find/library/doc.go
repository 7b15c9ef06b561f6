// Package library is a full-text index of captured pages on disk: pairs of characters for
// Chinese, stems for English. Chinese questions are cut into words, and pages that hold the
// characters but not the words are left out.
//
//	library.go   Library: opened, built, closed
//	captured.go  the captured pages of run folders
//	keep.go      Keep: the index is made by itself, and kept up to date
//	query.go     searching it, and the text around a match
//	words.go     what a person typed, cut into words
//
// crawl/watch/serve shows it to people, crawl/find/search/kinds asks it for pages.
package library
