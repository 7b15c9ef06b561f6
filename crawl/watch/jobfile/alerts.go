package jobfile

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// alerts reads the rules of a job. A rule for several receivers becomes one rule for
// each, called RULE/RECEIVER.
func (r *reader) alerts(n *yaml.Node, j *monitor.Job) {
	j.AlertRules = nil
	clear(r.rules)
	r.receiverRefs = slices.DeleteFunc(r.receiverRefs, func(t receiverRef) bool { return t.job == j && !t.report })
	r.List(n, "alerts", func(n *yaml.Node) {
		t := monitor.AlertRule{Line: n.Line}
		var to []named
		lines := r.Mapping(n, "a rule of alerts", yamlread.Fields{
			"name": func(n *yaml.Node) { t.Name = r.Name(n, "a rule's name") },
			"to": func(n *yaml.Node) {
				r.List(n, "to", func(n *yaml.Node) {
					if s, ok := r.Text(n, "to"); ok {
						to = append(to, named{[]string{s}, n.Line, 0})
					}
				})
			},
			"relevance": func(n *yaml.Node) { t.MinRelevance = r.Float(n, "relevance", 0, 1) },
			"concepts":  func(n *yaml.Node) { t.Concepts = r.Texts(n, "concepts") },
			"languages": func(n *yaml.Node) { t.Languages = r.Texts(n, "languages") },
			"hosts":     func(n *yaml.Node) { t.Hosts = r.hosts(n) },
			"kinds":     func(n *yaml.Node) { t.Kinds = yamlread.All(&r.Reader, n, "kinds", r.kind) },
			"phases": func(n *yaml.Node) {
				r.List(n, "phases", func(n *yaml.Node) { t.Phases = append(t.Phases, r.phase(n, "phases")) })
			},
			"words":  func(n *yaml.Node) { r.words(n, &t.Asks) },
			"figure": func(n *yaml.Node) { t.Asks.Figures = yamlread.All(&r.Reader, n, "figure", r.figure) },
			"rises":  func(n *yaml.Node) { t.Asks.Rises = r.percent(n) },
			"place":  func(n *yaml.Node) { t.Asks.Places = r.Texts(n, "place") },
			"kind":   func(n *yaml.Node) { t.Asks.Kinds = yamlread.All(&r.Reader, n, "kind", r.pageKind) },
			"urgent": func(n *yaml.Node) { t.Urgent = r.Bool(n, "urgent") },
			"digest": func(n *yaml.Node) { t.Digest = r.Duration(n, "digest", time.Minute) },
			"quiet":  func(n *yaml.Node) { t.Quiet = yamlread.All(&r.Reader, n, "quiet", r.quietHours) }, // its zone is the job's, which may follow
		}, nil)
		r.rule(n, j, t, to, lines)
	})
}

// rule checks t as a whole and adds it to the job.
func (r *reader) rule(n *yaml.Node, j *monitor.Job, t monitor.AlertRule, to []named, lines map[string]int) {
	if t.Name == "" && lines["name"] == 0 {
		r.Fault(n, "a rule of alerts needs a name")
	}
	if len(to) == 0 {
		r.Fault(n, "rule %s needs to: the name of a receiver", t.Name)
	}
	if t.Urgent && t.Digest > 0 {
		r.FaultAt(lines["digest"], "rule %s is urgent, so it is sent at once; leave urgent or digest out", t.Name)
	}
	if _, ok := r.rules[t.Name]; ok && t.Name != "" {
		r.FaultAt(lines["name"], "the job has two rules called %s", t.Name)
		return
	}
	for _, c := range to {
		one := t
		if len(to) > 1 {
			one.Name = t.Name + "/" + c.names[0]
		}
		// Receivers may follow the jobs: they are looked up at the end.
		one.Receiver.Name = c.names[0]
		r.rules[t.Name] = append(r.rules[t.Name], one.Name)
		r.receiverRefs = append(r.receiverRefs, receiverRef{job: j, rule: len(j.AlertRules), line: c.line})
		j.AlertRules = append(j.AlertRules, one)
	}
}

