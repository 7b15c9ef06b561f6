package export

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// counted says what the pages of a data set are.
type counted struct {
	pages, relevant, sites int
	first, last            time.Time // fetched
	langs                  map[string]int
}

func count(pages iter.Seq2[rundir.Page, error]) (c counted, err error) {
	c.langs = map[string]int{}
	hosts := map[string]bool{}
	for p, err := range pages {
		if err != nil {
			return c, err
		}
		c.pages++
		if p.Relevant {
			c.relevant++
		}
		hosts[hostOf(p.URL)] = true
		c.langs[cmp.Or(oneLine(p.Lang), "unknown")]++
		if at := p.FetchedAt.UTC(); c.first.IsZero() || at.Before(c.first) {
			c.first = at
		}
		if at := p.FetchedAt.UTC(); at.After(c.last) {
			c.last = at
		}
	}
	c.sites = len(hosts)
	return c, nil
}

// card writes a data card of the pages of a run, in Markdown: what they are, when they were fetched, by which version of
// the program, and which ontologies judged them.
func card(w io.Writer, run *Run, pages iter.Seq2[rundir.Page, error]) error {
	c, err := count(pages)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Web pages about %s\n\n", mark(run.Topic))                                                                                                    // not translated: a file for readers anywhere
	fmt.Fprintf(&b, "%d pages of %d hosts, %d of them relevant by the last verdict, found by a crawl that an ontology directed.\n\n", c.pages, c.sites, c.relevant) // not translated: a file for readers anywhere
	line := func(what, value string) {
		if value != "" {
			fmt.Fprintf(&b, "| %s | %s |\n", what, value)
		}
	}
	b.WriteString("| | |\n|---|---|\n")
	line("identifier of the run", mark(run.ID))
	line("program", mark(run.Program)+", https://github.com/ontocrawl/ontocrawl")
	line("crawl begun", stampOf(run.Started))
	line("crawl ended", stampOf(run.Finished))
	line("pages fetched", stampOf(c.first)+" to "+stampOf(c.last))
	for i := range run.Ontologies {
		o := &run.Ontologies[i]
		line("ontology", strings.Join(slices.DeleteFunc([]string{mark(o.Name), mark(o.IRI), mark(o.Version), "SHA-256 `" + o.SHA256 + "`"}, func(s string) bool { return s == "" }), ", "))
	}
	langs := slices.SortedFunc(maps.Keys(c.langs), func(x, y string) int {
		return cmp.Or(cmp.Compare(c.langs[y], c.langs[x]), cmp.Compare(x, y))
	})
	for i, l := range langs {
		langs[i] = fmt.Sprintf("%s %d", mark(l), c.langs[l])
	}
	line("languages", strings.Join(langs[:min(len(langs), 20)], ", "))
	b.WriteString("\n" + cardText)
	_, err = io.WriteString(w, b.String())
	return err
}

// cardText says what holds of every run.
const cardText = `## How it was made

The crawler began with the seeds of the run, and chose links that probably lead to pages about the topic. It obeyed
robots.txt and asked no host faster than the host allows. A page is relevant if its score is above the threshold of the
judge; the evidence of each page says which concept was found by which label in which place. Settings, threshold and the
hash of the seeds are in run.yaml.

## What it is not

It is no random sample of the web: it holds what links, questions and the order of the crawl led to, at that time. Verdicts
are those of a program. The texts belong to their authors, and may be protected by law where you are.
`

func stampOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// mark makes text harmless in a table of Markdown.
func mark(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "'", "[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`).Replace(oneLine(text))
}

// citation is a CITATION.cff, version 1.2.0 (citation-file-format.github.io).
type citation struct {
	Version     string       `yaml:"cff-version"`
	Message     string       `yaml:"message"`
	Type        string       `yaml:"type"`
	Title       string       `yaml:"title"`
	Authors     []entity     `yaml:"authors"`
	Released    string       `yaml:"date-released,omitempty"`
	Abstract    string       `yaml:"abstract"`
	Identifiers []identifier `yaml:"identifiers,omitempty"`
	Keywords    []string     `yaml:"keywords,omitempty"`
}

type entity struct {
	Name    string `yaml:"name"`
	Website string `yaml:"website,omitempty"`
}

type identifier struct {
	Type        string `yaml:"type"`
	Value       string `yaml:"value"`
	Description string `yaml:"description"`
}

// cff writes a CITATION.cff of the pages of a run as a data set. Who made the data set has to be filled in.
func cff(w io.Writer, run *Run, pages iter.Seq2[rundir.Page, error]) error {
	c, err := count(pages)
	if err != nil {
		return err
	}
	x := citation{
		Version: "1.2.0", Type: "dataset", Message: "Name yourself under authors; then cite this data set as follows.",
		Title: "Web pages about " + oneLine(run.Topic), Authors: []entity{{oneLine(run.Program), "https://github.com/ontocrawl/ontocrawl"}},
		Abstract: fmt.Sprintf("%d web pages of %d hosts, %d of them relevant, fetched from %s to %s.", c.pages, c.sites, c.relevant, stampOf(c.first), stampOf(c.last)), // not translated: a file for readers anywhere
		Keywords: []string{oneLine(run.Topic)},
	}
	if !c.last.IsZero() {
		x.Released = c.last.Format(time.DateOnly)
	}
	if run.ID != "" {
		x.Identifiers = append(x.Identifiers, identifier{"other", run.ID, "the run"})
	}
	for i := range run.Ontologies {
		o := &run.Ontologies[i]
		x.Identifiers = append(x.Identifiers, identifier{"other", o.node(), "the ontology " + oneLine(cmp.Or(o.IRI, o.Name))})
	}
	out := yaml.NewEncoder(w)
	out.SetIndent(2)
	if err := out.Encode(x); err != nil {
		return err
	}
	return out.Close()
}
