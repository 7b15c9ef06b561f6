package main

import (
	"fmt"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
)

// notices are what a person has to see to of receivers that cannot be told, and of
// sources of alerts that cannot be read.
func (d *daemon) notices() (out []api.Notice) {
	for _, s := range d.worker.Stats() {
		if s.LastError != "" {
			out = append(out, api.Notice{At: s.LastFail, Text: fmt.Sprintf("%s cannot be told: %s; tried again at %s", s.Receiver, s.LastError, s.Until.Format(time.RFC3339))})
		}
	}
	watcher, ok := d.looks.(interface{ SourceError(*monitor.Job) error })
	if !ok {
		return out
	}
	for _, s := range d.daemon.State().Jobs {
		if err := watcher.SourceError(s.Job); err != nil {
			out = append(out, api.Notice{At: d.clock.Now(), Job: s.Job.Name, Text: err.Error()})
		}
	}
	return out
}
