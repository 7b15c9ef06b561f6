package main

import (
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/help"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
	"github.com/ontocrawl/ontocrawl/lab/report"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/message/messagetest"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/check"
)

var missing = flag.String("missing", "", "write the texts without a translation to this PO file")

// catalogue holds the translations to Chinese.
func catalogue(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	names, err := fs.Glob(message.Files(), "zh/*.po")
	if err != nil || len(names) == 0 {
		t.Fatalf("no translations: %v", err)
	}
	for _, name := range names {
		b, err := fs.ReadFile(message.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		entries, err := message.ParsePO(string(b))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, e := range entries {
			if old, ok := texts[e.ID]; ok && old != e.Text {
				t.Errorf("%s:%d: %q is translated otherwise in another file", name, e.Line, e.ID)
			}
			texts[e.ID] = e.Text
		}
	}
	return texts
}

// allTexts are all texts for people of the program: of each its places.
func allTexts(t *testing.T) (found map[string][]string, order []string) {
	t.Helper()
	found = map[string][]string{}
	add := func(text, at string) {
		if _, ok := found[text]; !ok {
			order = append(order, text)
		}
		found[text] = append(found[text], at)
	}
	helpTexts(program.Ontocrawl(&cli.App{}), add)
	helpTexts(program.Node(host.Start)(&cli.App{}), add)
	for _, heading := range append(help.Headings(), config.OptionsGroup) {
		add(heading, "a heading of --help")
	}
	for _, of := range cli.AllMethods() {
		add(of.Title, "cli/methods.go")
		for _, m := range of.Rows {
			add(m.About, "the row of "+m.Name)
			for _, o := range m.Options {
				add(o.About, "the row of "+m.Name)
			}
		}
	}
	for _, r := range check.Rules() {
		add(r.Says, "ontology/check/rules.go")
		add(r.Fix, "ontology/check/rules.go")
	}
	for _, sense := range check.Senses() {
		add(sense, "ontology/check/core.go")
	}
	for sort := axiom.SortIRI; sort <= axiom.SortDataArg; sort++ {
		add(sort.String(), "ontology/axiom/fit.go")
	}
	inReport, err := report.Texts()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range inReport {
		add(text, "lab/report/templates/crawl.html")
	}
	sources(t, func(name string, src []byte) {
		all, err := messagetest.Scan(name, src)
		if err != nil {
			t.Error(err)
		}
		for _, f := range all {
			if f.Outside != "" {
				t.Errorf("%s: %s shows %q, which no catalogue can translate: use package message, or say in a comment why not", f.At, f.Outside, f.Text)
				continue
			}
			add(f.Text, f.At)
		}
	})
	return found, order
}

// helpTexts adds the texts of a command and all below it.
func helpTexts(c *cobra.Command, add func(text, at string)) {
	at := c.CommandPath() + " --help"
	for _, part := range append(help.Paragraphs(c.Long), c.Short) {
		add(part, at)
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) { add(help.FlagText(f), at) })
	for _, sub := range c.Commands() {
		helpTexts(sub, add)
	}
}

// wordless are packages that speak to nobody: they make webs and texts for tests, measure or pack for developers,
// or write formats for programs.
func wordless() map[string]bool {
	return map[string]bool{"lab/crawltest": true, "semsim/lexicon/internal/gsedict/pack": true, "crawl/read/extract/gazetteer/internal/pack": true}
}

// sources calls f for each source file of the program.
func sources(t *testing.T, f func(name string, src []byte)) {
	t.Helper()
	for _, pkg := range slices.Sorted(maps.Keys(leansOn)) {
		if testKit(pkg) || wordless()[pkg] {
			continue
		}
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f(path.Join(pkg, filepath.Base(file)), src)
		}
	}
}

// Every text that the program shows to people has a Chinese translation. What is missing
// is written as PO by -missing FILE.
func TestEveryTextIsTranslated(t *testing.T) {
	t.Parallel()
	have := catalogue(t)
	found, order := allTexts(t)
	var po strings.Builder
	for _, text := range order {
		if text != "" && have[text] == "" {
			t.Errorf("%s: no Chinese for %q", found[text][0], text)
			po.WriteString("#: " + found[text][0] + "\n" + message.WritePO(message.Entry{ID: text}))
		}
	}
	if *missing != "" {
		if err := os.WriteFile(*missing, []byte(po.String()), 0o644); err != nil {
			t.Error(err)
		}
	}
}
