package display

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
)

// RunDivided runs the crawl of d and shows it as one: its parts count together, and
// status.json is in the folder above theirs. So are their metrics.
func RunDivided(ctx context.Context, d *session.Divided, opt Options) (session.Result, error) {
	if d.Parts[0].Refreshing() { // as in Run
		opt.Budget.Pages, opt.Budget.Requests = 0, 0
	}
	w := &display{opt: &opt, meter: progress.NewMeter(progress.Options{Budget: opt.Budget.Pages, Requests: opt.Budget.Requests, Time: opt.Budget.Time, Waiting: d.Waiting})}
	res, err := w.runDivided(ctx, d)
	w.end(res.Result, err)
	return res, err
}

func (w *display) runDivided(ctx context.Context, d *session.Divided) (res session.Result, err error) {
	log := w.opt.Logger
	if w.status, err = progress.Publish(w.opt.Dir, w.opt.Status, w.meter, log); err != nil {
		log.Warn("status.json cannot be written; ontocrawl status will tell old news", "err", err)
	}
	for _, s := range d.Parts {
		if err := s.Store.Visits(func(v *crawl.Visit) error { w.meter.Count(v); return nil }); err != nil {
			return res, err
		}
	}
	w.set(func(s *progress.Status) { s.State = progress.Crawling })
	w.opt.Screen.Start(w.meter, log)
	if err := w.serve(); err != nil {
		return res, err
	}
	for _, s := range d.Parts {
		w.watch(s.Engine)
	}
	return d.Run(ctx)
}
