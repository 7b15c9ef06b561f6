package relevance

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Explanation is a judged page and why it was judged so. The JSON names are an
// interface.
type Explanation struct {
	Page      string           `json:"page"`
	Title     string           `json:"title"`
	Lang      string           `json:"lang"`
	Charset   string           `json:"charset"`
	Document  string           `json:"document,omitempty"` // kind of a document: text, pdf, docx or odt
	Kind      string           `json:"kind,omitempty"`     // what kind of page it is, as far as that is known
	Topic     string           `json:"topic"`
	Judge     string           `json:"judge"`
	Phi       float64          `json:"phi"`
	Relevance float64          `json:"relevance"`
	Relevant  bool             `json:"relevant"`
	Words     int              `json:"words"`
	Evidence  []crawl.Evidence `json:"evidence"`
	Model     int              `json:"model,omitempty"`   // number of the learned model that judged
	Learned   []WordShare      `json:"learned,omitempty"` // parts of the evidence "words", greatest first
	Doubts    []Doubt          `json:"doubts,omitempty"`  // concepts that count less, since their words have other senses
}

// Explain judges p against the topic of that name. page says where p came from.
func (j *Judge) Explain(p *crawl.Page, page, topic string) *Explanation {
	s := j.Score(p)
	kind := ""
	if p.About.Kind != crawl.KindUnknown {
		kind = p.About.Kind.String()
	}
	return &Explanation{
		Page: page, Title: p.Title, Lang: p.Lang, Charset: p.Charset, Document: p.Document, Kind: kind, Topic: topic, Judge: j.Name(),
		Phi: j.Phi(), Relevance: s.Relevance, Relevant: s.Relevant, Words: p.Words, Evidence: append([]crawl.Evidence{}, s.Evidence...),
		Doubts: j.doubts(p), Model: s.Model, Learned: j.wordShares(p, &s),
	}
}

// form is the kind of a document and its encoding, as far as it has them.
func (r *Explanation) form() string {
	if r.Document == "" || r.Charset == "" {
		return cmp.Or(r.Charset, r.Document)
	}
	return r.Document + ", " + r.Charset
}

// WordShare says what a learned word adds to the relevance of a page.
type WordShare struct {
	Word         string  `json:"word"`
	Count        int     `json:"count"` // in the page; titles count threefold
	Contribution float64 `json:"contribution"`
}

// wordShares parts the contribution of the learned words among those that p has; nil if
// they speak against it.
func (j *Judge) wordShares(p *crawl.Page, s *crawl.Score) (shares []WordShare) {
	at := slices.IndexFunc(s.Evidence, func(e crawl.Evidence) bool { return e.Group == GroupWords && e.Contribution > 0 })
	if at < 0 {
		return nil
	}
	w := j.matchOf(j.model)
	counts, _ := w.counts(j, p)
	sum := 0.0
	for _, x := range w.parts {
		sum += x
	}
	for i, x := range w.parts {
		if x > 0 {
			shares = append(shares, WordShare{j.model.Words[i].Word, int(counts[i]), s.Evidence[at].Contribution * x / sum})
		}
	}
	slices.SortStableFunc(shares, func(a, b WordShare) int { return cmp.Compare(b.Contribution, a.Contribution) })
	return shares
}

// Write writes the explanation as text. The concepts of v have their names in the
// language lang, "en" or "zh".
func (r *Explanation) Write(w io.Writer, v *semsim.TopicVector, lang string) error {
	lines := message.Of(w)
	verdict := english.Word("not relevant")
	sign := "<="
	if r.Relevant {
		verdict, sign = english.Word("relevant"), ">"
	}
	fmt.Fprintf(w, "%s\n%s\n\n", term.Safe(r.Page), term.Safe(r.Title))
	message.Fprintf(w, "relevance %.4f %s phi %.2f: %s   (topic %s, judge %s, %d words, %s)\n\n",
		r.Relevance, sign, r.Phi, verdict, term.Safe(r.Topic), r.Judge, r.Words, term.Safe(r.form()))
	if len(r.Evidence) == 0 {
		_, err := message.Fprint(w, "This page has none of the topic's words.\n")
		return err
	}
	names := conceptNames(v, lang)
	tb := &term.Table{Head: []string{">contribution", "concept", "label found", "group", ">count"}}
	for _, e := range r.Evidence {
		tb.Add(fmt.Sprintf("%.4f", e.Contribution), cmp.Or(names[e.Concept], nameOf(&e, lang)), e.Label, e.Group, fmt.Sprint(e.Count))
	}
	if err := tb.Write(w); err != nil {
		return err
	}
	if err := r.writeLearned(w); err != nil {
		return err
	}
	for i := range r.Doubts {
		if _, err := message.Fprintf(w, "\ndoubted: %s\n", term.Safe(lines.Say(&r.Doubts[i]))); err != nil {
			return err
		}
	}
	if kind, _ := crawl.ParsePageKind(r.Kind); kind.Leads() && r.Relevant {
		_, err := message.Fprintf(w, "\nno find: the page is read as a %s, which leads to finds and is none\n", lines.Text(r.Kind))
		return err
	}
	return nil
}

// writeLearned writes the learned words that the page has.
func (r *Explanation) writeLearned(w io.Writer) error {
	if r.Model == 0 {
		return nil
	}
	if _, err := message.Fprintf(w, "\njudged by learned model %d\n", r.Model); err != nil || len(r.Learned) == 0 {
		return err
	}
	tb := &term.Table{Head: []string{">contribution", "learned word", ">count"}}
	for _, x := range r.Learned {
		tb.Add(fmt.Sprintf("%.4f", x.Contribution), x.Word, fmt.Sprint(x.Count))
	}
	return tb.Write(w)
}

// nameOf names evidence that is of no concept.
func nameOf(e *crawl.Evidence, lang string) string {
	zh := lang == "zh"
	switch {
	case e.Concept != "":
		return ""
	case e.Group == groupMarks && zh:
		return "（由标记学得）"
	case e.Group == groupMarks:
		return "(what marks taught)"
	case e.Group == GroupSecond && zh:
		return "（模型的意见）"
	case e.Group == GroupSecond:
		return "(what a model says)"
	case e.Group == groupParent && zh:
		return "（上级页面）"
	case e.Group == groupParent:
		return "(the page above)"
	case e.Contribution < 0 && zh:
		return "（其他用词不符）"
	case e.Contribution < 0:
		return "(other words do not fit)"
	case zh:
		return "（与主题同现的词）"
	}
	return "(words that go with the topic)"
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
