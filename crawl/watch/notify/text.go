package notify

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	texts "github.com/ontocrawl/ontocrawl/message"
)

// words are the words of a language, and the zone of times.
type words struct {
	kinds                                                 map[monitor.Kind]string
	reasons                                               map[monitor.Reason]string
	place                                                 func(english string) string // a place in a page, such as title
	phases                                                [5]string
	relevance, before, concepts, appeared                 string
	published, captured, later, says, rule, digest, hurry string
	foundBy, link, decide                                 string
	rest, test                                            string
	troubles                                              map[monitor.TroubleKind]string // the job comes first, if there is one, then the text
	over                                                  string
	zone                                                  *time.Location
}

// wordsOf returns the words of a language.
func wordsOf(lang string, zone *time.Location) words { return wordsWith(texts.New(lang), zone) }

// wordsWith returns the words in the language of p.
func wordsWith(p *texts.Printer, zone *time.Location) words {
	return words{
		kinds: map[monitor.Kind]string{
			monitor.New: p.Text("New"), monitor.Changed: p.Text("Changed"), monitor.Gone: p.Text("Gone"), monitor.Gained: p.Text("Relevant now"),
			monitor.Lost: p.Text("No longer relevant"), monitor.SourceFound: p.Text("New source"), monitor.Notice: p.Text("Daemon"), monitor.Test: p.Text("Test"),
		},
		reasons: map[monitor.Reason]string{
			monitor.ByEdit:  p.Text("The page has not changed; the ontology was edited."),
			monitor.ByModel: p.Text("The page has not changed; the model learned."),
		},
		place:     p.Text,
		phases:    [5]string{p.Text("calm"), p.Text("watch"), p.Text("warning"), p.Text("impact"), p.Text("recovery")},
		relevance: p.Text("Relevance"), before: p.Text("before"), concepts: p.Text("Concepts"), appeared: p.Text("Appeared"),
		published: p.Text("Published"), captured: p.Text("Captured"), later: p.Text("From publication to capture"), says: p.Text("by"), rule: p.Text("Rule"),
		digest: p.Text("%d stories"), hurry: p.Text("urgent"), zone: cmp.Or(zone, time.UTC),
		foundBy: p.Text("Found by"), link: p.Text("a link on"), decide: p.Text("Accept or refuse it"),
		rest: p.Text("and %d more; all of them: ontocrawl job show %s"), test: p.Text("This is a test message; nothing has happened"),
		troubles: map[monitor.TroubleKind]string{
			monitor.RunFailed: p.Text("Job %s: its last run failed: %s"), monitor.SeedsDead: p.Text("Job %s: no seed answers"),
			monitor.NoPages: p.Text("Job %s: three runs in a row brought no page"), monitor.QuotaSpent: p.Text("Job %s: the quota of search sources is used up: %s"),
			monitor.DiskFull:   p.Text("The disk is nearly full (%s): fetching is paused until there is space; nothing is lost"),
			monitor.JobsBroken: p.Text("The file of jobs cannot be used, and the old one stays: %s"),
		},
		over: p.Text("Over (since %s): %s"),
	}
}

// headline returns one line about a notification.
func (w *words) headline(l *monitor.Notification) string {
	if l.Mail != nil {
		return line(l.Title, maxTitle)
	}
	return w.kind(l.Event.Kind) + ": " + cmp.Or(line(l.Title, maxTitle), line(l.Event.URL, maxTitle))
}

// trouble returns one line about a trouble, or that it is over.
func (w *words) trouble(t *monitor.Trouble) string {
	var args []any
	if t.Job != "" {
		args = append(args, line(t.Job, 60))
	}
	if t.Text != "" {
		args = append(args, line(t.Text, 200))
	}
	form := w.troubles[t.Kind]
	if strings.Count(form, "%s") != len(args) { // a text that says nothing more
		form, args = "%s", []any{strings.TrimSpace(fmt.Sprintln(append([]any{t.Kind}, args...)...))}
	}
	said := fmt.Sprintf(form, args...)
	if !t.Until.IsZero() {
		said = fmt.Sprintf(w.over, t.Since.In(w.zone).Format(timeLayout), said)
	}
	return said
}

func (w *words) kind(k monitor.Kind) string { return cmp.Or(w.kinds[k], line(string(k), 20)) }

func (w *words) phase(p monitor.Phase) string {
	if int(p) < len(w.phases) {
		return w.phases[p]
	}
	return p.String()
}

// subject returns the subject of a mail. It breaks up what looks like an encoded word
// (RFC 2047) in a title, which a mail program would decode.
func (w *words) subject(m *Message) string {
	l := &m.Notifications[0]
	tag := cmp.Or(line(l.Job, 60), "ontocrawl")
	if l.Event.Phase != monitor.Calm {
		tag += " · " + w.phase(l.Event.Phase)
	}
	if m.urgent() {
		tag += " · " + w.hurry
	}
	about := w.headline(l)
	if len(m.Notifications) > 1 {
		about = fmt.Sprintf(w.digest, len(m.Notifications))
	}
	return strings.ReplaceAll("["+tag+"] "+about, "=?", "= ?")
}

