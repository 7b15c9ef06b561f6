package rescore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Report is a run judged again. The JSON names are an interface.
type Report struct {
	Run         string    `json:"run"`
	Was         Judgement `json:"was"`
	Now         Judgement `json:"now"`
	Pages       int       `json:"pages"`        // of the run
	Judged      int       `json:"judged"`       // again
	FromText    int       `json:"from_text"`    // of Judged
	FromArchive int       `json:"from_archive"` // of Judged
	Cut         int       `json:"cut"`          // of FromText: the page was longer than its text
	NotKept     int       `json:"not_kept"`     // neither its text nor its answer
	Unreadable  int       `json:"unreadable"`
	ReadAgain   *Again    `json:"read_again,omitempty"` // nil: the answers were not read again
	WasRelevant int       `json:"was_relevant"`         // among the pages judged again
	NowRelevant int       `json:"now_relevant"`
	Gained      []Change  `json:"gained"` // relevant now and not before, the most relevant first
	Lost        []Change  `json:"lost"`   // relevant before and not now, the most relevant first
	Moved       []Change  `json:"moved"`  // same verdict, the largest change first

	LastWeek *Week `json:"last_week,omitempty"` // of FillBoth
}

// Again counts the pages whose answers were to be read again. The JSON names are an interface.
type Again struct {
	Read     int `json:"read"`
	CouldNot int `json:"could_not"` // not archived, or unreadable: their fields are as they were
}

// Judgement says what a run was judged by.
type Judgement struct {
	Topic      string         `json:"topic"`
	Judge      string         `json:"judge"`
	Phi        float64        `json:"phi"`
	Taught     string         `json:"taught,omitempty"` // ID of the correction that marks taught; "": none
	Ontologies []crawl.Origin `json:"ontologies"`
}

// Change is a page whose judgement changed.
type Change struct {
	URL          string  `json:"url"`
	Title        string  `json:"title"`
	WasRelevance float64 `json:"was_relevance"`
	Relevance    float64 `json:"relevance"`
}

// tiny bounds changes of relevance that come from the order of additions only.
const tiny = 1e-9

// NewReport returns the report of a run before its first verdict.
func NewReport(run string, was, now Judgement) *Report {
	return &Report{Run: run, Was: was, Now: now, Gained: []Change{}, Lost: []Change{}, Moved: []Change{}}
}

// Fill judges the pages of the run folder again, as [RunToEnd] does, and counts them. It
// writes each page that could be judged to w, with its new verdict, as in
// pages.jsonl. unread is called for each page whose text or answer cannot be read.
func (r *Report) Fill(ctx context.Context, from *Source, judge Judge, finish func() bool, w io.Writer, unread func(*Verdict)) error {
	if from.Again {
		r.ReadAgain = new(Again)
	}
	err := RunToEnd(ctx, rundir.Current(r.Run), from, judge, finish, func(v *Verdict) error {
		r.add(v)
		if v.Err != nil {
			if !errors.Is(v.Err, ErrNotKept) {
				unread(v)
			}
			return nil
		}
		p := v.Page()
		line, err := p.Line()
		if err == nil {
			_, err = w.Write(line)
		}
		return err
	})
	r.sort()
	return err
}

// Changed reports whether a verdict has changed.
func (r *Report) Changed() bool { return len(r.Gained)+len(r.Lost) > 0 }

func (r *Report) add(v *Verdict) {
	r.Pages++
	r.ReadAgain.add(v)
	switch {
	case errors.Is(v.Err, ErrNotKept):
		r.NotKept++
		return
	case v.Err != nil:
		r.Unreadable++
		return
	}
	r.Judged++
	switch v.From {
	case FromText:
		r.FromText++
	case FromArchive:
		r.FromArchive++
	}
	if v.Cut {
		r.Cut++
	}
	if v.Was.Relevant {
		r.WasRelevant++
	}
	if v.Now.Relevant {
		r.NowRelevant++
	}
	p := Change{URL: v.Was.URL, Title: v.Line.Title, WasRelevance: float64(v.Was.Relevance), Relevance: v.Now.Relevance}
	switch {
	case v.Gained():
		r.Gained = append(r.Gained, p)
	case v.Lost():
		r.Lost = append(r.Lost, p)
	case math.Abs(v.Moved()) > tiny:
		r.Moved = append(r.Moved, p)
	}
}

