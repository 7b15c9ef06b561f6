package metrics

import (
	"maps"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// lookup is a metric that is computed when Prometheus asks.
type lookup struct {
	name, help string
	kind       prometheus.ValueType
	labels     []string
}

func gauge(name, help string, labels ...string) lookup {
	return lookup{"ontocrawl_" + name, help, prometheus.GaugeValue, labels}
}

func counter(name, help string, labels ...string) lookup {
	return lookup{"ontocrawl_" + name, help, prometheus.CounterValue, labels}
}

// collector computes metrics and passes each to emit.
type collector func(emit func(m lookup, value float64, labels ...string))

// Describe implements prometheus.Collector. Without descriptions Prometheus checks
// each collection instead.
func (c collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c collector) Collect(ch chan<- prometheus.Metric) {
	c(func(m lookup, value float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(prometheus.NewDesc(m.name, m.help, m.labels, nil), m.kind, value, labels...)
	})
}

// collect computes the state of a crawl.
func (o Options) collect(emit func(m lookup, value float64, labels ...string)) {
	k := o.Meter.Counts()
	emit(gauge("pages", "Pages recorded in the whole crawl, earlier processes included."), float64(k.Pages))
	emit(gauge("relevant_pages", "Pages that are there, relevant by their last verdict, no copy of another, and no list or stub."), float64(k.Relevant))
	emit(gauge("list_pages", "Lists that are there and lead to relevant pages."), float64(k.Lists))
	emit(gauge("harvest_ratio", "Relevant pages among all, 0 to 1."), k.HarvestRate)
	emit(gauge("hosts", "Hosts from which pages came in the whole crawl."), float64(k.Hosts))
	emit(gauge("queue_urls", "URLs known and not yet chosen, as of the last visit."), float64(k.Waiting))
	emit(gauge("budget_pages", "Pages at which the crawl is finished."), float64(k.Budget))
	emit(gauge("pages_per_second", "Pages recorded per second over the last minute."), k.PagesPerSecond)
	emit(gauge("last_visit_timestamp_seconds", "Unix time of the last recorded visit; the start of the process before the first."), float64(k.LastVisit.UnixMilli())/1000)
	if free, known := o.free(); known {
		emit(gauge("disk_free_bytes", "Free space on the disk of the run folder; absent if unknown."), float64(free))
	}
	if o.Sizes != nil {
		sizes := o.Sizes()
		for _, kind := range slices.Sorted(maps.Keys(sizes)) {
			emit(gauge("state_bytes", "Disk space of the database by kind of file: tables, value_log, memtables, other.", "kind"), float64(sizes[kind]), kind)
		}
	}
	if o.Cost != nil {
		o.Cost.Each(func(s cost.Stage, spent time.Duration) {
			emit(counter("stage_processor_seconds_total", "Processor time of the stages of a page: read, pack, judge, choose, keep, judge again.", "stage"), spent.Seconds(), s.String())
		})
	}
	emit(gauge("build_info", "Always 1; the label is the version.", "version"), 1, o.Version)
}

func (o Options) free() (bytes int64, known bool) {
	if o.Free == nil {
		return -1, false
	}
	return o.Free()
}
