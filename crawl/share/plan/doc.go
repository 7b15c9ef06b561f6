// Package plan estimates what a crawl on several machines needs: machines, memory, disk, messages
// and time, of how many URLs it will know and how many pages it fetches.
//
//	plan.go      Crawl, Of, Need: the arithmetic
//	figure.go    Figure: a number as a person reads it
//	measured.go  Measured: what each URL, page, site, machine and part takes, and where that was measured
//
// It crawls nothing, and nothing in it is measured on the machine that it runs on. What was not
// measured at the size that is asked for is said in Need.Notes.
package plan