func (a *Again) add(v *Verdict) {
	switch {
	case a == nil:
	case v.Err == nil && v.From == FromArchive:
		a.Read++
	default:
		a.CouldNot++
	}
}

func (r *Report) sort() {
	by := func(list []Change, key func(*Change) float64) {
		sorts.Stable(list, func(a, b Change) int { return cmp.Compare(key(&b), key(&a)) })
	}
	by(r.Gained, func(p *Change) float64 { return p.Relevance })
	by(r.Lost, func(p *Change) float64 { return p.WasRelevance })
	by(r.Moved, func(p *Change) float64 { return math.Abs(p.Relevance - p.WasRelevance) })
}

// Write writes the report with the first top pages of each list; 0 means all.
func (r *Report) Write(w io.Writer, top int, l term.Layout) error {
	p := message.Of(w)
	l.Title(w, p.Sprintf("%s judged again: %d of %d pages", r.Run, r.Judged, r.Pages))
	l.Note(w, p.Sprintf("%d from their kept text, %d from their archived answer.", r.FromText, r.FromArchive))
	if a := r.ReadAgain; a != nil {
		l.Note(w, p.Sprintf("%d answers were read again, %d could not be: their title, kind and date are as they were.", a.Read, a.CouldNot))
	}
	if r.Cut > 0 {
		l.Note(w, p.Sprintf("%d of the texts hold the beginning of a longer page.", r.Cut))
	}
	if r.NotKept > 0 {
		l.Note(w, p.Sprintf("Of %d pages neither text nor answer was kept; --keep-text all keeps the text of every one that may be kept.", r.NotKept))
	}
	if r.Unreadable > 0 {
		l.Note(w, p.Sprintf("%d texts or archived answers could not be read.", r.Unreadable))
	}
	l.Section(w, p.Text("Verdicts"))
	t := &term.Table{Head: []string{"", "topic", "judge", ">phi", ">relevant", ">share"}}
	t.Add(p.Text("before"), r.Was.Topic, r.Was.Judge, fmt.Sprint(r.Was.Phi), fmt.Sprint(r.WasRelevant), term.Percent(r.WasRelevant, r.Judged))
	t.Add(p.Text("now"), r.Now.Topic, r.Now.Judge, fmt.Sprint(r.Now.Phi), fmt.Sprint(r.NowRelevant), term.Percent(r.NowRelevant, r.Judged))
	if err := l.Table(w, t); err != nil {
		return err
	}
	for _, part := range []struct {
		title string
		list  []Change
	}{{p.Text("Relevant now"), r.Gained}, {p.Text("No longer relevant"), r.Lost}, {p.Text("Same verdict, other relevance"), r.Moved}} {
		if len(part.list) == 0 {
			continue
		}
		l.Section(w, fmt.Sprintf("%s: %d", part.title, len(part.list)))
		if err := writeChanged(w, l, part.list, top); err != nil {
			return err
		}
	}
	if !r.Changed() {
		l.Note(w, p.Text("No verdict has changed."))
	} else if r.LastWeek != nil {
		l.Note(w, p.Sprintf("In the last seven days of the run (since %s) alerts would have told of %d more finds, and not of %d that they told of.",
			r.LastWeek.Since.Format("2006-01-02"), r.LastWeek.Gained, r.LastWeek.Lost))
	}
	return nil
}

func writeChanged(w io.Writer, l term.Layout, list []Change, top int) error {
	t := &term.Table{Head: []string{">before", ">now", "page", "title"}}
	n := len(list)
	if top > 0 {
		n = min(n, top)
	}
	for _, p := range list[:n] {
		t.Add(fmt.Sprintf("%.3f", p.WasRelevance), fmt.Sprintf("%.3f", p.Relevance), term.Readable(p.URL), term.Clip(p.Title, 60))
	}
	if err := l.Table(w, t); err != nil {
		return err
	}
	if n < len(list) {
		l.Note(w, message.Of(w).Sprintf("and %d more; --top 0 shows all", len(list)-n))
	}
	return nil
}
