package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	fact(w, "Ontology", "%s", or(in.IRI, message.Word("without an IRI")))
	fact(w, "Version", "%s", or(in.Version, message.Word("none stated")))
	for i, f := range in.Files {
		fact(w, once(message.Word("Files"), i), "%s  %s, %s, %v", f.Name, f.Syntax, strings.ToUpper(f.Charset), message.Plural(f.Triples, "%d statement", "%d statements"))
	}
	fact(w, "SHA-256", "%s", in.SHA256)
	for i, im := range in.Imports {
		fact(w, once(message.Word("Imports"), i), "%s: %v", im.IRI, in.fate(im))
	}
	if len(in.Imports) == 0 {
		fact(w, "Imports", "none")
	}
	fmt.Fprintln(w)
}

// once is a name in the first of several lines.
func once(name message.Word, i int) string {
	if i > 0 {
		return ""
	}
	return string(name)
}

// or is s, or a word where that is empty.
func or(s string, none message.Word) any {
	if s == "" {
		return none
	}
	return s
}

// fate says what became of an import.
func (in *Inspection) fate(im owl.Import) message.Phrase {
	by := message.Phrasef("")
	if len(in.Files) > 1 {
		by = message.Phrasef(", imported by %s", im.By)
	}
	switch im.Found {
	case owl.InCatalog:
		return message.Phrasef("%s (by catalog-v001.xml%v)", im.File, by)
	case owl.InFolder:
		return message.Phrasef("%s (in the same folder%v)", im.File, by)
	case owl.Fetched:
		if len(in.Files) > 1 {
			return message.Phrasef("fetched from %s (imported by %s)", im.File, im.By)
		}
		return message.Phrasef("fetched from %s", im.File)
	case owl.Already:
		if im.File == "" {
			return message.Phrasef("read already")
		}
		return message.Phrasef("read already %s", im.File)
	case owl.Vocabulary:
		return message.Phrasef("not read, and not needed: a known vocabulary")
	case owl.Unreadable:
		return message.Phrasef("CANNOT BE READ: %s%v", im.File, by)
	}
	return message.Phrasef("NOT FOUND%v; --fetch-imports asks the network", by)
}

func (in *Inspection) size(w io.Writer, lang string) {
	fact(w, "Written", "%v", entities(in.Entities))
	fact(w, "Concepts", "%d: %v, %v; %d when synonyms are one", in.Concepts,
		message.Plural(in.Classes, "%d class", "%d classes"), message.Plural(in.Individuals, "%d individual", "%d individuals"), in.Folded)
	fact(w, "Depth", "%v, %v with nothing below", message.Plural(in.Depth, "%d level", "%d levels"), message.Plural(in.Leaves, "%d concept", "%d concepts"))
	fact(w, "Roots", "%v", someOf(in.Roots, lang))
	fact(w, "Core", "%v", someOf(in.Core, lang))
	if in.Unlabelled > 0 {
		fact(w, "No label", "%v", message.Plural(in.Unlabelled, "%d concept", "%d concepts"))
	}
	fmt.Fprintln(w)
}

// entities is "3 classes, 1 object property", without kinds that do not occur.
func entities(e check.Entities) message.Phrase {
	var all []any
	for _, k := range []struct {
		n    int
		says message.Phrase
	}{
		{e.Classes, message.Plural(e.Classes, "%d class", "%d classes")},
		{e.Concepts, message.Plural(e.Concepts, "%d SKOS concept", "%d SKOS concepts")},
		{e.Individuals, message.Plural(e.Individuals, "%d individual", "%d individuals")},
		{e.ObjectProperties, message.Plural(e.ObjectProperties, "%d object property", "%d object properties")},
		{e.DataProperties, message.Plural(e.DataProperties, "%d data property", "%d data properties")},
		{e.AnnotationProperties, message.Plural(e.AnnotationProperties, "%d annotation property", "%d annotation properties")},
		{e.OtherProperties, message.Plural(e.OtherProperties, "%d property without a kind", "%d properties without a kind")},
		{e.Datatypes, message.Plural(e.Datatypes, "%d datatype", "%d datatypes")},
		{e.Rules, message.Plural(e.Rules, "%d rule", "%d rules")},
	} {
		if k.n > 0 {
			all = append(all, k.says)
		}
	}
	if len(all) == 0 {
		return message.Phrasef("nothing that has a kind")
	}
	return row(all)
}

// row is all, with commas between.
func row(all []any) message.Phrase {
	return message.Phrasef(strings.TrimPrefix(strings.Repeat(", %v", len(all)), ", "), all...)
}

// someOf is "12: a, b, c and 9 more".
func someOf(refs []semsim.Ref, lang string) message.Phrase {
	const most = 8
	if len(refs) == 0 {
		return message.Phrasef("none")
	}
	var names []string
	for _, r := range refs[:min(most, len(refs))] {
		names = append(names, simtext.Name(r, lang))
	}
	if more := len(refs) - most; more > 0 {
		return message.Phrasef("%d: %s and %d more", len(refs), strings.Join(names, ", "), more)
	}
	return message.Phrasef("%d: %s", len(refs), strings.Join(names, ", "))
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
		fmt.Fprintf(w, "  %s\n", term.Safe(f.Localize(message.Of(w))))
	}
}
