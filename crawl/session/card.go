package session

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// A run that has ended describes itself for whoever cites its pages or works with them: CITATION.cff, in the Citation File
// Format 1.2.0, and datacard.md, with the head of a data set card of the Hugging Face Hub. Both are made of run.yaml and
// summary.json alone, so verify compares them and repair makes them anew.

// Describe returns the files that describe the run in dir, by name. There are none while it runs or after it was killed.
func Describe(dir string) (map[string][]byte, error) {
	s, err := rundir.ReadSummary(dir)
	if err != nil || s.Stopped == rundir.Running {
		return nil, err
	}
	p, text, err := ReadParams(dir)
	if err != nil {
		return nil, err
	}
	var run export.Run
	run.Identify(dir, text)
	d := &description{params: p, sum: s, id: run.ID}
	cff, err := d.citation()
	if err != nil {
		return nil, err
	}
	card, err := d.card()
	return map[string][]byte{rundir.CitationFile: cff, rundir.CardFile: card}, err
}

// WriteDescription writes the files that describe the run in dir, if it has ended.
func WriteDescription(dir string) error {
	files, err := Describe(dir)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := atomicfile.Write(filepath.Join(dir, name), text, atomicfile.Options{}); err != nil {
			return err
		}
	}
	return nil
}

// description makes the files.
type description struct {
	params Params
	sum    rundir.Summary
	id     string
}

func (d *description) title() string {
	return fmt.Sprintf("Web pages about %s, crawled %s", oneLine(d.params.Topic), d.days()) // not translated: the form is English (ADR 82)
}

// days are the first and the last day of the crawl, in UTC.
func (d *description) days() string {
	first, last := day(d.sum.Started), day(d.sum.Finished)
	if first == last {
		return first
	}
	return first + " to " + last
}

func day(t rundir.Time) string { return t.UTC().Format(time.DateOnly) }

func (d *description) what() string {
	return fmt.Sprintf("%d web pages from %d hosts, of which %d were judged to be about the topic", d.sum.Current, d.sum.Hosts.Count, d.sum.Relevant) // not translated: the form is English (ADR 82)
}

// What is said of rights. The program knows nothing of them.
const (
	noLicence = "The licence of the pages is unknown. The rights in each page are its publisher's; this program has asked nobody."
	inTheCard = "What the data set is, and what it is not, stands in " + rundir.CardFile + "."
)

// cff is the Citation File Format 1.2.0. It has no license, as nobody knows the one of the pages.
type cff struct {
	Version     string         `yaml:"cff-version"`
	Message     string         `yaml:"message"`
	Type        string         `yaml:"type"`
	Title       string         `yaml:"title"`
	Abstract    string         `yaml:"abstract,omitempty"`
	Authors     []cffEntity    `yaml:"authors"`
	Released    string         `yaml:"date-released,omitempty"`
	Number      string         `yaml:"version,omitempty"`
	Identifiers []cffID        `yaml:"identifiers,omitempty"`
	References  []cffReference `yaml:"references,omitempty"`
}

type cffEntity struct {
	Name    string `yaml:"name"`
	Email   string `yaml:"email,omitempty"`
	Website string `yaml:"website,omitempty"`
}

type cffID struct {
	Type        string `yaml:"type"`
	Value       string `yaml:"value"`
	Description string `yaml:"description"`
}

type cffReference struct {
	Type        string      `yaml:"type"`
	Title       string      `yaml:"title"`
	Authors     []cffEntity `yaml:"authors"`
	Version     string      `yaml:"version,omitempty"`
	URL         string      `yaml:"url,omitempty"`
	Identifiers []cffID     `yaml:"identifiers,omitempty"`
}

// nobody is how the format writes an author whose name is not known.
const nobody = "anonymous"

func (d *description) citation() ([]byte, error) {
	c := cff{
		Version: "1.2.0", Message: "If you use this data set, please cite it as below.", Type: "dataset", Title: d.title(),
		Abstract: d.what() + ". " + noLicence + " " + inTheCard, Authors: []cffEntity{d.author()}, Released: day(d.sum.Finished), Number: stamp(d.sum.Finished),
		Identifiers: []cffID{{"other", d.id, "the run"}},
		References:  []cffReference{{Type: "software", Title: "ontocrawl", Authors: []cffEntity{{Name: "The ontocrawl project"}}, Version: d.params.Version}},
	}
	for _, o := range d.params.Ontologies {
		ref := cffReference{Type: "dictionary", Title: "Ontology " + ontologyName(o), Authors: []cffEntity{{Name: nobody}}, Version: o.Version,
			Identifiers: []cffID{{"other", "urn:sha256:" + o.SHA256, "SHA-256 of the ontology's files"}}}
		if isURL(o.IRI) {
			ref.URL = o.IRI
		}
		c.References = append(c.References, ref)
	}
	b := bytes.NewBufferString("# Made by ontocrawl at the end of the run. Put your name under authors in a copy of this file.\n")
	err := encodeYAML(b, c)
	return b.Bytes(), err
}

