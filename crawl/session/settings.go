package session

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// named is a field of a Spec under the name of a setting.
type named struct {
	name string
	at   any // a pointer to the field
}

// named are the fields by which a run chooses and judges for good, under the names of the settings of the
// command line: whoever reads a run folder reads the settings of all programs alike.
func (s *Spec) named() []named {
	j, f, c := &s.Judge, &s.Filter, &s.Strategy
	all := []named{
		{"judge", &j.Name}, {"phi", &j.Phi}, {"segmenter", &j.Segmenter},
		{"same-site", &f.SameSite}, {"include", &f.Include}, {"exclude", &f.Exclude}, {"filter", &f.Core}, {"filter-topic", &f.CoreTopic},
	}
	if c.Use != nil { // the program that brings it names it in its Settings
		return all
	}
	return append(append(all, named{"strategy", &c.Name}, named{"linkrank", &c.LinkRank}), namedParams(&c.Params)...)
}

// namedParams are the options of strategies and link rankers. One that is a word is none of them.
func namedParams(p *strategy.Params) []named {
	all := []named{{"seed", &p.Seed}}
	for _, o := range strategy.All().Options() {
		if _, word := o.Default.(string); !word {
			all = append(all, named{o.Name, o.Field(p)})
		}
	}
	return all
}

// about are the settings that say where a topic was read; its content is compared, not they.
func about(t *topic.Topic) map[string]any {
	made := t.Made
	sim := made.Similarity
	if sim == (semsim.Params{}) {
		sim = semsim.Defaults()
	}
	w := sim.Weights
	var rules []string
	for _, property := range slices.Sorted(maps.Keys(made.Mapping)) {
		rules = append(rules, fmt.Sprintf("%q: %v", property, made.Mapping[property]))
	}
	core := "auto"
	if made.Narrow {
		core = "concept"
	}
	return map[string]any{
		"topic": made.Names, "core": core, "ontology": made.Ontology, "keywords": made.Keywords, "topic-from": made.Samples, "topics": made.Directory,
		"map": strings.Join(rules, ", "), "reason": cmp.Or(string(made.Reason), "off"),
		"tau": sim.Tau, "alpha": w.Dis, "beta": w.Den, "gamma": w.Dep, "delta": w.Coi, "epsilon": w.Rel,
	}
}

// fill gives every zero value of s the default that it stands for: of a run that goes on, what it began with.
func (s *Spec) fill(began map[string]any) {
	if s.Strategy.Params == (strategy.Params{}) {
		s.Strategy.Params = strategy.Defaults()
		take(namedParams(&s.Strategy.Params), began, true)
	}
	take(s.named(), began, false)
	if text, ok := began["tag-weights"].(string); ok && s.Judge.Groups == nil {
		s.Judge.setGroups(text)
	}
	j := &s.Judge
	j.Name = judgeName(s)
	j.Segmenter = cmp.Or(j.Segmenter, lexicon.Hybrid)
	j.Taught = cmp.Or(j.Taught, TaughtRun)
	s.Strategy.Name = cmp.Or(s.Strategy.Name, strategy.Methods()[0].Name)
	s.Strategy.Patience = cmp.Or(s.Strategy.Patience, defaultPatience)
	s.Folder.Archive = cmp.Or(s.Folder.Archive, ArchiveRelevant)
	s.Folder.KeepText = cmp.Or(s.Folder.KeepText, KeepTextAll)
	s.FrontierMemory = cmp.Or(s.FrontierMemory, defaultFrontierMemory)
}

// take gives fields the values that a run began with: those that are zero, or all. A value of another type
// is left.
func take(fields []named, began map[string]any, all bool) {
	for _, f := range fields {
		value, ok := began[f.name]
		field := reflect.ValueOf(f.at).Elem()
		if !ok || !all && (!field.IsZero() || field.Kind() == reflect.Bool) { // false is no default, it says no
			continue
		}
		if text, err := yaml.Marshal(value); err == nil {
			_ = yaml.Unmarshal(text, f.at) // of another type: opening the folder says so
		}
	}
}

// setGroups reads weights as the setting tag-weights has them.
func (j *Judge) setGroups(text string) {
	var groups [crawl.NumGroups]float64
	parts := strings.Split(text, ",")
	if len(parts) != len(groups) {
		return
	}
	for i, p := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil {
			return
		}
		groups[i] = x
	}
	j.Groups = &groups
}

