// Package metrics gives the numbers of a running crawl to Prometheus, and answers
// whether it is well.
//
//	metrics.go  Set: what is counted as it happens
//	fetcher.go  a Fetcher, counted
//	collect.go  what is looked up when somebody asks
//	server.go   Serve: /metrics, /healthz, /debug/pprof/
//
// A Set stands beside a crawl and changes nothing in it: it observes visits, and
// wraps the Fetcher and the Filter. Labels take few values, whatever servers
// send. docs/operations.md lists the metrics; a test holds the list to what is
// served. Counters begin at zero with each process, as Prometheus expects; gauges
// such as ontocrawl_pages are of the whole crawl.
package metrics
