package jobfile

import (
	"cmp"
	"maps"
	"math"
	"os"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// draft is a job that is being read.
type draft struct {
	monitor.Job
	when  string         // the schedule as written
	lines map[string]int // of its keys, keys of defaults included

	shifts []time.Duration // when shifts end, since midnight of a zone that may follow

	options, former map[string]string // of methods, as one mapping gives them: in method_options, and as keys of its own
}

// clone returns a copy that shares nothing that is changed later.
func (d *draft) clone() *draft {
	c := *d
	c.Settings, c.lines = maps.Clone(d.Settings), maps.Clone(d.lines)
	c.Phases.Set, c.Phases.Decay = maps.Clone(d.Phases.Set), maps.Clone(d.Phases.Decay)
	c.AlertRules, c.Report.To, c.shifts = slices.Clone(d.AlertRules), slices.Clone(d.Report.To), slices.Clone(d.shifts)
	return &c
}

// fields returns the keys of a job.
func (r *reader) fields(d *draft) yamlread.Fields {
	return yamlread.Fields{
		"seeds":    func(n *yaml.Node) { d.Seeds = r.URLs(n, "seeds") },
		"feeds":    func(n *yaml.Node) { d.Feeds = r.URLs(n, "feeds") },
		"sitemaps": func(n *yaml.Node) { r.sitemaps(n, d) },
		"schedule": func(n *yaml.Node) { d.when, _ = r.Text(n, "schedule") },
		"zone":     func(n *yaml.Node) { d.Zone = r.Zone(n, "zone") },
		"lang":     func(n *yaml.Node) { d.Lang, _ = r.OneOf(n, "lang", "en", "zh") },
		"missed": func(n *yaml.Node) {
			s, _ := r.OneOf(n, "missed", "merge", "run", "skip")
			d.Missed = map[string]monitor.Missed{"run": monitor.RunMissed, "skip": monitor.SkipMissed}[s]
		},
		"budget":         func(n *yaml.Node) { d.Budget = r.budget(n) },
		"search":         func(n *yaml.Node) { r.search(n, &d.Search) },
		"phases":         func(n *yaml.Node) { r.phases(n, &d.Phases) },
		"alerts":         func(n *yaml.Node) { r.alerts(n, &d.Job) },
		"retention":      func(n *yaml.Node) { r.retention(n, &d.Retention) },
		"event-graph":    func(n *yaml.Node) { r.eventGraph(n, &d.EventGraph) },
		"report":         func(n *yaml.Node) { r.report(n, d) },
		"method_options": func(n *yaml.Node) { r.methodOptions(n, d) },
		"paused":         func(n *yaml.Node) { d.Paused = r.Bool(n, "paused") },
	}
}

// read fills d from a mapping. own are further keys.
func (r *reader) read(n *yaml.Node, what string, d *draft, own yamlread.Fields) {
	f := r.fields(d)
	maps.Copy(f, own)
	d.options, d.former = map[string]string{}, map[string]string{}
	lines := r.Mapping(n, what, f, func(k, v *yaml.Node) bool { return r.crawlSetting(k, v, d) })
	maps.Copy(d.lines, lines)
	for name, text := range d.options {
		if was, twice := d.former[name]; twice && was != text {
			r.FaultAt(lines[name], "%s has two values: %s, and %s in method_options; leave out one of them", name, was, text)
		}
	}
	for name := range d.former {
		if r.opt.WarnFormer {
			r.WarnAt(lines[name], "%s belongs into method_options now; as a key of the job it is read until the next release", name)
		}
	}
}

// methodOptions reads options of methods. They are settings like others.
func (r *reader) methodOptions(n *yaml.Node, d *draft) {
	f := yamlread.Fields{}
	for _, name := range r.opt.MethodOptions {
		f[name] = func(n *yaml.Node) {
			if s, ok := r.Text(n, name); ok {
				d.options[name], d.Settings[name] = s, s
			}
		}
	}
	for name, line := range r.Mapping(n, "method_options", f, nil) {
		if d.lines[name] == 0 {
			d.lines[name] = line
		}
	}
}

// sitemaps reads URLs; "auto" and "none" are the setting of a crawl of that name.
func (r *reader) sitemaps(n *yaml.Node, d *draft) {
	if n.Kind == yaml.ScalarNode && (n.Value == "auto" || n.Value == "none") {
		d.Settings["sitemaps"] = n.Value
		return
	}
	d.Sitemaps = r.URLs(n, "sitemaps")
}

// crawlSetting reads a setting of a crawl.
func (r *reader) crawlSetting(k, v *yaml.Node, d *draft) bool {
	former := slices.Contains(r.opt.MethodOptions, k.Value)
	if !former && !slices.Contains(r.opt.Settings, k.Value) {
		return false
	}
	if s, ok := r.Text(v, k.Value); ok {
		if d.Settings[k.Value] = s; former {
			d.former[k.Value] = s
		}
	}
	return true
}

func (r *reader) retention(n *yaml.Node, t *monitor.Retention) {
	r.Mapping(n, "retention", yamlread.Fields{
		"age":  func(n *yaml.Node) { t.Age = r.Duration(n, "retention.age", time.Hour) },
		"size": func(n *yaml.Node) { t.Size = r.Size(n, "retention.size") },
	}, nil)
}

// mostEventPages bounds the pages of a kept event graph: they are held in memory once a run.
const mostEventPages = 200_000

// eventGraph reads true, false, or how many pages the graph is made from.
func (r *reader) eventGraph(n *yaml.Node, g *monitor.EventGraph) {
	*g = monitor.EventGraph{On: true}
	if n.Kind == yaml.ScalarNode {
		g.On = r.Bool(n, "event-graph")
		return
	}
	r.Mapping(n, "event-graph", yamlread.Fields{
		"pages":   func(n *yaml.Node) { g.Pages = r.Int(n, "event-graph.pages", 1, mostEventPages) },
		"hazards": func(n *yaml.Node) { g.Hazards = r.hazards(n) },
	}, nil)
}

// hazards reads the name of a file with kinds of events, and looks whether it can be read.
func (r *reader) hazards(n *yaml.Node) string {
	name := r.Beside(n, "event-graph.hazards")
	if name == "" {
		return ""
	}
	f, err := os.Open(name)
	if err == nil {
		_, err = extract.ReadHazards(f, name)
		f.Close() //nolint:errcheck // it was only read
	}
	if err != nil {
		r.Fault(n, "event-graph.hazards: %v", err)
	}
	return name
}

// job reads one job.
func (r *reader) job(n *yaml.Node, defaults *draft) {
	d := defaults.clone()
	d.File, d.Line = r.File, n.Line
	r.rules, r.urgent = map[string][]string{}, slices.Clone(r.urgentDefault)
	maps.Copy(r.rules, r.rulesDefault)
	for i := range d.AlertRules {
		r.receiverRefs = append(r.receiverRefs, receiverRef{job: &d.Job, rule: i, line: d.AlertRules[i].Line})
	}
	for i := range d.Report.To {
		r.receiverRefs = append(r.receiverRefs, receiverRef{job: &d.Job, rule: i, line: d.Report.Line, report: true})
	}
	if name := yamlread.Value(n, "name"); yamlread.IsName(name) { // first, for messages
		r.Reader.Job = name
	}
	defer func() { r.Reader.Job = "" }()
	r.read(n, "a job", d, yamlread.Fields{"name": func(n *yaml.Node) { d.Name = r.Name(n, "a job's name") }})
	if n.Kind != yaml.MappingNode {
		return
	}
	r.whole(n, d)
	if at, ok := r.seen["job "+d.Name]; ok && d.Name != "" {
		r.FaultAt(d.lines["name"], "a job of this name stands in line %d already", at)
	}
	r.seen["job "+d.Name] = d.lines["name"]
	r.jobs = append(r.jobs, d)
	r.out.Jobs = append(r.out.Jobs, &d.Job)
}

// said reports whether one of the keys of a job is there with a fault, which was told: what is missing by that is not told, too.
func (r *reader) said(d *draft, keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		first, end := d.lines[key], math.MaxInt
		for _, line := range d.lines {
			if line > first {
				end = min(end, line)
			}
		}
		return first > 0 && r.FaultBetween(first, max(end, first+1))
	})
}

