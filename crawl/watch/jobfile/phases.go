package jobfile

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// phases reads what raises a phase, and what each phase changes.
func (r *reader) phases(n *yaml.Node, p *monitor.PhaseRules) {
	f := yamlread.Fields{
		"cap":     func(n *yaml.Node) { p.CAP = r.capSources(n) },
		"areas":   func(n *yaml.Node) { p.Areas = r.Texts(n, "areas") },
		"events":  func(n *yaml.Node) { p.Events = r.Texts(n, "events") },
		"initial": func(n *yaml.Node) { p.Initial = r.phase(n, "initial") },
		"rates": func(n *yaml.Node) {
			p.Rates = nil
			r.List(n, "rates", func(n *yaml.Node) { p.Rates = append(p.Rates, r.rate(n)) })
		},
	}
	for ph := monitor.Calm; ph <= monitor.Recovery; ph++ {
		f[ph.String()] = func(n *yaml.Node) { r.setting(n, ph, p) }
	}
	r.Mapping(n, "phases", f, nil)
}

// capSources reads URLs, and folders, which are relative to the file. Nobody would miss the alerts of a folder that is not
// there, so it is a fault.
func (r *reader) capSources(n *yaml.Node) (all []string) {
	for _, s := range r.Texts(n, "cap") {
		s = r.Public(n, "cap", s)
		if !yamlread.IsURL(s) && !filepath.IsAbs(s) {
			s = filepath.Join(r.dir, s)
		}
		if info, err := os.Stat(s); !yamlread.IsURL(s) && (err != nil || !info.IsDir()) {
			r.Fault(n, "cap is %q, and there is no such folder; make it, or name another folder or the URL of a feed", redact.Value(s))
			continue
		}
		all = append(all, s)
	}
	return all
}

func (r *reader) phase(n *yaml.Node, what string) monitor.Phase {
	var names []string
	for p := monitor.Calm; p <= monitor.Recovery; p++ {
		names = append(names, p.String())
	}
	s, _ := r.OneOf(n, what, names...)
	return monitor.Phase(max(slices.Index(names, s), 0))
}

func (r *reader) rate(n *yaml.Node) monitor.Rate {
	var a monitor.Rate
	lines := r.Mapping(n, "a rate", yamlread.Fields{
		"concept": func(n *yaml.Node) { a.Concept, _ = r.Text(n, "concept") },
		"factor":  func(n *yaml.Node) { a.Factor = r.Float(n, "factor", 1, 1e6) },
		"window":  func(n *yaml.Node) { a.Window = r.Duration(n, "window", time.Hour) },
		"base":    func(n *yaml.Node) { a.Base = r.Duration(n, "base", time.Hour) },
		"min":     func(n *yaml.Node) { a.Min = r.Int(n, "min", 1, 1e9) },
		"phase":   func(n *yaml.Node) { a.Phase = r.phase(n, "phase") },
	}, nil)
	for _, key := range []string{"concept", "factor", "window", "base", "phase"} {
		if lines[key] == 0 {
			r.Fault(n, "a rate needs %s", key)
		}
	}
	if lines["phase"] != 0 && a.Phase == monitor.Calm {
		r.FaultAt(lines["phase"], "a rate raises a phase; calm is none to be raised to")
	}
	if a.Base > 0 && a.Base <= a.Window {
		r.FaultAt(lines["base"], "base (%v) must be longer than window (%v): it is what is usual", a.Base, a.Window)
	}
	a.Min = max(a.Min, 1)
	return a
}

// setting reads what a phase changes in its job.
func (r *reader) setting(n *yaml.Node, ph monitor.Phase, p *monitor.PhaseRules) {
	s := p.Set[ph]
	lines := r.Mapping(n, "phase "+ph.String(), yamlread.Fields{
		"every":  func(n *yaml.Node) { s.Every = r.Duration(n, "every", monitor.Least) },
		"budget": func(n *yaml.Node) { s.Budget = r.budget(n) },
		"urgent": func(n *yaml.Node) { s.Urgent = r.Texts(n, "urgent") },
		"decay": func(n *yaml.Node) {
			if p.Decay == nil {
				p.Decay = map[monitor.Phase]time.Duration{}
			}
			p.Decay[ph] = r.Duration(n, "decay", time.Minute)
		},
	}, nil)
	if s.Every%time.Second != 0 {
		r.FaultAt(lines["every"], "every is %v; give whole seconds", s.Every)
	}
	if ph == monitor.Calm && lines["decay"] != 0 {
		r.FaultAt(lines["decay"], "calm is the lowest phase and does not decay")
	}
	if p.Set == nil {
		p.Set = map[monitor.Phase]monitor.Setting{}
	}
	p.Set[ph] = s
	if lines["urgent"] != 0 {
		r.urgent = slices.DeleteFunc(r.urgent, func(u named) bool { return u.phase == ph })
		r.urgent = append(r.urgent, named{s.Urgent, lines["urgent"], ph})
	}
}
