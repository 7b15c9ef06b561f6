package strategy

import (
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// Strategy is what every strategy of this package is: it can also leave hosts out,
// and write a large checkpoint without holding it.
type Strategy interface {
	crawl.Strategy
	crawl.Blocker
	io.WriterTo
}

// Method is a strategy that can be asked for by name.
type Method struct {
	Name  string
	About string // one line: what it is and whose
	open  func(p Params) (crawl.Strategy, error)
	by    func(p Params, r linkrank.Ranker) (crawl.Strategy, error) // nil: has a worth of its own
}

// Ranks reports whether the method can be told by what worth to choose.
func (m Method) Ranks() bool { return m.by != nil }

// Methods lists all, the default first.
func Methods() []Method {
	return []Method{
		{"tabu", "tabu search over a learned link worth; the default",
			func(p Params) (crawl.Strategy, error) { return NewTabu(p) },
			func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return NewTabuBy(p, r) }},
		{"on-its", "tabu loop of On-ITS as printed (Liu, Gu, Liu 2020)",
			func(p Params) (crawl.Strategy, error) { return NewOnITS(p) }, nil},
		{"its", "the same loop for a topic of equal keywords",
			func(p Params) (crawl.Strategy, error) { return NewOnITS(p) }, nil},
		{"annealing", "simulated annealing (Liu, Li, Jiang 2019)", annealing(false), annealingBy(false)},
		{"annealing-host", "the same, with its memory of hosts", annealing(true), annealingBy(true)},
		{"tunnel", "best first above a moving threshold, some below it survive (Li 2002)",
			func(p Params) (crawl.Strategy, error) { return NewTunnel(p) },
			func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return NewTunnelBy(p, r) }},
		{"best-first", "the largest worth first, by default eq 8; the papers' OPS",
			func(p Params) (crawl.Strategy, error) { return NewBestFirst(p) },
			func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return NewBestFirstBy(p, r) }},
		{"breadth-first", "in the order found; the baseline",
			func(p Params) (crawl.Strategy, error) { return newBreadthFirst(p), nil }, nil},
	}
}

func annealing(memory bool) func(Params) (crawl.Strategy, error) {
	return func(p Params) (crawl.Strategy, error) { return NewAnnealing(p, memory) }
}

func annealingBy(memory bool) func(Params, linkrank.Ranker) (crawl.Strategy, error) {
	return func(p Params, r linkrank.Ranker) (crawl.Strategy, error) { return NewAnnealingBy(p, memory, r) }
}

// ByPriority is the name of the worth that New knows besides
// [linkrank.Methods]: eq 8, with the values of Params.
const ByPriority = "priority"

// LinkRanks are the names of all worths.
func LinkRanks() []string {
	names := []string{ByPriority}
	for _, m := range linkrank.Methods() {
		names = append(names, m.Name)
	}
	return names
}

// NameError says that there is no strategy or worth of a name, or that the two
// do not go together.
type NameError struct {
	Kind, Name string
	Known      []string // what there is
	Reason     string   // why it does not go, if there is one
}

func (e *NameError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("strategy: %s %q %s", e.Kind, e.Name, e.Reason)
	}
	return fmt.Sprintf("strategy: there is no %s %q; there are %s", e.Kind, e.Name, strings.Join(e.Known, ", "))
}

// New returns the strategy of a name, by the worth of a name ("" is the
// strategy's own). The strategy's name may carry that of the worth:
// "best-first/shark". Errors are *NameError and *ParamError.
func New(name, rank string, p Params) (crawl.Strategy, error) {
	if s, r, ok := strings.Cut(name, "/"); ok && rank == "" {
		name, rank = s, r
	}
	var names, ranking []string
	for _, m := range Methods() {
		names = append(names, m.Name)
		if m.Ranks() {
			ranking = append(ranking, m.Name)
		}
	}
	for _, m := range Methods() {
		switch {
		case m.Name != name:
			continue
		case rank == "":
			return m.open(p)
		case !m.Ranks():
			return nil, &NameError{Kind: "strategy", Name: name, Reason: "has a worth of its own; a link rank goes with " + strings.Join(ranking, ", ")}
		}
		r, err := ranker(rank, p)
		if err != nil {
			return nil, err
		}
		return m.by(p, r)
	}
	return nil, &NameError{Kind: "strategy", Name: name, Known: names}
}

func ranker(name string, p Params) (linkrank.Ranker, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	q := p.withDefaults()
	if name == ByPriority {
		return priority(p), nil
	}
	for _, m := range linkrank.Methods() {
		switch {
		case m.Name != name:
		case name == "pagerank": // the method's own is that of the paper's values
			return linkrank.NewPageRank(q.D, q.Omega), nil
		default:
			return m.New(q.Seed), nil
		}
	}
	return nil, &NameError{Kind: "link rank", Name: name, Known: LinkRanks()}
}

// priority is the ranker of eq 8 with the values of p.
func priority(p Params) linkrank.Ranker {
	p = p.withDefaults()
	return linkrank.NewPriority(p.Mu1, p.Mu2, p.Mu3, p.D, p.Omega)
}
