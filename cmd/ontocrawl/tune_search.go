package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
)

// candidate is a set of values for some settings.
type candidate map[string]any

// apply sets them.
func (v candidate) apply(c *config.Config) {
	for name, x := range v {
		switch name {
		case "phi":
			c.Phi = x.(float64)
		case "tag-weights":
			c.TagWeights = x.(string)
		case "mu1":
			c.Mu1 = x.(float64)
		case "mu2":
			c.Mu2 = x.(float64)
		case "mu3":
			c.Mu3 = x.(float64)
		case "eta":
			c.Eta = x.(float64)
		case "tries":
			c.Tries = x.(int)
		case "tenure":
			c.Tenure = x.(int)
		case "balance":
			c.Balance = x.(float64)
		}
	}
}

// tunePart is a group of settings that are chosen together, by one measure.
type tunePart struct {
	Name     string
	Measure  string // "F1" or "area_ratio"
	Strategy string // that crawls; "" where stored pages are judged
	Settings []string
	draw     func(*rand.Rand) candidate
}

// tuneParts are what can be tuned. Ranges are wide enough that their ends are
// clearly wrong, so that the search and not the range says what is best.
func tuneParts() []tunePart {
	return []tunePart{
		{"judge", "F1", "", []string{"phi", "tag-weights"}, drawTagWeights},
		{"priority", "area_ratio", "best-first", []string{"mu1", "mu2", "mu3"}, drawMu},
		{"on-its", "area_ratio", "on-its", []string{"eta"}, func(rng *rand.Rand) candidate {
			return candidate{"eta": rounded(rng.Float64(), 100)}
		}},
		{"tabu", "area_ratio", "tabu", []string{"tries", "tenure", "balance"}, func(rng *rand.Rand) candidate {
			return candidate{"tries": 1 + rng.IntN(20), "tenure": 1 + rng.IntN(50), "balance": rounded(.6*rng.Float64(), 100)}
		}},
	}
}

func rounded(x, steps float64) float64 { return math.Round(x*steps) / steps }

// tagRange is how many times as much as in the body a word may weigh elsewhere.
const tagRange = 10

// drawTagWeights draws weights of tag groups, even on the scale of ratios: words
// of the body weigh .3 as they do now, others up to tagRange times as much.
func drawTagWeights(rng *rand.Rand) candidate {
	body := relevance.GroupWeights[crawl.GroupBody]
	var w []string
	for range crawl.GroupBody {
		w = append(w, number(rounded(body*math.Pow(tagRange, rng.Float64()), 100)))
	}
	return candidate{"tag-weights": strings.Join(append(w, number(body)), ",")}
}

// drawMu draws three weights that add up to 1, evenly over all there are: the
// gaps between two cuts of the unit (Devroye, Non-Uniform Random Variate
// Generation, 1986, V.2.1).
func drawMu(rng *rand.Rand) candidate {
	a, b := rng.IntN(101), rng.IntN(101)
	lo, hi := min(a, b), max(a, b)
	return candidate{"mu1": hundredths(lo), "mu2": hundredths(hi - lo), "mu3": hundredths(100 - hi)}
}

func hundredths(n int) float64 { return float64(n) / 100 }

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// tunePartsNamed are those of --parts.
func tunePartsNamed(list string) (out []tunePart, err error) {
	var known []string
	for _, p := range tuneParts() {
		known = append(known, p.Name)
	}
	chosen := map[string]bool{}
	for _, name := range splitList(list) {
		chosen[name] = true
		ok := false
		for _, k := range known {
			ok = ok || k == name
		}
		if !ok {
			return nil, cli.Usagef("--parts: there is no part %q; the nearest is %s (all: %s)", name, term.Nearest(name, known, 1)[0], strings.Join(known, ", "))
		}
	}
	for _, p := range tuneParts() {
		if chosen[p.Name] {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil, cli.Usagef("--parts names none; there are %s", strings.Join(known, ", "))
	}
	return out, nil
}

// candidates are the values in force, as candidate 0, and n that were drawn.
func (p *tunePart) candidates(c *config.Config, n int, seed uint64) []candidate {
	all := []candidate{p.inForce(c)}
	rng := rand.New(rand.NewPCG(seed, 0x74756e65))
	for range n {
		all = append(all, p.draw(rng))
	}
	return all
}

// inForce are the values that the settings have.
func (p *tunePart) inForce(c *config.Config) candidate {
	values, v := c.Values(), candidate{}
	for _, name := range p.Settings {
		v[name] = values[name]
	}
	return v
}

// text is how values are shown and written: as YAML has them.
func (v candidate) text(name string) string {
	if s, ok := v[name].(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(v[name])
}
