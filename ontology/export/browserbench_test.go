package export_test

import (
	"math"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/export"
)

// BenchmarkFirstPicture opens a page from disk: how long it takes until the
// script has drawn the picture, which is shown with the next frame.
func BenchmarkFirstPicture(b *testing.B) {
	for _, bench := range []struct {
		name string
		page func(testing.TB) export.Page
	}{
		{"typhoon", func(tb testing.TB) export.Page { return embedded(tb, "typhoon") }},
		{"ENVO", envo},
	} {
		b.Run(bench.name, func(b *testing.B) {
			page := newBrowser(b, 1440, 900)
			file := pageFile(b, bench.page(b))
			var drawn []float64
			for b.Loop() {
				page.open(file)
				var ms float64
				page.js(`return performance.getEntriesByName("first-picture")[0].startTime`, &ms)
				drawn = append(drawn, ms)
			}
			b.ReportMetric(quantile(drawn, 0.5), "ms-to-picture")
			b.ReportMetric(quantile(drawn, 1), "ms-at-worst")
		})
	}
}

// BenchmarkDrag drags the whole of ENVO, all of it unfolded; a part of it; and
// one concept with thousands below it.
func BenchmarkDrag(b *testing.B) {
	page := newBrowser(b, 1440, 900)
	page.open(pageFile(b, envo(b)))
	page.click("#more")
	b.Run("whole", func(b *testing.B) { drag(b, page, page.nowhere()) })
	b.Run("concept", func(b *testing.B) {
		d := page.must("material entity")
		drag(b, page, [2]float64{math.Round(d.X), math.Round(d.Y)})
		page.click("#back")
	})
	for range 20 {
		page.click("#zoomIn")
	}
	b.Run("part", func(b *testing.B) { drag(b, page, page.nowhere()) })
}

// drag drags from a place in circles, a step a frame, and reports the frames.
func drag(b *testing.B, page *browser, from [2]float64) {
	page = &browser{tb: b, session: page.session}
	points := [][2]float64{from}
	for i := range 60 {
		points = append(points, [2]float64{from[0] + 60*math.Sin(float64(i)/6), from[1] + 60*math.Sin(float64(i)/9)})
	}
	points = append(points, from)
	var gaps, costs []float64
	for b.Loop() {
		page.js(`window.frames = []; window.costs = [];
			const step = now => { frames.push(now); costs.push(ontologyView.state().cost); window.frame = requestAnimationFrame(step); };
			requestAnimationFrame(step)`, nil)
		page.mouse(points...)
		var some []float64
		page.js(`cancelAnimationFrame(frame); return frames.slice(1).map((t, i) => t - frames[i])`, &some)
		gaps = append(gaps, some...)
		page.js(`return costs`, &some)
		costs = append(costs, some...)
	}
	b.ReportMetric(quantile(costs, 0.5), "ms-to-draw")
	b.ReportMetric(quantile(gaps, 0.5), "ms-between-frames")
	b.ReportMetric(quantile(gaps, 0.95), "ms-95%")
	b.ReportMetric(quantile(gaps, 1), "ms-at-worst")
}

// quantile returns a quantile of v, which it sorts; 0 of nothing.
func quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[int(q*float64(len(v)-1))]
}
