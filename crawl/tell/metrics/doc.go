// Package metrics serves the metrics of a crawl or a daemon to Prometheus, and its
// health.
//
//	metrics.go  Set: what a crawl counts as it happens
//	fetcher.go  a Fetcher, counted
//	collect.go  metrics that are computed when Prometheus asks
//	cluster.go  Cluster: the metrics of a node of a cluster
//	daemon.go   Daemon: the metrics of a daemon
//	server.go   Serve: /metrics, /healthz, /debug/pprof/
//	ask.go      Ask: asks /healthz
//
// A Set changes nothing in a crawl: it observes visits, and wraps the Fetcher and
// the Filter. Labels take few values, whatever servers send. docs/operations.md
// lists the metrics; a test compares the list with what is served. Counters begin
// at zero with each process, as Prometheus expects; gauges such as ontocrawl_pages
// are of the whole crawl.
package metrics
