// Package progress reports the progress of a crawl, while it runs and after it died:
// counts, speed, waiting links, and whether it is stuck.
//
//	meter.go    Meter: counts visits, measures speed
//	status.go   Status, and Publisher: the file status.json of a run folder
//	read.go     Read: that file, and whether its crawl is alive
//	report.go   Report: the status of a run folder, as data and as text
//	summary.go  how a crawl ended, and its best pages, as text
//	cost.go     what a crawl has cost, as text
//	screen.go   Screen: a line on a terminal, or log lines now and then
//	lock_*.go   the lock that shows that a crawl is alive
//	health.go   Health: is it stuck, is the disk low?
//
// Only the crawling process can open the run's database. So it replaces a small file
// every second, and holds a lock on the folder while it is alive. A reader never
// hinders the crawl.
package progress