func (r *reader) kind(n *yaml.Node, what string) (monitor.Kind, bool) {
	s, ok := r.OneOf(n, what, string(monitor.New), string(monitor.Changed), string(monitor.Gone), string(monitor.Gained), string(monitor.Lost), string(monitor.SourceFound))
	return monitor.Kind(s), ok
}

// words reads alternatives of phrases.
func (r *reader) words(n *yaml.Node, a *monitor.Asks) {
	s, ok := r.Text(n, "words")
	if !ok {
		return
	}
	var err error
	if a.Words, err = textrule.ParseWords(s); err != nil {
		r.Fault(n, "words: %v", err)
	}
}

func (r *reader) figure(n *yaml.Node, what string) (f monitor.FigureAsk, ok bool) {
	s, ok := r.Text(n, what)
	if !ok {
		return f, false
	}
	f, err := textrule.ParseFigure(s)
	if err != nil {
		r.Fault(n, "figure: %v", err)
	}
	return f, err == nil
}

// percent reads by how much a figure rises: 50%.
func (r *reader) percent(n *yaml.Node) float64 {
	s, ok := r.Text(n, "rises")
	if !ok {
		return 0
	}
	number, sign := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !sign || !(x >= 1 && x <= 100_000) {
		r.Fault(n, "rises is %s; write by how much a figure must rise, from 1%% on, as in 50%%", yamlread.Quoted(n))
		return 0
	}
	return x / 100
}

func (r *reader) pageKind(n *yaml.Node, what string) (string, bool) {
	return r.OneOf(n, what, textrule.PageKinds()...)
}

func (r *reader) hosts(n *yaml.Node) (all []string) {
	r.List(n, "hosts", func(n *yaml.Node) {
		s, ok := r.Text(n, "hosts")
		if ok && (s == "" || strings.ContainsAny(s, "/ *@")) {
			r.Fault(n, "hosts holds %s; write the name alone, as in cma.gov.cn, which stands for what is below it, too", yamlread.Quoted(n))
			return
		}
		all = append(all, strings.ToLower(s))
	})
	return all
}

// receivers reads the receivers of the file.
func (r *reader) receivers(n *yaml.Node) {
	channels := r.opt.Channels
	if channels == nil {
		channels = notify.Channels()
	}
	kinds := make([]string, len(channels))
	for i, c := range channels {
		kinds[i] = c.Kind
	}
	r.List(n, "receivers", func(n *yaml.Node) {
		var c monitor.Receiver
		var lines map[string]int
		var ping notify.Ping
		common := ping.Fields(&r.Reader)
		maps.Copy(common, yamlread.Fields{
			"name": func(n *yaml.Node) { c.Name = r.Name(n, "a receiver's name") },
			"kind": func(n *yaml.Node) { c.Kind, _ = r.OneOf(n, "kind", kinds...) },
		})
		if i := slices.Index(kinds, yamlread.Value(n, "kind")); i >= 0 {
			config := channels[i].New()
			c.Config = notify.Config{Settings: config}
			lines = config.Read(&r.Reader, n, "a receiver of kind "+kinds[i], common)
		} else { // its channel, and so its other keys, are unknown
			lines = r.Mapping(n, "a receiver", common, func(_, _ *yaml.Node) bool { return true })
		}
		switch {
		case lines == nil:
			r.nameless = true
			return
		case lines["kind"] == 0:
			r.nameless = r.nameless || c.Name == ""
			r.Fault(n, "a receiver needs a kind: %s", strings.Join(kinds, ", "))
		}
		if ping.Check(&r.Reader, n, c.Name, lines); c.Name == notify.Operators {
			r.out.Ping = ping
		}
		r.receiver(n, c, lines)
	})
}

// receiver keeps c, if its name is unique.
func (r *reader) receiver(n *yaml.Node, c monitor.Receiver, lines map[string]int) {
	if lines["name"] == 0 && !r.nameless {
		r.Fault(n, "a receiver needs a name")
	}
	r.nameless = r.nameless || c.Name == ""
	if at, ok := r.seen["receiver "+c.Name]; ok && c.Name != "" {
		r.FaultAt(lines["name"], "line %d already has a receiver called %s", at, c.Name)
		return
	}
	r.seen["receiver "+c.Name] = lines["name"]
	r.out.Receivers = append(r.out.Receivers, c)
}
