package discover_test

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// judged is a page of a labelled web: its words as hashed features, and its log-odds by the
// judge, moved so that its threshold is 0.
type judged struct {
	site     string
	on       bool
	odds     float64
	features []uint32
}

// TestLikeSecondOpinion measures whether examples (discover --like) should have a say in the
// judgement of sites: a logistic regression of their words against random pages, mixed into the
// judge's log-odds. The weight of the mixture is chosen on one half of the sites, from which the
// examples come, and the figures are of the other half. docs/discovery.md has them:
//
//	ONTOCRAWL_LONG=1 ONTOCRAWL_DATA=... go test ./crawl/find/discover -run LikeSecondOpinion -v
func TestLikeSecondOpinion(t *testing.T) {
	if os.Getenv("ONTOCRAWL_LONG") == "" {
		t.Skip("a measurement; ONTOCRAWL_LONG=1 makes it")
	}
	for _, names := range []string{"typhoon,rainstorm", "typhoon"} { // the second lacks half of the labels' topic
		pages := judgeWeb(t, "hosts-dev", names, "topic:storm-rain-flood", "near:*", "maybe:*")
		for half := range uint64(2) {
			var learn, hold []judged
			for _, p := range pages {
				if xxhash.Sum64String(p.site)%2 == half {
					learn = append(learn, p)
				} else {
					hold = append(hold, p)
				}
			}
			t.Logf("%s, half %d: %d pages of %d sites to learn from, %d on topic; %d of %d held out, %d on topic",
				names, half, len(learn), len(sitesOf(learn)), relevantOf(learn), len(hold), len(sitesOf(hold)), relevantOf(hold))
			for _, examples := range []int{5, 20} {
				secondOpinion(t, learn, hold, examples)
			}
		}
	}
}

// secondOpinion logs the figures of ten draws of examples.
func secondOpinion(t *testing.T, learn, hold []judged, examples int) {
	var sum [3][2]float64 // judge alone, mixed, regression alone: sites, pages
	var weights []float64
	const draws = 10
	for draw := range draws {
		r := learned(rand.New(rand.NewPCG(uint64(draw), 1)), learn, examples)
		weight := chosen(learn, r)
		weights = append(weights, weight)
		for i, mix := range [][2]float64{{1, 0}, {1, weight}, {0, 1}} {
			s, p := ranked(hold, r, mix[0], mix[1])
			sum[i][0] += s / draws
			sum[i][1] += p / draws
		}
	}
	t.Logf("%d examples: average precision of sites / precision at R of pages: judge %.3f / %.3f, mixed %.3f / %.3f, regression %.3f / %.3f; weights %.2f",
		examples, sum[0][0], sum[0][1], sum[1][0], sum[1][1], sum[2][0], sum[2][1], weights)
}

