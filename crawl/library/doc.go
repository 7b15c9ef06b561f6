// Package library is a full-text index of captured pages on disk: pairs of characters for
// Chinese, stems for English.
//
//	library.go   Library: opened, built, closed
//	captured.go  the captured pages of run folders
//	query.go     searching it, and the text around a match
//
// crawl/monitor/serve shows it to people, crawl/search/archive asks it for pages.
package library
