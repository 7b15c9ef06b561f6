package strategy

import (
	"cmp"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/learned"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/papers"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Method is a row of the table of strategies.
type Method struct {
	Name  string
	About string // one line: what it is and whose
	Own   string // the link ranker that it has by default; "": it takes none
	open  opener

	Options []Option // the options of its link ranker are in the ranker's row
}

// opener makes a strategy; r is nil for one that takes no ranker.
type opener func(p Params, r linkrank.Ranker) (crawl.Strategy, error)

// Ranks reports whether the strategy can be given a link ranker.
func (m Method) Ranks() bool { return m.Own != "" }

// Ranking is a row of the table of link rankers.
type Ranking struct {
	Name  string
	About string // one line: what it is and whose
	New   func(p Params) linkrank.Ranker

	Options []Option
}

// Catalog lists the methods and rankers that can be chosen by name.
type Catalog struct {
	Methods  []Method
	Rankings []Ranking
}

// All is the Catalog of this program. To add a strategy or a link ranker, write it
// and add its row here; settings, help and evaluation take the names from here.
func All() Catalog { return Catalog{Methods(), rankings()} }

// Methods lists all strategies, the default first.
func Methods() []Method {
	return []Method{
		{"tabu", "tabu search over a learned link score; the default", byLearned,
			func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return NewTabuBy(p, r) }, tabuOptions()},
		{"on-its", "tabu loop of On-ITS as printed (Liu, Gu, Liu 2020)", "", onITS, onITSOptions()},
		{"its", "the same loop for a topic of equal keywords", "", onITS, onITSOptions()},
		{"annealing", "simulated annealing (Liu, Li, Jiang 2019)", ByPriority, annealing(false), annealingOptions()},
		{"annealing-host", "the same, with its memory of hosts", ByPriority, annealing(true), annealingOptions()},
		{"tunnel", "best first above a moving threshold, some below it survive (Li 2002)", "rw",
			func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return newTunnelBy(p, r) }, nil},
		{"sb-classifier", "sleeping bandit over tag paths, with a classifier of URLs (Gauquier et al. 2026)", "",
			func(p Params, _ linkrank.Ranker) (crawl.Strategy, error) { return newSleepingBandit(p) }, nil},
		{"q-learning", "Q-learning over the words of links (deep-deep, 2016)", "",
			func(p Params, _ linkrank.Ranker) (crawl.Strategy, error) { return NewQLearning(p) }, nil},
		{"dwdbrm", "rounds of four operators, chosen by UCB1 over ranked pages (Wang, Li, Li 2022)", "",
			func(p Params, _ linkrank.Ranker) (crawl.Strategy, error) { return NewDWDBRM(p) }, dwdbrmOptions()},
		{"best-first", "the largest score first, by default eq 8; the papers' OPS", ByPriority,
			func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return newBestFirstBy(p, r) }, nil},
		{"breadth-first", "in the order found; the baseline", "",
			func(p Params, _ linkrank.Ranker) (crawl.Strategy, error) { return newBreadthFirst(p), nil }, nil},
	}
}

func onITS(p Params, _ linkrank.Ranker) (crawl.Strategy, error) { return NewOnITS(p) }

func annealing(memory bool) opener {
	return func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return newAnnealingBy(p, memory, r) }
}

// Names of rankers that callers treat in a way of their own.
const (
	ByPriority = "priority" // eq 8, with the values of Params
	byLearned  = "learned"  // tabu's own
)

