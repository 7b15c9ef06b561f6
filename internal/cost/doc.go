// Package cost measures what a crawl costs: the processor time of the stages of a page,
// and of the process.
//
//	meter.go         Meter, Span: processor time by stage
//	report.go        Report: what a crawl has cost, a page
//	clock_linux.go   the clocks of threads and of the process
//	clock_other.go   where there are none
//
// A stage is measured by the clock of the thread that runs it, so what waits, for a
// lock, a disk or another goroutine, costs nothing. What is not in a stage, such as
// connections, is the rest of the processor time of the process.
package cost
