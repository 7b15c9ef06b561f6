package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// Write writes the inspection for a person, with names in the language lang.
func (in *Inspection) Write(w io.Writer, lang string) error {
	b := bufio.NewWriter(w)
	t := message.To(b, message.Of(w))
	in.header(t)
	in.size(t, lang)
	in.tables(t)
	in.rest(t)
	return b.Flush()
}

// fact prints a line of the head of an inspection.
func fact(w io.Writer, name, format string, args ...any) {
	p := message.Of(w)
	name = p.Text(name)
	fmt.Fprintf(w, "%s%s %s\n", name, strings.Repeat(" ", max(0, 11-term.Cells(name))), term.Safe(p.Sprintf(format, args...)))
}

func (in *Inspection) header(w io.Writer) {
	fact(w, "Ontology", "%s", or(in.IRI, english.Word("without an IRI")))
	fact(w, "Version", "%s", or(in.Version, english.Word("none stated")))
	for i, f := range in.Files {
		fact(w, once(english.Word("Files"), i), "%s  %s, %s, %v", f.Name, f.Syntax, strings.ToUpper(f.Charset), english.Plural(f.Triples, "%d statement", "%d statements"))
	}
	fact(w, "SHA-256", "%s", in.SHA256)
	for i, im := range in.Imports {
		fact(w, once(english.Word("Imports"), i), "%s: %v", im.IRI, in.fate(im))
	}
	if len(in.Imports) == 0 {
		fact(w, "Imports", "none")
	}
	fmt.Fprintln(w)
}

// once is a name in the first of several lines.
func once(name english.Word, i int) string {
	if i > 0 {
		return ""
	}
	return string(name)
}

// or is s, or a word where that is empty.
func or(s string, none english.Word) any {
	if s == "" {
		return none
	}
	return s
}

// fate says what became of an import.
func (in *Inspection) fate(im owl.Import) english.Phrase {
	by := english.Phrasef("")
	if len(in.Files) > 1 {
		by = english.Phrasef(", imported by %s", im.By)
	}
	switch im.Found {
	case owl.InCatalog:
		return english.Phrasef("%s (by catalog-v001.xml%v)", im.File, by)
	case owl.InFolder:
		return english.Phrasef("%s (in the same folder%v)", im.File, by)
	case owl.Fetched:
		if len(in.Files) > 1 {
			return english.Phrasef("fetched from %s (imported by %s)", im.File, im.By)
		}
		return english.Phrasef("fetched from %s", im.File)
	case owl.Already:
		if im.File == "" {
			return english.Phrasef("read already")
		}
		return english.Phrasef("read already %s", im.File)
	case owl.Vocabulary:
		return english.Phrasef("not read, and not needed: a known vocabulary")
	case owl.Unreadable:
		return english.Phrasef("CANNOT BE READ: %s%v", im.File, by)
	}
	return english.Phrasef("NOT FOUND%v; --fetch-imports asks the network", by)
}

func (in *Inspection) size(w io.Writer, lang string) {
	fact(w, "Written", "%v", entities(in.Entities))
	fact(w, "Concepts", "%d: %v, %v; %d when synonyms are one", in.Concepts,
		english.Plural(in.Classes, "%d class", "%d classes"), english.Plural(in.Individuals, "%d individual", "%d individuals"), in.Folded)
	fact(w, "Depth", "%v, %v with nothing below", english.Plural(in.Depth, "%d level", "%d levels"), english.Plural(in.Leaves, "%d concept", "%d concepts"))
	fact(w, "Roots", "%v", someOf(in.Roots, lang))
	fact(w, "Core", "%v", someOf(in.Core, lang))
	if in.Unlabelled > 0 {
		fact(w, "No label", "%v", english.Plural(in.Unlabelled, "%d concept", "%d concepts"))
	}
	fmt.Fprintln(w)
}

