package relevance

import (
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// grades is a topic whose kinds of storms are not core, as a topic that names one concept of an ontology has them.
func grades() *semsim.TopicVector {
	entry := func(iri string, above []string, labels ...string) semsim.Entry {
		e := semsim.Entry{IRI: iri, Above: above, Weight: .5}
		for _, l := range labels {
			lang := "en"
			if l[0] >= 0x80 {
				lang = "zh"
			}
			e.Labels = append(e.Labels, ontology.Label{Text: l, Lang: lang})
		}
		return e
	}
	cyclone, hazard := []string{"cyclone"}, []string{"hazard"}
	return &semsim.TopicVector{Name: "grades", Entries: []semsim.Entry{
		{IRI: "hazard", Weight: 1, Core: true, Labels: []ontology.Label{{Text: "hazard", Lang: "en"}}},
		entry("typhoon", cyclone, "台风", "typhoon"),
		entry("severe", cyclone, "强台风", "severe typhoon"),
		entry("super", cyclone, "超强台风", "強颱", "super typhoon"),
		entry("landfall", hazard, "台风登陆"),
		entry("storm", cyclone, "tropical storm"),
		entry("remnant", cyclone, "post-tropical storm"),
		entry("warning", hazard, "flood warning", "暴雨预警", "severe tropical storm warning"),
		entry("flood", hazard, "flood"),
		entry("rain", hazard, "暴雨"),
		entry("gale", hazard, "typhoon-force winds", "typhoon-like winds", "台风级大风", "台风级别"),
		entry("cyclone", nil, "cyclone"),
		entry("kind", []string{"mild"}, "轻强"),
		entry("mild", cyclone, "轻强台"),
	}}
}

// A grade is never claimed by a label inside another; whatever else a label holds still counts.
func TestLabelsInsideLabels(t *testing.T) {
	t.Parallel()
	j := judgeOf(t, grades(), Options{Judge: Fielded})
	for text, want := range map[string][]string{
		"强台风":                             {"severe 强台风", "typhoon 台风"},
		"強颱風來襲":                           {"severe 強颱風", "typhoon 颱風"},
		"強颱登陸":                            {"super 強颱"},
		"超强台风":                            {"super 超强台风", "typhoon 台风"},
		"轻强台":                             {"mild 轻强台", "super 强台"},
		"暴雨预警":                            {"warning 暴雨预警", "rain 暴雨"},
		"台风级大风":                           {"gale 台风级大风"},
		"台风级别":                            {"gale 台风级别", "typhoon 台风"},
		"flood warnings":                  {"warning flood warnings", "flood flood"},
		"a severe tropical storm warning": {"warning severe tropical storm warning", "storm tropical storm"},
		"a post-tropical storm":           {"remnant post-tropical storm"},
		"Typhoon-force winds":             {"gale Typhoon-force winds"},
		"typhoon-like winds":              {"gale typhoon-like winds"},
	} {
		var got []string
		p := judgeHeadline(t, j, "News", text)
		for _, b := range p.Blocks {
			for _, m := range b.Mentions {
				got = append(got, j.topic.Entries[m.Entry].IRI+" "+b.Text[m.Start:m.End])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: mentions %q, want %q", text, got, want)
		}
	}
}

// A page of a severe typhoon names no super typhoon, whichever concepts of the embedded ontology are core.
func TestSevereIsNotSuper(t *testing.T) {
	t.Parallel()
	whole := topicOf(t, "typhoon")
	narrow := *whole
	narrow.Entries = slices.Clone(whole.Entries)
	for i := range narrow.Entries {
		e := &narrow.Entries[i]
		e.Core = ontology.LocalName(e.IRI) == "Typhoon"
	}
	for _, v := range []*semsim.TopicVector{whole, &narrow} {
		j := judgeOf(t, v, Options{Judge: Fielded})
		p := judgeHeadline(t, j, "强台风“摩羯”登陆海南", "中央气象台发布强台风预警，强台风摩羯中心附近最大风力15级。强颱風摩羯逼近。")
		severe := false
		for _, ev := range j.Score(p).Evidence {
			severe = severe || ontology.LocalName(ev.Concept) == "SevereTyphoon"
			if ontology.LocalName(ev.Concept) == "SuperTyphoon" {
				t.Errorf("%+v", ev)
			}
		}
		if !severe {
			t.Error("the severe typhoon is not found")
		}
	}
}
