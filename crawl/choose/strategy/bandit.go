package strategy

import (
	"math"
	"math/rand/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
)

// sleepingBandit is SB-CLASSIFIER (Gauquier, Manolescu, Senellart 2026, arXiv
// 2602.11874), which learns from which places of a layout links lead to pages with
// many targets. Links whose tag paths are alike form an arm of a bandit (see arms.go).
// An arm without a waiting link sleeps. Of the arms that are awake the one is pulled
// with the largest
//
//	mean reward + alpha sqrt(ln t / pulls)
//
// after t requests (AUER; Kleinberg, Niculescu-Mizil, Sharma 2010), and a random one of
// its links is fetched. A classifier of URLs (see urlguess.go) learns from every page
// which URLs are targets. New links that it calls targets enter no arm: they are
// fetched at once, and are the reward of the arm that brought their page.
//
// Departures. The paper seeks data files, which hold no links; a target here is a
// relevant page, so its links count like the links of any page, and an arm whose link
// turns out to be relevant itself has one more reward. The first URLs are labelled by
// HEAD requests there; relevance cannot be asked, so until ten pages are fetched every
// link enters an arm. The paper crawls one site; several hosts share the arms here. A
// path is the last five steps that [crawl.Link] keeps. There are at most 256 arms; then
// a link enters the nearest.
type sleepingBandit struct {
	base
	p Params
	bandit
}

// bandit is the memory of the search.
type bandit struct {
	links    pools // that wait, by arm
	arms     arms
	guess    urlGuess
	pulled   map[int32]int32 // arm, by item in flight
	moves    uint64          // choices made
	requests int             // outcomes observed
}

const (
	banditAlpha  = 2 * math.Sqrt2 // the paper's weight of exploration
	banditNever  = 1e-6           // the authors' summand of pulls, so that an arm never pulled comes first
	targetScore  = 1              // in the frontier, of a link that is called a target; of others 0
	maxArmsTried = 8              // arms that are asked for a link of a free host
	maxDraws     = 16             // links of such an arm that are drawn
)

var (
	_ crawl.Strategy = (*sleepingBandit)(nil)
)

// newSleepingBandit returns an empty sleepingBandit, or a *ParamError.
func newSleepingBandit(p Params) (*sleepingBandit, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := &sleepingBandit{base: base{f: p.frontier()}, p: p.withDefaults()}
	s.pick, s.choose = s.pull, s.take
	s.declare(s).Explain = explaining(s.Explain)
	s.keep("sb-classifier", 1, s)
	s.reset()
	return s, nil
}

func (s *sleepingBandit) reset() {
	frontier.Clear(s.f)
	s.bandit = bandit{pulled: make(map[int32]int32)}
}

// pull returns the item to fetch, or frontier.None. It changes nothing: all chance comes
// from the seed and the number of the choice. A choice takes time in the number of
// arms, which is limited, and of busy hosts.
func (s *sleepingBandit) pull(busy func(string) bool) int32 {
	best := s.f.Best(busy)
	if best < 0 || s.f.Item(best).Seed || s.f.Item(best).Score > 0 {
		return best
	}
	rng := rand.New(rand.NewPCG(s.p.Seed, s.moves))
	free := s.freeHosts(busy)
	tried := make(map[int32]bool)
	for range maxArmsTried {
		arm, ok := s.awake(tried)
		if !ok {
			break
		}
		tried[arm] = true
		for range maxDraws {
			if id := s.links.draw(rng, arm); free(s.f.Item(id).Host) {
				return id
			}
		}
	}
	return best // most hosts are busy
}

// awake returns the best of the arms that have a link and were not tried; of two with
// the same score the older one.
func (s *sleepingBandit) awake(tried map[int32]bool) (arm int32, ok bool) {
	most := 0.0
	for _, a := range s.links.open {
		if tried[a] {
			continue
		}
		if score := s.value(a); !ok || score > most || score == most && a < arm {
			arm, most, ok = a, score, true
		}
	}
	return arm, ok
}

// value is the upper estimate of what an arm brings.
func (s *sleepingBandit) value(arm int32) float64 {
	return s.arms[arm].mean + banditAlpha*s.doubt(arm)
}

// doubt is how little is known of an arm.
func (s *sleepingBandit) doubt(arm int32) float64 {
	return math.Sqrt(math.Log(float64(max(1, s.requests))) / (float64(s.arms[arm].pulls) + banditNever))
}

// take makes the choice; its priority is the value of the arm.
func (s *sleepingBandit) take(id int32) crawl.Choice {
	s.moves++
	c := frontier.Choose(s.f, id)
	if arm, ok := s.links.groupOf(id); ok {
		c.Priority = s.value(arm)
		s.pulled[id] = arm
		s.links.remove(id)
	}
	return c
}

// Observe implements [crawl.Strategy].
func (s *sleepingBandit) Observe(v *crawl.Visit) {
	s.requests++
	target := v.Adds() && v.Score.Relevant && !v.Repeats()
	if v.Adds() {
		s.guess.learn(v.Choice.URL, target)
	}
	reward := 0.0
	if target {
		reward = 1
	}
	id := frontier.Observe(s.f, v, func(id int32, l *crawl.Link, fresh bool) {
		switch {
		case !fresh:
		case s.guess.target(l.URL):
			s.f.SetScore(id, targetScore)
			reward++
		default:
			s.links.add(id, s.arms.of(l.Path))
		}
	})
	s.gone(v)
	if arm, ok := s.pulled[id]; ok {
		delete(s.pulled, id)
		if v.OK() {
			s.arms[arm].bring(reward)
		}
	}
}

// gone removes from the arms what no longer waits although it was not chosen.
func (s *sleepingBandit) gone(v *crawl.Visit) {
	urls := []string{v.Choice.URL}
	if v.Page != nil {
		urls = append(urls, v.Page.Final)
	}
	for _, url := range urls {
		if id, ok := s.f.Number(url); ok && s.f.Item(id).State != frontier.Waiting {
			s.links.remove(id)
		}
	}
}

// Explain returns the reasons of the score of a link that waits: what its arm brought
// on average and how little is known of it, or that its URL is called a target.
func (s *sleepingBandit) Explain(url string) []linkrank.Part {
	id, ok := frontier.NumberWaiting(s.f, url)
	if !ok {
		return nil
	}
	if arm, ok := s.links.groupOf(id); ok {
		return []linkrank.Part{
			{Name: "mean reward of links at such places", Value: s.arms[arm].mean, Weight: 1},
			{Name: "seldom tried", Value: s.doubt(arm), Weight: banditAlpha},
		}
	}
	return []linkrank.Part{{Name: "a URL like those of relevant pages", Value: s.f.Item(id).Score, Weight: targetScore}}
}
