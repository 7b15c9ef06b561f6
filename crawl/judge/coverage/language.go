package coverage

import (
	"cmp"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Language is a language of pages or of labels.
type Language struct {
	Lang     string `json:"lang"` // primary subtag; "" if pages do not say
	Pages    int    `json:"pages"`
	Relevant int    `json:"relevant"`
	Mention  int    `json:"mentioning"` // pages with a mention that counts
	Labels   int    `json:"labels"`     // of the topic
	Core     int    `json:"core"`       // core concepts with a label in it
	Cores    int    `json:"cores"`      // core concepts
}

// languages counts pages and labels by language, those with most pages first.
func languages(run *calibrate.Run, topic *semsim.TopicVector) []Language {
	by := map[string]*Language{}
	of := func(lang string) *Language {
		if by[lang] == nil {
			by[lang] = &Language{Lang: lang}
		}
		return by[lang]
	}
	for i := range run.Pages {
		p := &run.Pages[i]
		l := of(primary(p.Record.Lang))
		l.Pages++
		l.Relevant += stats.Bit(p.Relevant)
		l.Mention += stats.Bit(len(p.Evidence) > 0)
	}
	cores := 0
	for i := range topic.Entries {
		e := &topic.Entries[i]
		cores += stats.Bit(e.Core)
		for lang, n := range labelLanguages(e) {
			l := of(lang)
			l.Labels += n
			l.Core += stats.Bit(e.Core)
		}
	}
	out := []Language{}
	for _, l := range by {
		l.Cores = cores
		out = append(out, *l)
	}
	sorts.Func(out, func(a, b Language) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Lang, b.Lang))
	})
	return out
}

// labelLanguages counts the labels of an entry that are looked for, by language. One
// without a language is Chinese if it has a Chinese character, else English.
func labelLanguages(e *semsim.Entry) map[string]int {
	langs := map[string]int{}
	for _, l := range e.Labels {
		lang := primary(l.Lang)
		switch {
		case l.Kind == ontology.Loose:
			continue
		case lang == "" && script.HasHan(l.Text):
			lang = "zh"
		case lang == "":
			lang = "en"
		}
		langs[lang]++
	}
	return langs
}

func primary(tag string) string {
	p, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	return strings.ToLower(p)
}

// missing notes for each concept the languages of pages in which it has no label, though
// the topic has.
func missing(concepts []Concept, topic *semsim.TopicVector, langs []Language) {
	for i := range concepts {
		has := labelLanguages(&topic.Entries[i])
		for _, l := range langs {
			if l.Labels > 0 && l.Pages > 0 && has[l.Lang] == 0 {
				concepts[i].Missing = append(concepts[i].Missing, l.Lang)
			}
		}
	}
}
