package textrule

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// remembered is how long a figure is the ground on which others rise.
const remembered = 7 * 24 * time.Hour

// Answer holds what rules find in a page. The figures that were told before come in by Settle.
type Answer struct {
	candidates []candidate
	told       map[string]float64 // the highest value by key, of facts that rules compare
}

// candidate is a rule that holds, if one of its facts has risen.
type candidate struct {
	rule, sentence string
	rises          float64
	facts          []fact
}

func (a *Answer) note(x *fact) {
	if a.told == nil {
		a.told = map[string]float64{}
	}
	a.told[x.key] = max(a.told[x.key], x.value)
}

// Settle returns the rules that hold, and the heights that the page brings. known returns the height of a key before the page; the
// zero Height if there is none. A figure rises over the highest that was told in the time remembered: who corrects a figure and
// then raises it again, and who tells it late, tells nothing new.
func (a *Answer) Settle(now time.Time, known func(key string) (monitor.Height, error)) (holds []monitor.Holds, heights map[string]monitor.Height, err error) {
	before := map[string]monitor.Height{}
	heights = map[string]monitor.Height{}
	for key, value := range a.told {
		was, err := known(key)
		if err != nil {
			return nil, nil, err
		}
		if now.Sub(was.At) > remembered {
			was = monitor.Height{}
		}
		if before[key] = was; value >= was.Value {
			heights[key] = monitor.Height{Value: value, At: now}
		}
	}
	for i := range a.candidates {
		c := &a.candidates[i]
		if sentence, ok := c.holds(before); ok {
			holds = append(holds, monitor.Holds{Rule: c.rule, Sentence: sentence})
		}
	}
	return holds, heights, nil
}

func (c *candidate) holds(before map[string]monitor.Height) (sentence string, ok bool) {
	if len(c.facts) == 0 {
		return c.sentence, true
	}
	for i := range c.facts {
		x := &c.facts[i]
		if c.rises == 0 {
			return clip(x.sentence), true
		}
		if was := before[x.key]; was.Value > 0 && x.value >= was.Value*(1+c.rises) {
			return clip(x.sentence), true
		}
	}
	return "", false
}
