package strategy

import (
	"math"
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Annealing is simulated annealing over the frontier (the SA of Liu, Li and Jiang
// 2019). A link drawn at random is proposed. It is accepted if its score is larger than
// the score of the link accepted before, and else with probability exp(d/T), where d is
// the difference (Metropolis et al. 1953). The temperature T falls from
// Params.Temperature to a hundredth of it while the budget is spent. After 200 refusals
// in a row the last proposal is accepted.
//
// The rule of acceptance and the schedule are not in our copies of the paper; these
// are the usual ones. A single random link of a large frontier is nearly always a
// poor one, so the best of Params.Proposals draws is proposed; 1 is the plain rule.
// With memory of hosts, of links with equal scores the one is proposed whose host
// brought the more relevant pages so far.
//
// All chance of a choice comes from the seed and the number of the choice, so a
// proposal that is not taken leaves no trace.
type Annealing struct {
	ranked
	p      Params
	memory bool
	annealed
}

// annealed is the memory of the search.
type annealed struct {
	pool   []int32     // items that wait, seeds excepted
	place  []int32     // by item: where it stands in pool, plus 1
	cur    float64     // score of the link accepted last
	moves  uint64      // choices made
	pages  int         // brought
	byHost []hostScore // by host of the frontier
}

// hostScore is the relevance of the pages of a host.
type hostScore struct {
	sum float64
	n   int
}

const (
	maxRefusals = 200
	coolest     = .01 // of the first temperature, when the budget is spent
)

var _ crawl.Strategy = (*Annealing)(nil)

// newAnnealingBy returns an Annealing by a ranker whose scores are within 0..1, the
// scale of the temperature, or a *ParamError. It owns r. memory lets it remember hosts.
func newAnnealingBy(p Params, memory bool, r linkrank.Ranker) (*Annealing, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	a := &Annealing{ranked: newRanked(p, r), p: p.withDefaults(), memory: memory}
	a.pick, a.choose = a.accept, a.take
	a.declareRanked(a, nil)
	a.keep("annealing", 1, a)
	return a, nil
}

// accept returns the item that is accepted, or -1. It changes nothing.
func (a *Annealing) accept(busy func(string) bool) int32 {
	best := a.f.Best(busy)
	if best < 0 || a.f.Item(best).Seed {
		return best
	}
	rng := rand.New(rand.NewPCG(a.p.Seed, a.moves))
	free := a.freeHosts(busy)
	temperature := a.temperature()
	last := best
	for range maxRefusals {
		id := a.propose(rng, free)
		if id < 0 {
			return last // hardly any host is free
		}
		last = id
		if d := a.f.Item(id).Score - a.cur; d > 0 || rng.Float64() < math.Exp(d/temperature) {
			break
		}
	}
	return last
}

// temperature is T after the pages brought so far.
func (a *Annealing) temperature() float64 {
	spent := min(1, float64(a.pages)/float64(a.p.Budget))
	return a.p.Temperature * math.Pow(coolest, spent)
}

// propose returns the best of some draws, frontier.None if all draws hit busy hosts.
func (a *Annealing) propose(rng *rand.Rand, free func(host int32) bool) int32 {
	best, its := frontier.None, frontier.Item{}
	for range a.p.Proposals {
		for range 16 {
			id := a.pool[rng.IntN(len(a.pool))]
			it := a.f.Item(id)
			if !free(it.Host) {
				continue
			}
			if best < 0 || a.better(id, it, best, its) {
				best, its = id, it
			}
			break
		}
	}
	return best
}

// better reports that item x is to be proposed rather than y.
func (a *Annealing) better(x int32, i frontier.Item, y int32, j frontier.Item) bool {
	if i.Score != j.Score {
		return i.Score > j.Score
	}
	if a.memory {
		if p, q := a.meanOf(i.Host), a.meanOf(j.Host); p != q {
			return p > q
		}
	}
	return x < y
}

// meanOf is the mean relevance of the pages of a host so far, 0 if there are none.
func (a *Annealing) meanOf(h int32) float64 {
	if int(h) >= len(a.byHost) {
		return 0
	}
	f := &a.byHost[h]
	return f.sum / float64(max(1, f.n))
}

// hostScore makes room for the record of a host.
func (a *Annealing) hostScore(h int32) *hostScore {
	for int(h) >= len(a.byHost) {
		a.byHost = append(a.byHost, hostScore{})
	}
	return &a.byHost[h]
}

// take makes the choice.
func (a *Annealing) take(id int32) crawl.Choice {
	a.moves++
	if !a.f.Item(id).Seed {
		a.score(id)
		a.cur = a.f.Item(id).Score
	}
	a.leave(id)
	return frontier.Choose(a.f, id)
}

// Observe implements [crawl.Strategy].
func (a *Annealing) Observe(v *crawl.Visit) {
	a.learn(v, func(id int32, _ *crawl.Link, _ bool) { a.enter(id) })
	a.gone(v.Choice.URL)
	if v.Page == nil {
		return
	}
	a.gone(v.Page.Final)
	if v.OK() {
		a.pages++
		f := a.hostScore(a.f.Hosts().Add(v.Page.Host))
		f.n++
		if r := v.Score.Relevance; r > 0 && r <= 1 {
			f.sum += r
		}
	}
}

// gone removes from the pool what no longer waits although it was not chosen.
func (a *Annealing) gone(url string) {
	if id, ok := a.f.Number(url); ok && a.f.Item(id).State != frontier.Waiting {
		a.leave(id)
	}
}

// enter puts an item into the pool.
func (a *Annealing) enter(id int32) {
	for int(id) >= len(a.place) {
		a.place = append(a.place, 0)
	}
	if a.place[id] == 0 && !a.f.Item(id).Seed {
		a.pool = append(a.pool, id)
		a.place[id] = int32(len(a.pool))
	}
}

// leave removes an item from the pool; the last one moves to its place.
func (a *Annealing) leave(id int32) {
	if int(id) >= len(a.place) || a.place[id] == 0 {
		return
	}
	at, last := a.place[id], a.pool[len(a.pool)-1]
	a.pool[at-1], a.place[last] = last, at
	a.pool, a.place[id] = a.pool[:len(a.pool)-1], 0
}

func (a *Annealing) reset() {
	a.ranked.reset()
	a.annealed = annealed{}
}

func (a *Annealing) save(w *binenc.Writer) {
	a.ranked.save(w)
	writeIDs(w, a.pool)
	w.Float(a.cur)
	w.Uint(a.moves)
	w.Uint(uint64(a.pages))
	w.Uint(uint64(len(a.byHost)))
	for _, f := range a.byHost {
		w.Float(f.sum)
		w.Uint(uint64(f.n))
	}
}

func (a *Annealing) load(r *binenc.Reader) {
	a.ranked.load(r)
	a.readPool(r)
	a.cur, a.moves, a.pages = r.Float(), r.Uint(), readCount(r, maxCount40)
	for n := r.Len(9); n > 0; n-- {
		a.byHost = append(a.byHost, hostScore{r.Float(), readCount(r, maxCount40)})
	}
	if len(a.byHost) > a.f.Hosts().Len() {
		r.Fail("%d hosts remembered of %d", len(a.byHost), a.f.Hosts().Len())
	}
}

// readPool reads the pool, which must hold exactly the waiting items but for seeds.
func (a *Annealing) readPool(r *binenc.Reader) {
	for _, id := range readIDs(r, a.f.Counts().URLs) {
		if a.f.Item(id).State != frontier.Waiting {
			r.Fail("item %d does not wait", id)
			return
		}
		a.enter(id)
	}
	due := 0
	for id := range int32(a.f.Counts().URLs) {
		if it := a.f.Item(id); it.State == frontier.Waiting && !it.Seed {
			due++
		}
	}
	if r.Err() == nil && due != len(a.pool) {
		r.Fail("%d items wait, %d are in the pool", due, len(a.pool))
	}
}