// entities is "3 classes, 1 object property", without kinds that do not occur.
func entities(e check.Entities) english.Phrase {
	var all []any
	for _, k := range []struct {
		n    int
		says english.Phrase
	}{
		{e.Classes, english.Plural(e.Classes, "%d class", "%d classes")},
		{e.Concepts, english.Plural(e.Concepts, "%d SKOS concept", "%d SKOS concepts")},
		{e.Individuals, english.Plural(e.Individuals, "%d individual", "%d individuals")},
		{e.ObjectProperties, english.Plural(e.ObjectProperties, "%d object property", "%d object properties")},
		{e.DataProperties, english.Plural(e.DataProperties, "%d data property", "%d data properties")},
		{e.AnnotationProperties, english.Plural(e.AnnotationProperties, "%d annotation property", "%d annotation properties")},
		{e.OtherProperties, english.Plural(e.OtherProperties, "%d property without a kind", "%d properties without a kind")},
		{e.Datatypes, english.Plural(e.Datatypes, "%d datatype", "%d datatypes")},
		{e.Rules, english.Plural(e.Rules, "%d rule", "%d rules")},
	} {
		if k.n > 0 {
			all = append(all, k.says)
		}
	}
	if len(all) == 0 {
		return english.Phrasef("nothing that has a kind")
	}
	return row(all)
}

// row is all, with commas between.
func row(all []any) english.Phrase {
	return english.Phrasef(strings.TrimPrefix(strings.Repeat(", %v", len(all)), ", "), all...)
}

// someOf is "12: a, b, c and 9 more".
func someOf(refs []semsim.Ref, lang string) english.Phrase {
	const most = 8
	if len(refs) == 0 {
		return english.Phrasef("none")
	}
	var names []string
	for _, r := range refs[:min(most, len(refs))] {
		names = append(names, simtext.Name(r, lang))
	}
	if more := len(refs) - most; more > 0 {
		return english.Phrasef("%d: %s and %d more", len(refs), strings.Join(names, ", "), more)
	}
	return english.Phrasef("%d: %s", len(refs), strings.Join(names, ", "))
}

func (in *Inspection) tables(w io.Writer) {
	p := message.Of(w)
	t := &term.Table{Head: []string{"relation", ">edges", "said by"}}
	for _, r := range in.Relations {
		by := cmp.Or(r.Property, p.Text("the language itself (subclass, equivalent class, instance)"))
		if r.Label != "" && r.Label != ontology.LocalName(r.Property) {
			by += " (" + r.Label + ")"
		}
		t.Add(r.Relation, strconv.Itoa(r.Count), by)
	}
	t.Write(w)
	fmt.Fprintln(w)
	t = &term.Table{Head: []string{"labels in", ">concepts", ">names", ">synonyms", ">hidden", ">loose", ">definitions"}}
	defined := map[string]int{}
	for _, d := range in.Definitions {
		defined[d.Lang] = d.Count
	}
	for _, l := range in.Labels {
		t.Add(cmp.Or(l.Lang, p.Text("no language")), strconv.Itoa(l.Concepts), strconv.Itoa(l.Preferred), strconv.Itoa(l.Alternative),
			strconv.Itoa(l.Hidden), strconv.Itoa(l.Loose), strconv.Itoa(defined[l.Lang]))
		delete(defined, l.Lang)
	}
	for _, d := range in.Definitions {
		if n := defined[d.Lang]; n > 0 {
			t.Add(cmp.Or(d.Lang, p.Text("no language")), "0", "0", "0", "0", "0", strconv.Itoa(n))
		}
	}
	t.Write(w)
}

// rest lists statements that are not in the graph, and the findings.
func (in *Inspection) rest(w io.Writer) {
	if len(in.Unread) > 0 {
		message.Fprintf(w, "\nWritten, but without a part in the graph:\n")
		for _, u := range in.Unread {
			what := message.Of(w).Text(u.What)
			if u.Property != "" {
				what = message.Of(w).Sprintf("values of %s", u.Property)
			}
			fmt.Fprintf(w, "  %6d  %s\n", u.Count, term.Safe(what))
		}
	}
	if len(in.Findings) == 0 {
		return
	}
	message.Fprintf(w, "\nFindings (ontocrawl ontology validate --fix-hints says how to fix them):\n")
	for _, f := range in.Findings {
		fmt.Fprintf(w, "  %s\n", term.Safe(message.Of(w).Say(f)))
	}
}
