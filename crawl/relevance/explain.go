package relevance

import (
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Explanation is a judged page and why it was judged so. The JSON names are an
// interface.
type Explanation struct {
	Page      string           `json:"page"`
	Title     string           `json:"title"`
	Lang      string           `json:"lang"`
	Charset   string           `json:"charset"`
	Topic     string           `json:"topic"`
	Judge     string           `json:"judge"`
	Phi       float64          `json:"phi"`
	Relevance float64          `json:"relevance"`
	Relevant  bool             `json:"relevant"`
	Words     int              `json:"words"`
	Evidence  []crawl.Evidence `json:"evidence"`
}

// Explain judges p against the topic of that name. page says where p came from.
func (j *Judge) Explain(p *crawl.Page, page, topic string) *Explanation {
	s := j.Score(p)
	return &Explanation{
		Page: page, Title: p.Title, Lang: p.Lang, Charset: p.Charset, Topic: topic, Judge: j.Name(),
		Phi: j.Phi(), Relevance: s.Relevance, Relevant: s.Relevant, Words: p.Words, Evidence: append([]crawl.Evidence{}, s.Evidence...),
	}
}

// Write writes the explanation as text. The concepts of v have their names in the
// language lang, "en" or "zh".
func (r *Explanation) Write(w io.Writer, v *semsim.TopicVector, lang string) error {
	verdict := "not relevant"
	sign := "<="
	if r.Relevant {
		verdict, sign = "relevant", ">"
	}
	fmt.Fprintf(w, "%s\n%s\n\n", term.Safe(r.Page), term.Safe(r.Title))
	fmt.Fprintf(w, "relevance %.4f %s phi %.2f: %s   (topic %s, judge %s, %d words, %s)\n\n",
		r.Relevance, sign, r.Phi, verdict, term.Safe(r.Topic), r.Judge, r.Words, term.Safe(r.Charset))
	if len(r.Evidence) == 0 {
		_, err := fmt.Fprintln(w, "This page has none of the topic's words.")
		return err
	}
	names := conceptNames(v, lang)
	tb := &term.Table{Head: []string{">contribution", "concept", "label found", "group", ">count"}}
	for _, e := range r.Evidence {
		tb.Add(fmt.Sprintf("%.4f", e.Contribution), names[e.Concept], e.Label, e.Group, fmt.Sprint(e.Count))
	}
	return tb.Write(w)
}

func conceptNames(v *semsim.TopicVector, lang string) map[string]string {
	names := make(map[string]string)
	for _, e := range v.Entries {
		names[e.IRI] = e.En
		if lang == "zh" {
			names[e.IRI] = e.Zh
		}
	}
	return names
}
