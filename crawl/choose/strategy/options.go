package strategy

import "github.com/ontocrawl/ontocrawl/internal/option"

// Option can be set for a strategy or link ranker and not for all of them: a value of Params.
type Option struct {
	option.Option
	field func(*Params) any // a pointer to it
}

// Field returns a pointer to the option's value in p.
func (o *Option) Field(p *Params) any { return o.field(p) }

// Set gives p the value of the option, which is of the type of its default. Another value changes nothing.
func (o *Option) Set(p *Params, value any) {
	switch at := o.field(p).(type) {
	case *float64:
		if x, ok := value.(float64); ok {
			*at = x
		}
	case *int:
		if x, ok := value.(int); ok {
			*at = x
		}
	case *bool:
		if x, ok := value.(bool); ok {
			*at = x
		}
	case *pays:
		*at = value == paysHosts
	}
}

// number is the option's value in p; ok is false if it is no number.
func (o *Option) number(p *Params) (x float64, ok bool) {
	switch at := o.field(p).(type) {
	case *float64:
		return *at, true
	case *int:
		return float64(*at), true
	}
	return 0, false
}

// pays says for what an operator of dwdbrm is paid: Params.NewSites, as its option has it.
type pays bool

const (
	paysPages = "page"
	paysHosts = "host"
)

func number(name, about string, r option.Range, at func(*Params) *float64) Option {
	d := Defaults()
	return Option{option.Option{Name: name, About: about, Default: *at(&d), Range: r}, func(p *Params) any { return at(p) }}
}

// count is a whole number, at least 1. A zero default stands for 1.
func count(name, about string, at func(*Params) *int) Option {
	d := Defaults()
	return Option{option.Option{Name: name, About: about, Default: max(1, *at(&d)), Range: option.AtLeast(1)}, func(p *Params) any { return at(p) }}
}

func reading(name, about string, at func(*Params) *bool) Option {
	return Option{option.Option{Name: name, About: about, Default: false}, func(p *Params) any { return at(p) }}
}

func tabuOptions() []Option {
	return []Option{
		number("balance", "share of moves that go to the least visited proven host", option.Share(), func(p *Params) *float64 { return &p.Balance }),
		count("tenure", "moves for which a URL pattern or a place of a layout stays tabu", func(p *Params) *int { return &p.Tenure }),
		count("tries", "misses before a URL pattern or a place of a layout is tabu", func(p *Params) *int { return &p.Tries }),
	}
}

func onITSOptions() []Option {
	return append([]Option{
		number("eta", "a link qualifies above this priority", option.Share(), func(p *Params) *float64 { return &p.Eta }),
		count("tenure", "moves for which a page stays tabu", func(p *Params) *int { return &p.Tenure }),
		count("tries", "failures before the search leaves a page", func(p *Params) *int { return &p.Tries }),
		reading("chain", "go on from the accepted link instead of a random page", func(p *Params) *bool { return &p.Chain }),
		reading("work-copy", "a rejected link may be tried from the same page again later", func(p *Params) *bool { return &p.WorkCopy }),
		reading("accept-random", "after a rejection move to a random link (the prose's rule)", func(p *Params) *bool { return &p.AcceptRandom }),
		reading("revisit", "drawn links must not be tabu either", func(p *Params) *bool { return &p.Revisit }),
		count("k-page", "draw so many pages and stand on the best (1: as printed)", func(p *Params) *int { return &p.KPage }),
		count("k-link", "draw so many links and try the best (1: as printed)", func(p *Params) *int { return &p.KLink }),
	}, priorityOptions()...)
}

func annealingOptions() []Option {
	return []Option{
		number("temperature", "temperature at first; it falls to a hundredth while max-pages are spent", option.Above(0), func(p *Params) *float64 { return &p.Temperature }),
		count("proposals", "draw so many links and propose the best (1: the plain rule)", func(p *Params) *int { return &p.Proposals }),
	}
}

func dwdbrmOptions() []Option {
	return []Option{{
		option.Option{Name: "dwdbrm-reward", About: "an operator is paid for each new page, as printed, or for each new host", Default: paysPages, Values: []string{paysPages, paysHosts}},
		func(p *Params) any { return (*pays)(&p.NewSites) },
	}}
}

func pageRankOptions() []Option {
	return []Option{
		number("omega", "share of links against anchors in improved PageRank (eq 7)", option.Share(), func(p *Params) *float64 { return &p.Omega }),
		number("d", "jump weight of improved PageRank (eq 7)", option.Share(), func(p *Params) *float64 { return &p.D }),
	}
}

func priorityOptions() []Option {
	all := append(pageRankOptions(),
		number("mu1", "weight of PageRank in the priority (eq 8)", option.Share(), func(p *Params) *float64 { return &p.Mu1 }),
		number("mu2", "weight of the linking pages' relevance in the priority (eq 8)", option.Share(), func(p *Params) *float64 { return &p.Mu2 }),
		number("mu3", "weight of the anchor's relevance in the priority (eq 8)", option.Share(), func(p *Params) *float64 { return &p.Mu3 }))
	for i := range all[2:] {
		all[2+i].Sum = []string{"mu1", "mu2", "mu3"}
	}
	return all
}

// Options are the options of all methods, each name once.
func (c Catalog) Options() (all []Option) {
	have := map[string]bool{}
	add := func(options []Option) {
		for _, o := range options {
			if !have[o.Name] {
				have[o.Name] = true
				all = append(all, o)
			}
		}
	}
	for _, m := range c.Methods {
		add(m.Options)
	}
	for _, r := range c.Rankings {
		add(r.Options)
	}
	return all
}
