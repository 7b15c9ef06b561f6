package strategy

import (
	"math"
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
)

// QLearning is the crawler deep-deep of the Memex program (Korobov and others 2016,
// github.com/TeamHG-Memex/deep-deep; no paper): Q-learning with a linear function.
// Q of a link estimates the relevance of its page plus gamma times Q of the best link
// there, and so on. It is learned from a replay memory, with a second function that
// follows every hundred steps and gives the scores (see qfunction.go).
//
// With probability epsilon a random link of a random host is fetched. Else a host is
// drawn with probability proportional to exp(its largest Q / temperature), and its best
// link is fetched.
//
// The constants are the program's. Departures: it hashes groups of three to five
// characters of the anchor, and of URL and page on demand; here they are words of
// anchor, URL and title of the page, at most 32 for a link, and the relevance of the
// page is a feature. Of the links of a page 24 are remembered for replay, and 2,048
// pages instead of 100,000; a new one takes the place of a random one.
type QLearning struct {
	base
	p Params
	learner
}

// learner is the memory of the search.
type learner struct {
	links  pools     // that wait, by host
	leads  []*action // by item, of links that wait or are in flight
	q      qFunction
	memory []experience
	moves  uint64 // choices made
}

const (
	qEpsilon     = .2
	qTemperature = 1
	maxHostDraws = 64 // rejected before the best of all is taken
)

var (
	_ crawl.Strategy = (*QLearning)(nil)
)

// NewQLearning returns an empty QLearning, or a *ParamError.
func NewQLearning(p Params) (*QLearning, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := &QLearning{base: base{f: p.frontier()}, p: p.withDefaults()}
	s.pick, s.choose = s.draw, s.take
	s.declare(s).Explain = explaining(s.Explain)
	s.keep("q-learning", 1, s)
	s.reset()
	return s, nil
}

func (s *QLearning) reset() {
	frontier.Clear(s.f)
	s.learner = learner{}
}

// draw returns the item to fetch, or frontier.None. It changes nothing: all chance
// comes from the seed and the number of the choice.
func (s *QLearning) draw(busy func(string) bool) int32 {
	best := s.f.Best(busy)
	if best < 0 || s.f.Item(best).Seed {
		return best
	}
	rng := rand.New(rand.NewPCG(s.p.Seed, s.moves))
	free := s.freeHosts(busy)
	random := rng.Float64() < qEpsilon
	most := s.f.Item(best).Score
	for range maxHostDraws {
		host := s.links.open[rng.IntN(len(s.links.open))]
		if !free(host) {
			continue
		}
		if random {
			return s.links.draw(rng, host)
		}
		// Rejection gives the probabilities of the softmax without asking every host.
		if id := s.f.Hosts().Best(host); rng.Float64() < math.Exp((s.f.Item(id).Score-most)/qTemperature) {
			return id
		}
	}
	return best
}

// take makes the choice.
func (s *QLearning) take(id int32) crawl.Choice {
	s.moves++
	s.links.remove(id)
	return frontier.Choose(s.f, id)
}

// Observe implements [crawl.Strategy].
func (s *QLearning) Observe(v *crawl.Visit) {
	var taken *action
	if id, ok := s.f.Number(v.Choice.URL); ok {
		taken = s.lead(id)
	}
	page := pageOf(v)
	frontier.Observe(s.f, v, func(id int32, l *crawl.Link, fresh bool) {
		if !fresh {
			return
		}
		for int(id) >= len(s.leads) {
			s.leads = append(s.leads, nil)
		}
		a := page.action(l)
		s.leads[id] = &a
		s.links.add(id, s.f.Item(id).Host)
		s.f.SetScore(id, s.q.score(&a))
	})
	s.gone(v)
	if taken == nil || !v.Adds() {
		return
	}
	relevance, _ := linkrank.Outcome(v)
	s.remember(experience{taken: *taken, next: page.actions(v.Page), reward: float32(relevance)})
	if s.q.learn(s.memory, s.p.Seed) {
		s.f.Rescore(frontier.None, func(id int32, now float64) float64 {
			if a := s.lead(id); a != nil {
				return s.q.score(a)
			}
			return now
		})
	}
}

// lead returns what is known of a link; nil for a seed and for what no longer waits.
func (s *QLearning) lead(id int32) *action {
	if int(id) >= len(s.leads) {
		return nil
	}
	return s.leads[id]
}

// gone forgets what no longer waits.
func (s *QLearning) gone(v *crawl.Visit) {
	urls := []string{v.Choice.URL}
	if v.Page != nil {
		urls = append(urls, v.Page.Final)
	}
	for _, url := range urls {
		id, ok := s.f.Number(url)
		if ok && s.f.Item(id).State == frontier.Done {
			s.links.remove(id)
			if int(id) < len(s.leads) {
				s.leads[id] = nil
			}
		}
	}
}

// remember keeps an experience; when the memory is full it takes the place of one that
// belongs to the seed and the number of steps.
func (s *QLearning) remember(e experience) {
	if len(s.memory) < mostExperiences {
		s.memory = append(s.memory, e)
		return
	}
	rng := rand.New(rand.NewPCG(s.p.Seed^keepStream, uint64(s.q.steps)))
	s.memory[rng.IntN(len(s.memory))] = e
}

// Explain returns the reasons of the score of a link that waits.
func (s *QLearning) Explain(url string) []linkrank.Part {
	id, ok := frontier.NumberWaiting(s.f, url)
	if !ok || s.lead(id) == nil {
		return nil
	}
	return s.q.explain(s.lead(id))
}