func rankings() []Ranking {
	return []Ranking{
		{ByPriority, "comprehensive priority with improved PageRank (eq 8)", priority, priorityOptions()},
		{byLearned, "learned on line from every page fetched; tabu's own", learnedScore, nil},
		{"uh", "a topic word in the URL (Li 2002, 4.1)", func(Params) linkrank.Ranker { return papers.NewUH() }, nil},
		{"teh", "a topic word in or around the anchor (4.2)", func(Params) linkrank.Ranker { return papers.NewTeH() }, nil},
		{"tih", "a topic word in the title attribute (4.3)", func(Params) linkrank.Ranker { return papers.NewTiH() }, nil},
		{"amh", "weighted mean of the three (4.4)", func(Params) linkrank.Ranker { return papers.NewAMH() }, nil},
		{"rw", "mean similarity of the link's words (4.5)", func(Params) linkrank.Ranker { return papers.NewRW() }, nil},
		{"rwb", "rw with a seeded second chance (4.6)", func(p Params) linkrank.Ranker { return papers.NewRWB(p.Seed) }, nil},
		{"pagerank", "improved PageRank of On-ITS alone (eq 7)", func(p Params) linkrank.Ranker { return papers.NewPageRank(p.D, p.Omega) }, pageRankOptions()},
		{"pagerank-classic", "PageRank (4.7; Brin, Page 1998)", func(Params) linkrank.Ranker { return papers.NewClassicPageRank() }, nil},
		{"pagerank-normal", "PageRank as a probability (4.8)", func(Params) linkrank.Ranker { return papers.NewNormalPageRank() }, nil},
		{"hits", "authority (Kleinberg 1999)", func(Params) linkrank.Ranker { return papers.NewHITS() }, nil},
		{"ipagerank", "PageRank with shares by rwb, times rwb (Li 2002, 9)", func(p Params) linkrank.Ranker { return papers.NewIPageRank(p.Seed) }, nil},
		{"content", "relevance of the page over its links: T (Chen, Zhu 2011)", func(Params) linkrank.Ranker { return papers.NewContent() }, nil},
		{"content-links", "the same with learned URL prefixes: T&L", func(Params) linkrank.Ranker { return papers.NewContentLinks() }, nil},
		{"shark", "Shark-Search: inherited and neighbouring relevance (Hersovici et al. 1998)", func(Params) linkrank.Ranker { return papers.NewShark() }, nil},
		{"quality", "relevance of the first page with the link (quality first, Pezzuti et al. 2025)", func(Params) linkrank.Ranker { return papers.NewQuality() }, nil},
		{"layers", "predicted link distance to the topic (context graphs, Diligenti et al. 2000)", func(Params) linkrank.Ranker { return papers.NewLayers() }, nil},
	}
}

// priority is the ranker of eq 8 with the values of p.
func priority(p Params) linkrank.Ranker {
	p = p.withDefaults()
	return papers.NewPriority(p.Mu1, p.Mu2, p.Mu3, p.D, p.Omega)
}

func learnedScore(p Params) linkrank.Ranker { return learned.New(p.Seed) }

// Strategies are the names of all strategies, the default first.
func (c Catalog) Strategies() []string {
	return names(c.Methods, func(m Method) string { return m.Name })
}

// LinkRanks are the names of all link rankers.
func (c Catalog) LinkRanks() []string {
	return names(c.Rankings, func(r Ranking) string { return r.Name })
}

// LinkRanks are the names of all link rankers of this program.
func LinkRanks() []string { return All().LinkRanks() }

func names[T any](rows []T, name func(T) string) (names []string) {
	for _, row := range rows {
		names = append(names, name(row))
	}
	return names
}

// NameError says that no strategy or link ranker has a name, or that the two
// cannot be combined.
type NameError struct {
	Kind, Name string
	Known      []string // the names there are
	Reason     string   // why it cannot be combined, if that is the fault
}

func (e *NameError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NameError) Message() english.Phrase {
	if e.Reason != "" {
		return english.Phrasef("strategy: %s %q %s", english.Word(e.Kind), e.Name, english.Word(e.Reason))
	}
	return english.Phrasef("strategy: there is no %s %q; there are %s", english.Word(e.Kind), e.Name, strings.Join(e.Known, ", "))
}

// New returns the strategy with a name from the Catalog of this program.
func New(name, rank string, p Params) (crawl.Strategy, error) { return All().New(name, rank, p) }

// New returns the strategy with a name, by the link ranker with a name ("" is the
// strategy's own). The strategy's name may carry the ranker's name: "best-first/shark".
// Errors are *NameError and *ParamError.
func (c Catalog) New(name, rank string, p Params) (crawl.Strategy, error) {
	if s, r, ok := strings.Cut(name, "/"); ok && rank == "" {
		name, rank = s, r
	}
	var ranking []string
	for _, m := range c.Methods {
		if m.Ranks() {
			ranking = append(ranking, m.Name)
		}
	}
	for _, m := range c.Methods {
		switch {
		case m.Name != name:
			continue
		case !m.Ranks() && rank == "":
			return m.open(p, nil)
		case !m.Ranks():
			return nil, &NameError{Kind: "strategy", Name: name, Reason: "scores links by itself; a link rank goes with " + strings.Join(ranking, ", ")}
		}
		r, err := c.ranker(cmp.Or(rank, m.Own), p)
		if err != nil {
			return nil, err
		}
		return m.open(p, r)
	}
	return nil, &NameError{Kind: "strategy", Name: name, Known: c.Strategies()}
}

func (c Catalog) ranker(name string, p Params) (linkrank.Ranker, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	for _, r := range c.Rankings {
		if r.Name == name {
			return r.New(p.withDefaults()), nil
		}
	}
	return nil, &NameError{Kind: "link rank", Name: name, Known: c.LinkRanks()}
}
