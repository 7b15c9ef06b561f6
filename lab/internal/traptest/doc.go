// Package traptest is a web of crawler traps for tests: sites that make pages on the topic
// of typhoons without end, each linked from a healthy site on the same topic. Everything
// follows from the URL, so the same URL has the same page in every test.
//
//	web.go      Web: the healthy site, and the fetcher
//	first.go    the traps that the trap guard was tuned on
//	second.go   the traps that were written when its rules and numbers stood
//	third.go    the traps that nothing was tuned on
//	fourth.go   the traps that look like a series
//	series.go   series of true pages that look like a trap
//	words.go    sentences and invented names
package traptest