// body returns the text of a mail.
func (w *words) body(m *Message) string {
	if report := m.Notifications[0].Mail; report != nil {
		return report.Text
	}
	var b strings.Builder
	for i := range m.Notifications {
		l := &m.Notifications[i]
		if i > 0 {
			b.WriteString("\n" + strings.Repeat("-", 40) + "\n\n")
		}
		b.WriteString(w.headline(l) + "\n")
		if l.Event.URL != "" {
			b.WriteString(line(l.Event.URL, 2000) + "\n")
		}
		b.WriteByte('\n')
		for _, fact := range w.facts(l) {
			b.WriteString(fact + "\n")
		}
	}
	return b.String()
}

// facts returns lines about the event of a notification, and why it was sent.
func (w *words) facts(l *monitor.Notification) []string {
	f := &l.Event
	if f.Kind == monitor.Notice {
		return w.times(f)
	}
	relevance := fmt.Sprintf("%s: %.3f", w.relevance, finite(f.Relevance))
	if f.Kind != monitor.New && f.Kind != monitor.SourceFound && f.Kind != monitor.Test {
		relevance += fmt.Sprintf(" (%s: %.3f)", w.before, finite(f.WasRelevance))
	}
	var facts []string
	if s := sentenceOf(l); s != "" {
		facts = append(facts, "> "+s)
	}
	facts = append(facts, relevance)
	if why := w.reasons[f.Reason]; why != "" {
		facts = append(facts, why)
	}
	if s := w.conceptList(f, func(monitor.Concept) bool { return true }); s != "" {
		facts = append(facts, w.concepts+": "+s)
	}
	if f.Kind == monitor.Changed {
		if s := w.conceptList(f, func(c monitor.Concept) bool { return slices.Contains(f.Appeared, c.IRI) }); s != "" {
			facts = append(facts, w.appeared+": "+s)
		}
	}
	facts = append(facts, w.origin(f)...)
	facts = append(facts, w.times(f)...)
	return append(facts, fmt.Sprintf("%s: %s / %s · %s", w.rule, line(l.Job, 60), line(l.Rule, 60), w.phase(f.Phase)))
}

// sentenceOf is the sentence by which the rule of l holds, else the one that stands for the page.
func sentenceOf(l *monitor.Notification) string {
	for _, h := range l.Event.Holds {
		if h.Rule == l.Rule && h.Sentence != "" {
			return line(h.Sentence, maxTitle)
		}
	}
	return line(l.Event.Excerpt, maxTitle)
}

// origin says how a page was found, if a question or a new source led to it.
func (w *words) origin(f *monitor.Event) (out []string) {
	switch {
	case f.Via != nil:
		out = append(out, fmt.Sprintf("%s: %s “%s” (%s, #%d)", w.foundBy, line(f.Via.Source, 60), line(f.Via.Query, 200), line(f.Via.Op, 10), f.Via.Rank))
	case f.Parent != "":
		out = append(out, w.foundBy+": "+w.link+" "+line(f.Parent, 2000))
	}
	if f.Kind == monitor.SourceFound {
		out = append(out, fmt.Sprintf("%s: ontocrawl job sources %s --accept %s", w.decide, line(f.Job, 60), line(f.Site, 260))) // not translated: a command
	}
	return out
}

// maxConcepts is how many concepts of a page are named, heaviest first.
const maxConcepts = 8

func (w *words) conceptList(f *monitor.Event, want func(monitor.Concept) bool) string {
	var out []string
	for _, c := range f.Concepts {
		if !want(c) || len(out) == maxConcepts {
			continue
		}
		name, label := line(c.Name, 60), line(c.Label, 60)
		if label != "" && !strings.EqualFold(label, name) {
			name += " “" + label + "”"
		}
		out = append(out, name+" ("+w.found(&c)+")")
	}
	return strings.Join(out, ", ")
}

// found says where a page mentions a concept, and how often in each place.
func (w *words) found(c *monitor.Concept) string {
	var out []string
	for _, p := range c.Found() {
		place := w.place(line(p.Name, 20))
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s ×%d", place, p.Count)))
	}
	return strings.Join(out, ", ")
}

// timeLayout is how times are written. It names the zone.
const timeLayout = "2006-01-02 15:04 MST"

func (w *words) times(f *monitor.Event) []string {
	var out []string
	if !f.Published.IsZero() {
		s := w.published + ": " + f.Published.Show(w.zone, timeLayout)
		if f.PublishedBy != "" {
			s += " (" + w.says + " " + line(f.PublishedBy, 40) + ")"
		}
		out = append(out, s)
	}
	out = append(out, w.captured+": "+f.Captured.In(w.zone).Format(timeLayout))
	if d, ok := f.Delay(); ok {
		out = append(out, w.later+": "+d.Round(time.Second).String())
	}
	return out
}

// obeyed reports whether a terminal, a mail program or a feed reader might obey r
// instead of showing it: controls, and characters that change the direction of writing
// or end a line.
func obeyed(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// line turns text from a page or a server into one line of at most n runes. Runes that
// could be obeyed become spaces: a line break in a title would begin a new header field
// of a mail (RFC 5322, section 2.2).
func line(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if obeyed(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)
	return strings.TrimSpace(string(runes[:n-1])) + "…"
}

// escapeJSON escapes runes that JSON allows but terminals obey. They stand in strings
// only, so the meaning stays.
func escapeJSON(text []byte) []byte {
	beyond := func(r rune) bool { return r >= 0x7f && obeyed(r) }
	if bytes.IndexFunc(text, beyond) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if beyond(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// finite returns x, or 0 for values that JSON cannot write.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
