package query_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

func entry(iri string, weight float64, core bool, labels ...string) semsim.Entry {
	e := semsim.Entry{IRI: iri, Weight: weight, Core: core}
	for _, l := range labels {
		text, lang, _ := strings.Cut(l, "@")
		e.Labels = append(e.Labels, ontology.Label{Text: text, Lang: lang})
	}
	return e
}

func texts(plan []query.Planned) (list []string) {
	for _, q := range plan {
		list = append(list, q.Lang+" "+q.Text)
	}
	return list
}

// TestPlan: labels of core concepts come first, those that stand in others before these;
// languages take turns; pairs follow.
func TestPlan(t *testing.T) {
	v := &semsim.TopicVector{Entries: []semsim.Entry{
		entry("t:typhoon", 1, true, "typhoon warning@en", "typhoon@en", "台风@zh", "颱風@zh-Hant", "风@zh", "TC@en"),
		entry("t:surge", .6, false, "storm surge@en", "风暴潮@zh"),
		entry("t:rain", .4, false, "rain@en"),
	}}
	got := texts(query.Plan(v))
	want := []string{"en typhoon", "zh-Hans 台风", "zh-Hant 颱風", "en typhoon warning", "zh-Hans 台风 风暴潮", "en typhoon storm surge", "en typhoon rain"}
	if !slices.Equal(got, want) {
		t.Errorf("the plan is\n%q; want\n%q", got, want)
	}
	for _, q := range query.Plan(v) {
		if !(q.Weight > 0 && q.Weight <= 1) || q.Concepts[0] != "t:typhoon" {
			t.Errorf("%q weighs %v and asks for %q", q.Text, q.Weight, q.Concepts)
		}
	}
}

// TestPlanInLanguages: of a topic in three languages only those are asked for that are wanted;
// "zh" takes both scripts, and what has no language is asked in any.
func TestPlanInLanguages(t *testing.T) {
	v := &semsim.TopicVector{Entries: []semsim.Entry{
		entry("t:typhoon", 1, true, "typhoon@en", "台风@zh", "颱風@zh-Hant", "tifón@es", "Haiyan@"),
		entry("t:surge", .6, false, "storm surge@en", "风暴潮@zh", "marejada@es"),
	}}
	if got := query.Languages(query.Plan(v)); !slices.Equal(got, []string{"en", "zh-Hans", "zh-Hant", "es"}) {
		t.Errorf("the languages are %q", got)
	}
	for _, x := range []struct{ langs, want []string }{
		{[]string{"zh"}, []string{"zh-Hans 台风", "zh-Hant 颱風", " Haiyan", "zh-Hans 台风 风暴潮"}},
		{[]string{"ZH-hant", "es"}, []string{"zh-Hant 颱風", "es tifón", " Haiyan", "es tifón marejada"}},
		{[]string{"fr"}, []string{" Haiyan"}},
		{[]string{"e"}, []string{" Haiyan"}},
	} {
		if got := texts(query.Plan(v, x.langs...)); !slices.Equal(got, x.want) {
			t.Errorf("in %q: %q; want %q", x.langs, got, x.want)
		}
	}
}

// TestPlanOfBadLabels: what an engine takes for an operator is no part of a question, and
// words of grammar are not asked for.
func TestPlanOfBadLabels(t *testing.T) {
	v := &semsim.TopicVector{Entries: []semsim.Entry{entry("t:a", 1, true,
		`-storm "of the" century@en`, "site:example.org storm@en", "!bang storms@en", ":zh floods@en", "the@en", "  @en", "的@zh", strings.Repeat("x", 500)+"@en", "storm OR flood@en")}}
	got := texts(query.Plan(v))
	slices.Sort(got)
	want := []string{"en bang storms", "en site example.org storm", "en storm of the century", "en storm or flood", "en zh floods"}
	if !slices.Equal(got, want) {
		t.Errorf("the plan is\n%q; want\n%q", got, want)
	}
	for _, v := range []*semsim.TopicVector{nil, {}, {Entries: []semsim.Entry{entry("t:a", 0, true, "x@en")}}, {Entries: []semsim.Entry{entry("t:a", 1, true)}}} {
		if p := query.Plan(v); len(p) != 0 {
			t.Errorf("a topic without words asks %v", p)
		}
	}
}

// TestPlanOfSharedLabels: two concepts with one label ask once, for both.
func TestPlanOfSharedLabels(t *testing.T) {
	v := &semsim.TopicVector{Entries: []semsim.Entry{entry("t:a", 1, true, "storm@en"), entry("t:b", .9, true, "Storm@en"), entry("t:c", .8, true, "storm@es")}}
	p := query.Plan(v)
	if len(p) != 1 || !slices.Equal(p[0].Concepts, []string{"t:a", "t:b"}) {
		t.Errorf("the plan is %+v", p)
	}
}

func TestPlanOfManyLabels(t *testing.T) {
	var labels []string
	for i := range 10_000 {
		labels = append(labels, fmt.Sprintf("storm number %d@en", i))
	}
	start := time.Now()
	p := query.Plan(&semsim.TopicVector{Entries: []semsim.Entry{entry("t:a", 1, true, labels...)}})
	if took := time.Since(start); len(p) != query.MaxPlan || pacetest.Over(took, 20*time.Second) {
		t.Errorf("%d questions in %v", len(p), took)
	}
}
