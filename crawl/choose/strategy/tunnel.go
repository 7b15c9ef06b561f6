package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// tunnel is the collector of a thesis on topic-based collecting (Li Shengtao
// 2002): best first, but only links from a threshold on are followed; a link
// below it survives with a probability a little above the tunnel rate, the
// share of such links that led to a relevant page so far. The threshold moves:
// down while many of the pages fetched are relevant, up while few are.
//
// The thesis gives the rules and no numbers; the constants are ours. A link that
// does not survive is not lost, because a crawl may have budget left when nothing
// better waits: it comes after everything else. Whether a link survives is drawn
// once, from the seed and its URL, and compared with the rate as it moves.
type tunnel struct {
	ranked
	p Params
	tunnelState
}

type tunnelState struct {
	threshold float64
	precision float64 // running mean of verdicts
	tried     int     // pages fetched by links below the threshold
	hits      int     // relevant ones of them
}

const (
	firstThreshold            = .5 // the thesis' c
	leastThreshold            = .1
	mostThreshold             = .9
	thresholdStep             = .01
	lowPrecision              = .4
	highPrecision             = .6
	precisionMemory           = .05 // weight of the last page in the running precision
	rateMargin                = .05 // by which survival exceeds the rate
	priorHits, priorTries int = 1, 10
)

var _ crawl.Strategy = (*tunnel)(nil)

// newTunnelBy returns a Tunnel by a ranker whose scores are within 0..1, the scale
// of the threshold. It owns r.
func newTunnelBy(p Params, r linkrank.Ranker) (*tunnel, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	t := &tunnel{ranked: newRanked(p, r), p: p.withDefaults()}
	t.pick, t.choose, t.order = t.best, t.take, t.survives
	t.declareRanked(t, nil)
	t.keep("tunnel", 1, t)
	t.reset()
	return t, nil
}

func (t *tunnel) reset() {
	t.ranked.reset()
	t.tunnelState = tunnelState{threshold: firstThreshold, precision: (lowPrecision + highPrecision) / 2}
}

// survives puts a link that does not survive behind all others.
func (t *tunnel) survives(id int32, score float64) float64 {
	if score >= t.threshold || t.luck(id) < t.rate()+rateMargin {
		return score
	}
	return score - heldBack
}

// luck is a number of [0,1) that belongs to the seed and a URL.
func (t *tunnel) luck(id int32) float64 {
	h := linkrank.Mix(attribute("tunnel", t.f.URL(id)) ^ t.p.Seed*0x9e3779b97f4a7c15) // FNV alone leaves the high bits alike
	return float64(h>>11) / (1 << 53)
}

// rate is the estimated tunnel rate.
func (t *tunnel) rate() float64 {
	return float64(t.hits+priorHits) / float64(t.tried+priorTries)
}

// take makes the choice; its priority is the score without the loss of survives.
func (t *tunnel) take(id int32) crawl.Choice {
	c := frontier.Choose(t.f, id)
	if c.Priority < -heldBack/2 {
		c.Priority += heldBack
	}
	return c
}

// Observe implements [crawl.Strategy].
func (t *tunnel) Observe(v *crawl.Visit) {
	if v.Adds() {
		t.judge(v)
	}
	t.learn(v, nil)
}

// judge moves rate, precision and threshold.
func (t *tunnel) judge(v *crawl.Visit) {
	verdict := 0.0
	if v.Score.Relevant {
		verdict = 1
	}
	if v.Choice.Depth > 0 && v.Choice.Priority < t.threshold {
		t.tried++
		t.hits += int(verdict)
	}
	t.precision += precisionMemory * (verdict - t.precision)
	switch {
	case t.precision > highPrecision:
		t.threshold = max(leastThreshold, t.threshold-thresholdStep)
	case t.precision < lowPrecision:
		t.threshold = min(mostThreshold, t.threshold+thresholdStep)
	}
}

func (t *tunnel) save(w *binenc.Writer) {
	w.Float(t.threshold)
	w.Float(t.precision)
	w.Uint(uint64(t.tried))
	w.Uint(uint64(t.hits))
	t.ranked.save(w)
}

func (t *tunnel) load(r *binenc.Reader) {
	t.threshold, t.precision = r.Float(), r.Float()
	t.tried, t.hits = readCount(r, maxCount40), readCount(r, maxCount40)
	if !(t.threshold >= leastThreshold && t.threshold <= mostThreshold && t.precision >= 0 && t.precision <= 1 && t.hits <= t.tried) {
		r.Fail("threshold %v, precision %v, %d of %d", t.threshold, t.precision, t.hits, t.tried)
	}
	t.ranked.load(r)
}