// settings returns the settings of s, which is filled, for a run of t.
func (s *Spec) settings(t *topic.Topic) map[string]any {
	v := about(t)
	for _, f := range s.named() {
		v[f.name] = reflect.ValueOf(f.at).Elem().Interface()
	}
	if s.Strategy.Use == nil {
		v["k-page"], v["k-link"] = max(s.Strategy.Params.KPage, 1), max(s.Strategy.Params.KLink, 1)
	}
	var weights []string
	if s.Judge.Groups != nil { // else the judge's own
		for _, w := range s.Judge.Groups {
			weights = append(weights, strconv.FormatFloat(w, 'g', -1, 64))
		}
	}
	v["tag-weights"], v["taught"], v["patience"] = strings.Join(weights, ","), s.Judge.Taught, max(s.Strategy.Patience, 0)
	word := func(name string, set bool, is, not string) {
		if v[name] = not; set {
			v[name] = is
		}
	}
	word("learn", s.Judge.NoLearn, relevance.LearnNone, "auto")
	word("sitemaps", s.Strategy.NoSitemaps, "none", "auto")
	word("site-search", s.Strategy.NoSiteSearch, "off", "on")
	word("dwdbrm-reward", s.Strategy.Params.NewSites, "host", "page")
	return v
}

// describe gives a filled Spec without Settings those that its fields stand for.
func (s *Spec) describe(t *topic.Topic) {
	f := &s.Folder
	if f.Settings != nil {
		return
	}
	f.Settings = s.settings(t)
	f.Free = append(slices.Clone(f.Free), "settings.topic", "settings.ontology", "settings.keywords", "settings.topic-from", "settings.topics",
		"settings.taught", "settings.patience")
	if f.Defaults == nil {
		zero := Spec{Topic: t}
		zero.fill(nil)
		f.Defaults = zero.settings(t)
	}
}

// began returns the settings that the run of s began with; none for a new one, and for one whose Settings a
// program gives, which then keeps what it likes itself.
func (s *Spec) began(dir string) map[string]any {
	if s.Folder.Settings != nil || s.Folder.Fresh || dir == "" {
		return nil
	}
	p, _, err := ReadParams(dir)
	if err != nil {
		return nil // opening it says why
	}
	return p.Settings
}

// firstFielded is the format of the first folders that knew the judge fielded.
const firstFielded = 3

// present brings settings of an earlier version to the names of the command line. A program's own were the
// fields of Judge, Strategy and Filter as they were, the zero values too.
func (p *Params) present(text []byte) {
	if _, own := p.Settings["strategy"].(map[string]any); !own {
		return
	}
	var was struct {
		Format   int
		Settings struct {
			Judge            string
			Phi              float64
			Groups           *[len(relevance.GroupWeights)]float64
			Segmenter, Learn string
			Strategy         Strategy
			Filter           Filter
		}
	}
	if yaml.Unmarshal(text, &was) != nil {
		return
	}
	of := was.Settings
	if of.Judge == "" && was.Format < firstFielded {
		of.Judge = relevance.Density
	}
	s := Spec{Topic: &topic.Topic{}, Strategy: of.Strategy, Filter: of.Filter,
		Judge: Judge{Name: of.Judge, Phi: of.Phi, Groups: of.Groups, Segmenter: of.Segmenter, NoLearn: of.Learn == relevance.LearnNone}}
	s.fill(nil)
	p.Settings = s.settings(s.Topic)
	for name := range about(s.Topic) { // unknown
		delete(p.Settings, name)
	}
	if embedded := topic.Embedded(); len(p.Ontologies) > 0 && !slices.ContainsFunc(p.Ontologies, func(o crawl.Origin) bool { return !slices.Contains(embedded, o.Name) }) {
		p.Settings["topic"] = p.Topic
	}
}

// upgrade brings the run.yaml of an earlier version to the form of this one; what it does not say is as now.
func (s *Session) upgrade(old []byte) ([]byte, error) {
	var p struct {
		Format int
		Params `yaml:",inline"`
	}
	if err := yaml.Unmarshal(old, &p); err != nil {
		return old, nil // it is reported with its place
	}
	_, own := p.Settings["strategy"].(map[string]any)
	if p.present(old); !own {
		return portableText(old), nil
	}
	for name, value := range s.spec.Folder.Settings {
		if _, ok := p.Settings[name]; !ok || name == "seed" && s.spec.peer != nil { // each part had one of its own
			p.Settings[name] = value
		}
	}
	p.Settings = portable(p.Settings)
	text, err := yaml.Marshal(p.Params)
	return append(fmt.Appendf(nil, "format: %d\n", max(p.Format, 1)), text...), err
}