// judgeWeb reads and judges the pages of a stored web.
func judgeWeb(t *testing.T, name, names, label string, ignore ...string) (all []judged) {
	t.Helper()
	ctx := context.Background()
	top, err := topic.Resolve(ctx, topic.Spec{Names: names, Loader: topic.Loader{Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	lex, err := lexicon.New(relevance.TermsOf(top.Vector), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j, err := relevance.New(top.Vector, lex, relevance.Options{})
	if err != nil {
		t.Fatal(err)
	}
	web, err := replay.Open(goldentest.Web(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close() //nolint:errcheck // only read
pages:
	for _, url := range web.Pages() {
		labels, _ := web.Labels(url)
		on := false
		for _, l := range labels {
			on = on || l == label
			for _, pattern := range ignore {
				if match, _ := path.Match(pattern, l); match {
					continue pages
				}
			}
		}
		resp, err := web.Fetch(ctx, crawl.Request{URL: url})
		if err != nil || resp.Status != 200 {
			continue
		}
		p, err := j.Read(ctx, resp)
		if err != nil {
			continue
		}
		s := j.Score(p)
		all = append(all, judged{polite.Site(urlkey.Host(url)), on, logOdds(s.Relevance) - logOdds(j.Phi()), featuresOf(textOf(p))})
	}
	return all
}

func textOf(p *crawl.Page) string {
	text := p.Title
	for i := range p.Blocks {
		text += "\n" + p.Blocks[i].Text
	}
	return text
}

func logOdds(p float64) float64 {
	p = min(max(p, 1e-3), 1-1e-3)
	return math.Log(p / (1 - p))
}

const numFeatures = 1 << 18

// featuresOf are the words of a text and the pairs of neighbouring Chinese characters, each once.
func featuresOf(text string) (out []uint32) {
	add := func(s string) { out = append(out, uint32(xxhash.Sum64String(s)%numFeatures)) }
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		runes := []rune(w)
		if !unicode.Is(unicode.Han, runes[0]) {
			add(w)
			continue
		}
		for i := range len(runes) - 1 {
			add(string(runes[i : i+2]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// regression is a logistic regression over features that are there or not, each text scaled to
// length 1.
type regression struct {
	weights []float32
	bias    float64
}

func (r *regression) odds(features []uint32) (sum float64) {
	for _, f := range features {
		sum += float64(r.weights[f])
	}
	return sum/math.Sqrt(float64(max(len(features), 1))) + r.bias
}

// learned is a regression of a few pages on topic against 20 times as many random pages, by
// gradient descent; the classes weigh the same.
func learned(rng *rand.Rand, pages []judged, examples int) *regression {
	var good, bad []*judged
	for _, i := range rng.Perm(len(pages)) {
		switch p := &pages[i]; {
		case p.on && len(good) < examples:
			good = append(good, p)
		case len(bad) < 20*examples:
			bad = append(bad, p)
		}
	}
	r := &regression{weights: make([]float32, numFeatures)}
	const steps, rate, decay = 60, .5, 1e-4
	for range steps {
		for _, class := range [][]*judged{good, bad} {
			for _, p := range class {
				want, share := 0., float64(len(good))/float64(max(len(bad), 1))
				if &class[0] == &good[0] {
					want, share = 1, 1
				}
				step := rate * share * (want - 1/(1+math.Exp(-r.odds(p.features))))
				r.bias += step
				scale := 1 / math.Sqrt(float64(max(len(p.features), 1)))
				for _, f := range p.features {
					r.weights[f] += float32(step*scale - decay*float64(r.weights[f]))
				}
			}
		}
	}
	return r
}

// chosen is the weight of the regression that ranks the sites of pages best; of equal ones the
// smallest.
func chosen(pages []judged, r *regression) (best float64) {
	most := -1.
	for _, w := range []float64{0, .1, .25, .5, 1, 2} {
		if s, p := ranked(pages, r, 1, w); s+p > most+1e-9 {
			best, most = w, s+p
		}
	}
	return best
}

// ranked is the average precision of the sites, by the best five pages of each, and the
// precision of the pages at the number of those on topic.
func ranked(pages []judged, r *regression, judge, other float64) (sites, precision float64) {
	type scored struct {
		chance float64
		on     bool
	}
	of := map[string][]scored{}
	var all []scored
	for i := range pages {
		p := &pages[i]
		x := 0.
		if other > 0 {
			x = other * r.odds(p.features)
		}
		s := scored{1 / (1 + math.Exp(-(judge*p.odds + x))), p.on}
		all, of[p.site] = append(all, s), append(of[p.site], s)
	}
	byChance := func(a, b scored) int { return cmp.Compare(b.chance, a.chance) }
	var list []scored
	for _, name := range sitesOf(pages) {
		s := of[name]
		slices.SortStableFunc(s, byChance)
		miss, on := 0., false
		for i, p := range s {
			if i < 5 {
				miss += math.Log1p(-min(p.chance, 1-1e-12))
			}
			on = on || p.on
		}
		list = append(list, scored{-miss, on})
	}
	slices.SortStableFunc(list, byChance)
	hits := 0
	for i, s := range list {
		if s.on {
			hits++
			sites += float64(hits) / float64(i+1)
		}
	}
	sites /= float64(max(hits, 1))
	slices.SortStableFunc(all, byChance)
	n := relevantOf(pages)
	for _, s := range all[:n] {
		if s.on {
			precision += 1 / float64(max(n, 1))
		}
	}
	return sites, precision
}

func sitesOf(pages []judged) (names []string) {
	for _, p := range pages {
		names = append(names, p.site)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func relevantOf(pages []judged) (n int) {
	for _, p := range pages {
		if p.on {
			n++
		}
	}
	return n
}
