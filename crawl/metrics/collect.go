package metrics

import (
	"maps"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
)

// standing is how the crawl stands, looked up when somebody asks.
type standing struct{ opt Options }

type gauge struct{ name, help string }

func (g gauge) desc(labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("ontocrawl_"+g.name, g.help, labels, nil)
}

// The gauges of a standing. That of databases has a label, kind; that of the
// build, version.
func (c *standing) gauges() (plain []gauge, state, build gauge) {
	return []gauge{
			{"pages", "Pages recorded in the whole crawl, earlier processes included."},
			{"relevant_pages", "Pages above phi in the whole crawl."},
			{"harvest_ratio", "Relevant pages among all, 0 to 1."},
			{"hosts", "Hosts from which pages came in the whole crawl."},
			{"queue_urls", "URLs known and not yet chosen, as of the last visit."},
			{"budget_pages", "Pages at which the crawl is finished."},
			{"pages_per_second", "Pages recorded per second over the last minute."},
			{"last_visit_timestamp_seconds", "Unix time at which something was recorded last; the begin of the process before that."},
			{"disk_free_bytes", "Space left on the disk of the run folder; absent where unknown."},
		}, gauge{"state_bytes", "Disk space of the database by kind of file: tables, value_log, memtables, other."},
		gauge{"build_info", "Always 1; the label tells the version."}
}

// Describe implements prometheus.Collector.
func (c *standing) Describe(ch chan<- *prometheus.Desc) {
	plain, state, build := c.gauges()
	for _, g := range plain {
		ch <- g.desc()
	}
	ch <- state.desc("kind")
	ch <- build.desc("version")
}

// Collect implements prometheus.Collector.
func (c *standing) Collect(ch chan<- prometheus.Metric) {
	k := c.opt.Meter.Counts()
	values := map[string]float64{
		"pages": float64(k.Pages), "relevant_pages": float64(k.Relevant), "harvest_ratio": k.HarvestRate, "hosts": float64(k.Hosts),
		"queue_urls": float64(k.Waiting), "budget_pages": float64(k.Budget), "pages_per_second": k.PagesPerSecond,
		"last_visit_timestamp_seconds": float64(k.LastVisit.UnixMilli()) / 1000,
	}
	if free, known := c.opt.free(); known {
		values["disk_free_bytes"] = float64(free)
	}
	plain, state, build := c.gauges()
	for _, g := range plain {
		if v, ok := values[g.name]; ok {
			ch <- prometheus.MustNewConstMetric(g.desc(), prometheus.GaugeValue, v)
		}
	}
	if c.opt.Sizes != nil {
		sizes := c.opt.Sizes()
		for _, kind := range slices.Sorted(maps.Keys(sizes)) {
			ch <- prometheus.MustNewConstMetric(state.desc("kind"), prometheus.GaugeValue, float64(sizes[kind]), kind)
		}
	}
	ch <- prometheus.MustNewConstMetric(build.desc("version"), prometheus.GaugeValue, 1, c.opt.Version)
}

func (o Options) free() (bytes int64, known bool) {
	if o.Free == nil {
		return -1, false
	}
	return o.Free()
}