func encodeYAML(b *bytes.Buffer, v any) error {
	e := yaml.NewEncoder(b)
	e.SetIndent(2)
	return errors.Join(e.Encode(v), e.Close())
}

// author is nobody by name, with the address of the setting contact.
func (d *description) author() cffEntity {
	contact, _ := d.params.Settings["contact"].(string)
	a := cffEntity{Name: nobody}
	if address, ok := strings.CutPrefix(contact, "mailto:"); ok && strings.Contains(address, "@") {
		a.Email = address
	} else if isURL(contact) {
		a.Website = redact.Strip(contact)
	}
	return a
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// ontologyName names an ontology without the folder in which its file lay.
func ontologyName(o crawl.Origin) string {
	return oneLine(o.Name[strings.LastIndexAny(o.Name, `/\`)+1:])
}

func stamp(t rundir.Time) string { return t.UTC().Format(time.RFC3339) }

// card is the data card.
func (d *description) card() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("---\n")
	head := struct {
		Name      string   `yaml:"pretty_name"`
		Licence   string   `yaml:"license"`
		Languages []string `yaml:"language,omitempty"`
	}{d.title(), "unknown", d.languages()}
	if err := encodeYAML(&b, head); err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "---\n# %s\n\n| | |\n|---|---|\n", cell(d.title()))
	for _, row := range d.rows() {
		fmt.Fprintf(&b, "| %s | %s |\n", row[0], cell(row[1]))
	}
	b.WriteString("\nThe pages are what links led to from the seeds, in the order of the crawl's choice: no random sample of the web. Verdicts are a program's, by the words of the " +
		"ontology; summary.json has the counts, run.yaml every setting. Pages may name people; nothing was taken out. How to cite the data set stands in " + rundir.CitationFile + ".\n")
	return b.Bytes(), nil
}

// rows say what was found, when, by which program and ontology, and under which licence.
func (d *description) rows() [][2]string {
	judge, _ := d.params.Judge()
	rows := [][2]string{
		{"What", d.what()},
		{"Topic", d.params.Topic},
		{"When", fmt.Sprintf("%s to %s; it ended by %s", stamp(d.sum.Started), stamp(d.sum.Finished), d.sum.Stopped)},          // not translated: the form is English (ADR 82)
		{"Program", fmt.Sprintf("ontocrawl %s, run folders of format %d, judge %s", d.params.Version, crawl.RunFormat, judge)}, // not translated: the form is English (ADR 82)
	}
	for _, o := range d.params.Ontologies {
		rows = append(rows, [2]string{"Ontology", strings.Join(slices.DeleteFunc([]string{ontologyName(o), o.IRI, o.Version, "SHA-256 " + o.SHA256}, func(s string) bool { return s == "" }), ", ")})
	}
	return append(rows,
		[2]string{"Seeds", fmt.Sprintf("%d, SHA-256 of their list %s", d.params.Seeds.Count, d.params.Seeds.SHA256)}, // not translated: the form is English (ADR 82)
		[2]string{"Run", d.id},
		[2]string{"Requests", fmt.Sprintf("%d, of which %d addresses brought no page", d.sum.Requests, d.sum.Failures)}, // not translated: the form is English (ADR 82)
		[2]string{"Licence", noLicence})
}

// languages returns the languages of the pages, the most frequent first.
func (d *description) languages() []string {
	langs := slices.DeleteFunc(slices.Sorted(maps.Keys(d.sum.Languages)), func(l string) bool { return l == "" })
	sorts.Stable(langs, func(a, b string) int { return cmp.Compare(d.sum.Languages[b], d.sum.Languages[a]) })
	return langs
}

// oneLine is text without line breaks and controls.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.In(r, unicode.White_Space, unicode.Cc, unicode.Cf) }), " ")
}

// cell is text as a cell of a table of Markdown has it.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "'", "[", `\[`).Replace(oneLine(s))
}
