package jobfile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Restricted is a setting of crawls that reaches further than a crawl: who may only save the file of
// jobs, as the page does, must not change it.
type Restricted struct {
	Key string
	Why string // what it reaches, in English, such as "it names a program"
	// Free, if not nil, makes it a setting whose values are names of files: it reports the values that
	// are none. Such a setting may have any value that the file on the machine gives it somewhere,
	// and any file in [Options.Files].
	Free func(value string) bool
}

// MachineOnly returns what text changes of the file of jobs called name, which holds the first of was
// that can be read, although only who edits that file on its machine may change it: settings of [Options.Restricted], the folder
// of the jobs, search sources by address, and receivers that name a file or a variable. It reads no
// file that text names, and it takes text as [Parse] does: what Parse cannot read, it cannot either,
// and returns nothing for.
func MachineOnly(name string, text []byte, opt Options, was ...[]byte) []yamlread.Finding {
	r := &reader{Reader: yamlread.Reader{File: name}, opt: opt, dir: filepath.Dir(name), seen: map[string]int{}}
	now := r.Root(text, maxFile, english.Phrase{})
	if now == nil {
		return nil
	}
	r.Findings = nil
	m := machine{reader: r, now: powersOf(now, opt)}
	for _, text := range was {
		if root := (&yamlread.Reader{File: name}).Root(text, maxFile, english.Phrase{}); root != nil {
			m.was = powersOf(root, opt)
			break
		}
	}
	m.settings()
	m.receivers()
	return r.Findings
}

// machine compares two texts.
type machine struct {
	*reader
	was, now powers
}

// powers holds what a text says of the machine.
type powers struct {
	settings  []power
	receivers []power // the value is the receiver as a whole
}

// power is one value. Its place is a job, "" for the file and its defaults.
type power struct {
	place, key, value string
	line              int
	bound             bool // of a receiver: it names a file or a variable
}

// settings reports changed settings.
func (m *machine) settings() {
	for _, p := range m.now.settings {
		if !slices.ContainsFunc(m.was.settings, p.same) && !m.file(p) {
			m.refuse(p)
		}
	}
	for _, p := range m.was.settings { // what was taken away: a proxy, the sandbox
		gone := !slices.ContainsFunc(m.now.settings, func(o power) bool { return o.place == p.place && o.key == p.key })
		if gone && m.restricted(p.key).Free == nil && slices.Contains(m.places(), p.place) {
			m.refuse(p)
		}
	}
}

func (p power) same(o power) bool { return p.place == o.place && p.key == o.key && p.value == o.value }

// places are the jobs that both texts have, and the file itself.
func (m *machine) places() []string { return append(jobsOf(m.now), "") }

func jobsOf(p powers) (names []string) {
	for _, s := range p.settings {
		if s.key == jobKey {
			names = append(names, s.value)
		}
	}
	return names
}

// jobKey notes in powers that there is a job, whose name is the value.
const jobKey = ""

// file reports whether p names what it may: no file, a file that the machine's text names for the same
// setting, or one in a folder for such files.
func (m *machine) file(p power) bool {
	switch r := m.restricted(p.key); {
	case p.key == jobKey:
		return true
	case r.Free == nil:
		return false
	case r.Free(p.value):
		return true
	}
	if slices.ContainsFunc(m.was.settings, func(o power) bool { return o.key == p.key && o.value == p.value }) {
		return true
	}
	return !slices.ContainsFunc(strings.Split(strings.TrimPrefix(p.value, "@"), ","), func(one string) bool { return !m.listed(strings.TrimSpace(one)) })
}

