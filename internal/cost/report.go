package cost

import (
	"math"
	"runtime"
	"runtime/metrics"
	"time"
)

// Report holds the cost of a crawl. Without clocks of threads Processor and Stages are not known.
type Report struct {
	Answers     int       `json:"answers"` // that were read as pages; all counts from where the Meter began
	Seconds     float64   `json:"seconds"`
	Rate        float64   `json:"pages_per_second"`
	Processor   float64   `json:"processor_us_per_page,omitempty"`
	Stages      []Portion `json:"stages,omitempty"`
	Collections int       `json:"collections"` // of garbage
	Bytes       float64   `json:"bytes_per_page,omitempty"`
}

// Portion is the share of a stage.
type Portion struct {
	Stage     string  `json:"stage"`
	Processor float64 `json:"processor_us_per_page"`
}

// The portions of a report that are no stage.
const (
	Garbage = "collect garbage"
	Rest    = "fetch and the rest"
)

// Report says what was spent until now. folder is the size of what was kept, in bytes, of so many
// pages; 0 if it is not known.
func (m *Meter) Report(folder int64, kept int) Report {
	_, pages := m.Spent(Read)
	wall, gc := time.Since(m.began), collected()
	r := Report{Answers: pages, Seconds: rounded(wall.Seconds()), Rate: rounded(float64(pages) / wall.Seconds()), Collections: int(gc.number - m.gc.number)}
	if kept > 0 {
		r.Bytes = rounded(float64(folder) / float64(kept))
	}
	if pages == 0 || !known {
		return r
	}
	each := func(d time.Duration) float64 { return rounded(float64(d.Nanoseconds()) / 1e3 / float64(pages)) }
	all := process() - m.start
	rest := all
	m.Each(func(s Stage, spent time.Duration) {
		rest -= spent
		r.Stages = append(r.Stages, Portion{s.String(), each(spent)})
	})
	garbage := min(gc.spent-m.gc.spent, max(rest, 0))
	r.Processor = each(all)
	r.Stages = append(r.Stages, Portion{Garbage, each(garbage)}, Portion{Rest, each(max(rest-garbage, 0))})
	return r
}

// rounded is x with a digit after the point.
func rounded(x float64) float64 { return math.Round(10*x) / 10 }

// collections counts those of garbage since the process began.
type collections struct {
	number uint32
	spent  time.Duration // by threads of the collector
}

func collected() collections {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s := []metrics.Sample{{Name: "/cpu/classes/gc/mark/dedicated:cpu-seconds"}}
	metrics.Read(s)
	c := collections{number: m.NumGC}
	if s[0].Value.Kind() == metrics.KindFloat64 {
		c.spent = time.Duration(s[0].Value.Float64() * float64(time.Second))
	}
	return c
}
