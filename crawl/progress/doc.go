// Package progress tells how a crawl goes, to those who look at it while it runs
// and after it died: counts, speed, what waits, whether it is stuck.
//
//	meter.go    Meter: counts visits, measures speed
//	status.go   Status, and Publisher: the file status.json of a run folder
//	read.go     Read: that file, and whether its crawl lives
//	lock_*.go   how a crawl shows that it lives
//	health.go   Health: is it stuck, is the disk low?
//
// A run's database belongs to the process that crawls, so nobody else can look
// into it. What the crawl tells of itself stands in a small file, replaced every
// second, and a lock on the folder shows that it lives; a reader takes nothing
// that the crawl needs. What a crawl found is crawl/rundir's to tell, numbers for
// a time series are crawl/metrics'.
package progress
