package runcheck

import (
	"fmt"
	"io"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Report says what Verify found. The JSON names are an interface.
type Report struct {
	Run      string    `json:"run"`
	Sound    bool      `json:"sound"`  // no finding is damage
	Visits   int       `json:"visits"` // that the journal should hold
	Pages    int       `json:"pages"`  // that it holds
	Texts    int       `json:"texts"`
	Archives int       `json:"archives"` // WARC files
	Answers  int       `json:"answers"`  // in them
	Findings []Finding `json:"findings"`
}

// The levels of a Finding.
const (
	Damaged = "damaged"
	note    = "note" // nothing is to be done
)

// Finding is one thing that is not as it should be.
type Finding struct {
	Level string `json:"level"`
	File  string `json:"file"`  // in the run folder
	What  string `json:"what"`  // what is wrong with it
	Cost  string `json:"cost"`  // what is lost by that
	Mend  string `json:"mend"`  // what repair, or the next run, does
	Count int    `json:"count"` // places in the file

	what, cost, mend english.Phrase // in any language
}

// add notes a finding. One that differs in its file and words from none before is
// counted there.
func (r *Report) add(f Finding) {
	i := slices.IndexFunc(r.Findings, func(o Finding) bool {
		return o.Level == f.Level && o.File == f.File && o.Cost == f.Cost && o.Mend == f.Mend
	})
	if i >= 0 {
		r.Findings[i].Count++
		return
	}
	f.Count = 1
	r.Findings = append(r.Findings, f)
	r.Sound = r.Sound && f.Level != Damaged
}

func (r *Report) damaged(file string, what, cost, mend english.Phrase) {
	r.find(Damaged, file, what, cost, mend)
}

func (r *Report) note(file string, what, mend english.Phrase) {
	r.find(note, file, what, english.Phrasef("nothing"), mend)
}

// Find notes a finding of another package. level is Damaged or Note.
func (r *Report) Find(level, file string, what, cost, mend english.Phrase) {
	r.find(level, file, what, cost, mend)
}

func (r *Report) find(level, file string, what, cost, mend english.Phrase) {
	r.add(Finding{
		Level: level, File: file, What: what.String(), Cost: cost.String(), Mend: mend.String(),
		what: what, cost: cost, mend: mend,
	})
}

// damagedIn reports whether a file of which ok holds is damaged.
func (r *Report) damagedIn(ok func(file string) bool) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Level == Damaged && ok(f.File) })
}

// Write writes the report as text for a terminal.
func (r *Report) Write(w io.Writer) error {
	p := message.Of(w)
	state := p.Text("sound")
	if !r.Sound {
		state = p.Text("damaged")
	}
	fmt.Fprintf(w, "%s: %s\n", term.Safe(r.Run), state)
	message.Fprintf(w, "read: %d visits, %d pages, %d kept texts, %d answers in %d archives\n", r.Visits, r.Pages, r.Texts, r.Answers, r.Archives)
	for _, f := range r.Findings {
		more := ""
		if f.Count > 1 {
			more = p.Sprintf(" (and %d more)", f.Count-1)
		}
		fmt.Fprintf(w, "\n%s  %s: %s%s\n", p.Text(f.Level), term.Safe(f.File), said(p, f.what, f.What), more)
		if f.Level == Damaged || f.Cost != "nothing" {
			message.Fprintf(w, "  it costs: %s\n", said(p, f.cost, f.Cost))
		}
		fmt.Fprintf(w, "  %s\n", said(p, f.mend, f.Mend))
	}
	_, err := fmt.Fprintln(w)
	return err
}

// said returns a text in the language of p, safe for a terminal: the phrase's, or English if a Finding
// was not made here.
func said(p *message.Printer, x english.Phrase, english string) string {
	if x.IsZero() {
		return term.Safe(english)
	}
	return term.Safe(p.Say(x))
}