// listed reports whether a file lies in a folder of Options.Files, wherever links lead to.
func (m *machine) listed(name string) bool {
	if beside := filepath.Join(m.dir, name); !filepath.IsAbs(name) && exists(beside) {
		name = beside
	}
	return slices.ContainsFunc(m.opt.Files, func(folder string) bool {
		in, err := filepath.Rel(real(folder), real(name))
		return err == nil && filepath.IsLocal(in)
	})
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// real is the absolute name of what name leads to, as far as it is there.
func real(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	if to, err := filepath.EvalSymlinks(name); err == nil {
		return to
	}
	if dir := filepath.Dir(name); dir != name {
		return filepath.Join(real(dir), filepath.Base(name))
	}
	return name
}

func (m *machine) restricted(key string) Restricted {
	for _, r := range fixed {
		if r.Key == key {
			return r
		}
	}
	for _, r := range m.opt.Restricted {
		if r.Key == key {
			return r
		}
	}
	return Restricted{}
}

// fixed are the keys of a file of jobs that are no settings of crawls and reach as far.
var fixed = []Restricted{
	{Key: "folder", Why: "it names a folder of the machine"},
	{Key: "desk", Why: "it names a folder of the machine"}, // folder, of release 0.1
	{Key: capKey, Why: "it names a folder of the machine", Free: yamlread.IsURL},
	{Key: hazardsKey, Why: "it names a file of the machine", Free: func(name string) bool { return name == "" }},
	{Key: sourcesKey, Why: "it names an address or a folder; give the source a name in the settings (--config)"},
}

// sourcesKey are the search sources that a job names by KIND=ADDRESS, capKey the feeds and folders of alerts, hazardsKey a file of
// kinds of events.
const (
	sourcesKey = "search.sources"
	capKey     = "phases.cap"
	hazardsKey = "event-graph.hazards"
)

func (m *machine) refuse(p power) {
	m.Reader.Job = p.place
	m.FaultAt(p.line, "%s cannot be changed here: %s, so it is set on the machine, in %s itself", p.key, english.Word(m.restricted(p.key).Why), m.File)
	m.Reader.Job = ""
}

// receivers reports receivers that were changed and name, or named, a file or a variable.
func (m *machine) receivers() {
	find := func(name string) *power {
		for i := range m.was.receivers {
			if m.was.receivers[i].key == name {
				return &m.was.receivers[i]
			}
		}
		return &power{}
	}
	for _, p := range m.now.receivers {
		if old := find(p.key); old.value != p.value && (p.bound || old.bound) {
			m.FaultAt(p.line, "receiver %s cannot be changed here: it names a file or a variable of the machine, so it is set on the machine, in %s itself", p.key, m.File)
		}
	}
}

// powersOf returns what the mapping root says of the machine.
func powersOf(root *yaml.Node, opt Options) (p powers) {
	if root == nil {
		return p
	}
	pairs(root, func(key string, v *yaml.Node) {
		switch key {
		case "folder", "desk":
			p.settings = append(p.settings, power{key: key, value: v.Value, line: v.Line})
		case "defaults":
			p.job("", v, opt)
		case "jobs":
			items(v, func(n *yaml.Node) {
				name := yamlread.Value(n, "name")
				p.settings = append(p.settings, power{place: name, key: jobKey, value: name})
				p.job(name, n, opt)
			})
		case "receivers":
			items(v, func(n *yaml.Node) {
				var out bytes.Buffer
				bound := spell(&out, n)
				p.receivers = append(p.receivers, power{key: yamlread.Value(n, "name"), value: out.String(), line: n.Line, bound: bound})
			})
		}
	})
	return p
}

// job adds what a job, or the defaults, say.
func (p *powers) job(place string, n *yaml.Node, opt Options) {
	pairs(n, func(key string, v *yaml.Node) {
		if key == "search" {
			pairs(v, func(key string, v *yaml.Node) {
				items(v, func(n *yaml.Node) {
					if key == "sources" && strings.Contains(n.Value, "=") {
						p.settings = append(p.settings, power{place: place, key: sourcesKey, value: n.Value, line: n.Line})
					}
				})
			})
		}
		if key == "event-graph" {
			pairs(v, func(key string, v *yaml.Node) {
				if key == "hazards" {
					p.settings = append(p.settings, power{place: place, key: hazardsKey, value: v.Value, line: v.Line})
				}
			})
		}
		if key == "phases" {
			pairs(v, func(key string, v *yaml.Node) {
				items(v, func(n *yaml.Node) {
					if key == "cap" {
						p.settings = append(p.settings, power{place: place, key: capKey, value: n.Value, line: n.Line})
					}
				})
			})
		}
		if slices.ContainsFunc(opt.Restricted, func(r Restricted) bool { return r.Key == key }) {
			p.settings = append(p.settings, power{place: place, key: key, value: v.Value, line: v.Line})
		}
	})
}

// spell writes a value in one way, however it is laid out, and reports whether it names a file or a
// variable of the machine.
func spell(out *bytes.Buffer, n *yaml.Node) (bound bool) {
	switch n = yamlread.Resolve(n); n.Kind {
	case yaml.MappingNode:
		pairs(n, func(key string, v *yaml.Node) {
			fmt.Fprintf(out, "%q:", key) //nolint:errcheck // never fails
			named := key == "path" || strings.HasSuffix(key, "-file") || strings.HasSuffix(key, "-env")
			bound = spell(out, v) || named || bound
		})
	case yaml.SequenceNode:
		for _, item := range n.Content {
			bound = spell(out, item) || bound
		}
	default:
		fmt.Fprintf(out, "%q,", n.Value) //nolint:errcheck // never fails
	}
	return bound
}

// pairs calls f for each pair of a mapping, also for one that Parse will refuse.
func pairs(n *yaml.Node, f func(key string, v *yaml.Node)) {
	n = yamlread.Resolve(n)
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		f(n.Content[i].Value, yamlread.Resolve(n.Content[i+1])) // of a key that is an alias Parse takes the name, too
	}
}

// items calls f for each item of a list; a single value is a list of one.
func items(n *yaml.Node, f func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		f(n)
		return
	}
	for _, item := range n.Content {
		f(yamlread.Resolve(item))
	}
}
