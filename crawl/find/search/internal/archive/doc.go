// Package archive asks the pages that earlier runs have captured: which have these words,
// which are like this page. It makes an index of its own of them (crawl/find/library), which
// is made anew when a run has more.
//
//	archive.go  the source: its folders, its index, its answers
package archive
