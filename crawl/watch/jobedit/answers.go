package jobedit

import (
	"errors"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// This part writes the first file of jobs: five answers (topic, languages, sources, where to report,
// how often) become a file with one job that "job check" accepts.
//
// What a topic, a setting or a search source means comes in by [Interview.Check], so a file is judged
// as a whole by the same code that reads it later.

// Question is one of the five questions, in the order in which they are asked.
type Question int

const (
	AskTopic     Question = iota // an embedded topic, a concept, or a file with an ontology
	AskLanguages                 // of the pages that are reported: zh, en, "zh en", or all
	AskSources                   // addresses of pages, a file of them, or search sources
	AskReport                    // a file, a mailbox, or the address of a webhook
	AskEvery                     // a duration, or a line of cron
	questions
)

// Name is the name of the question in the command line.
func (q Question) Name() string {
	return [...]string{"topic", "languages", "sources", "report", "every"}[q]
}

// Answers are the answers as they were written; "" is none.
type Answers [questions]string

// AnswerError is an answer that cannot be used, or is missing.
type AnswerError struct {
	Question Question
	Text     string

	why error // Text in any language; nil if it is in the language of the answers
}

func (e *AnswerError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *AnswerError) Message() english.Phrase {
	if e.why == nil {
		return english.Phrasef("%s: %s", e.Question.Name(), e.Text)
	}
	return english.Phrasef("%s: %v", e.Question.Name(), e.why)
}

func wrong(q Question, why error) *AnswerError { return &AnswerError{q, why.Error(), why} }

// draft holds the meaning of the answers.
type draft struct {
	topic, ontology string // one of them
	languages       []string
	seeds, search   []string
	receiver        []pair // its keys
	schedule        string
}

// pair is a key of a mapping with its value.
type pair struct{ key, value string }

// understand reads all answers. dir is the folder of the file of jobs.
func (a *Answers) understand(dir string) (*draft, error) {
	d := new(draft)
	for q, read := range []func(string, *draft) error{
		func(s string, d *draft) error { return readTopic(s, dir, d) },
		readLanguages, readSources, readReport, readEvery,
	} {
		s := strings.TrimSpace(a[q])
		if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) }) {
			return nil, wrong(Question(q), errors.New("an answer is one line of UTF-8, without control characters"))
		}
		if err := read(s, d); err != nil {
			return nil, wrong(Question(q), err)
		}
	}
	return d, nil
}

// readTopic takes what is a file for an ontology. The file of jobs names it relative to
// its own folder.
func readTopic(s, dir string, d *draft) error {
	info, err := os.Stat(s)
	switch {
	case err == nil && info.IsDir():
		return english.Errorf("%q is a folder; name a file with an ontology", s)
	case err != nil && strings.ContainsAny(s, `/\`):
		return english.Errorf("there is no file %q", s)
	case err != nil:
		d.topic = s
		return nil
	}
	from, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	to, err := filepath.Abs(s)
	if err != nil {
		return err
	}
	d.ontology = to
	if rel, err := filepath.Rel(from, to); err == nil {
		d.ontology = filepath.ToSlash(rel)
	}
	return nil
}

// all is the answer that asks for pages of every language.
const all = "all"

func readLanguages(s string, d *draft) error {
	d.languages = words(s)
	if slices.Equal(d.languages, []string{all}) {
		d.languages = nil
		return nil
	}
	for _, l := range d.languages {
		if len(l) < 2 || len(l) > 8 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") != "" {
			return english.Errorf("%q is not a language: write zh, en, \"zh en\" or %s", l, all)
		}
	}
	return nil
}

// schemed is an address with its scheme (RFC 3986, section 3.1).
var schemed = lazyre.Compile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// readSources takes words as [seed.Word] does, and those that say no address for search sources, as
// searxng=http://localhost:8888.
func readSources(s string, d *draft) error {
	for _, w := range words(s) {
		links, err := seed.Word(w)
		if err != nil {
			return err
		}
		if len(links) == 0 {
			d.search = append(d.search, w)
		}
		for _, l := range links {
			d.seeds = append(d.seeds, l.URL)
		}
	}
	return nil
}

// The receiver is called by what it is; the alert rule names it.
const receiverName = "alerts"

// readReport takes the receiver from the form of the answer: https://… is a webhook,
// ann@example.org a mailbox, and anything else a file: JSON lines if it ends so, else an
// Atom feed. Mail goes to a mail server on this machine, or with "via host:port" to
// that one, by STARTTLS.
func readReport(s string, d *draft) error {
	switch box, server, via := strings.Cut(s, " via "); {
	case schemed().MatchString(s):
		d.receiver = []pair{{"kind", "webhook"}, {"url", s}}
	case strings.Contains(box, "@"):
		to, err := mail.ParseAddress(box)
		if err != nil {
			return english.Errorf("%q is not a mailbox such as ann@example.org", box)
		}
		d.receiver = []pair{{"kind", "email"}, {"smtp", strings.TrimSpace(server)}}
		if !via {
			d.receiver = []pair{{"kind", "email"}, {"smtp", "localhost:25"}, {"tls", "none"}}
		}
		d.receiver = append(d.receiver, pair{"from", to.Address}, pair{"to", to.Address})
	case strings.HasSuffix(s, ".jsonl"):
		d.receiver = []pair{{"kind", "jsonl"}, {"path", s}}
	default:
		d.receiver = []pair{{"kind", "atom"}, {"path", s}}
	}
	return nil
}

// readEvery takes a duration, "10m", or what a schedule is: a line of cron, "@daily".
func readEvery(s string, d *draft) error {
	d.schedule = s
	if _, err := yamlread.ParseDuration(s); err == nil {
		d.schedule = "@every " + s
	}
	if _, err := monitor.ParseSchedule(d.schedule, time.UTC); err != nil {
		return english.Errorf("%w (write 10m, 1h, @daily, or a line of cron)", err)
	}
	return nil
}

// words splits s at blanks and commas.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,，、　", r) })
}

// name returns the name of the job: the name of its topic, as far as it is one.
func (d *draft) name() string {
	s := d.topic
	if d.ontology != "" {
		base := filepath.Base(filepath.FromSlash(d.ontology))
		s = strings.TrimSuffix(base, filepath.Ext(base))
	}
	s = strings.Trim(strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || yamlread.IsName(string(r)) {
			return r
		}
		return '-'
	}, s), "-_")
	if len(s) > 64 {
		s = s[:64]
	}
	if !yamlread.IsName(s) {
		return "watch"
	}
	return s
}