// whole checks a job as a whole.
func (r *reader) whole(n *yaml.Node, d *draft) {
	if d.lines["name"] == 0 {
		r.Fault(n, "a job needs a name")
	}
	if len(d.Seeds)+len(d.Feeds)+len(d.Sitemaps) == 0 && !d.Search.On() && !r.said(d, "seeds", "feeds", "sitemaps", "search") {
		r.Fault(n, "a job needs seeds, feeds or sitemaps, or a search that finds some")
	}
	if d.Budget.Pages == 0 && !r.said(d, "budget") {
		r.Fault(n, "a job needs budget.pages: how many new pages a run may bring")
	}
	if d.lines["schedule"] == 0 {
		r.Fault(n, "a job needs a schedule, such as \"*/10 * * * *\" or \"@every 10m\"")
	} else if d.when != "" {
		s, err := monitor.ParseSchedule(d.when, d.Zone)
		if err != nil {
			r.FaultAt(d.lines["schedule"], "%v", err)
		}
		d.Schedule = s
	}
	for i := range d.AlertRules {
		d.AlertRules[i].Quiet = slices.Clone(d.AlertRules[i].Quiet)
		for k := range d.AlertRules[i].Quiet {
			d.AlertRules[i].Quiet[k].Zone = cmp.Or(d.Zone, time.Local)
		}
	}
	r.shiftsOf(d)
	r.urgentRules(d)
	r.fits(d)
}

// urgentRules replaces names of rules by the rules that they stand for.
func (r *reader) urgentRules(d *draft) {
	for _, u := range r.urgent {
		var all []string
		for _, name := range u.names {
			rules, ok := r.rules[name]
			if !ok {
				r.FaultAt(u.line, "urgent names %q, but the job has no such rule in alerts", name)
			}
			all = append(all, rules...)
		}
		s := d.Phases.Set[u.phase]
		s.Urgent = all
		d.Phases.Set[u.phase] = s
	}
}

// fits warns of what works but is hardly intended.
func (r *reader) fits(d *draft) {
	if d.Schedule == nil || d.Budget.Time == 0 {
		return
	}
	from := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	if t := monitor.TimesOf(d.Schedule, from, 2); len(t) == 2 && t[1].Sub(t[0]) < d.Budget.Time {
		r.WarnAt(d.lines["budget"], "budget.time is %v, but a run is due every %v: those that become due meanwhile are merged into the next", d.Budget.Time, t[1].Sub(t[0]))
	}
}
