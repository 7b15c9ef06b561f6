package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// Write writes the inspection for a person, with names in the language lang.
func (in *Inspection) Write(w io.Writer, lang string) error {
	b := bufio.NewWriter(w)
	in.header(b)
	in.size(b, lang)
	in.tables(b)
	in.rest(b)
	return b.Flush()
}

// fact prints a line of the head of an inspection.
func fact(w io.Writer, name, format string, args ...any) {
	fmt.Fprintf(w, "%-11s %s\n", name, term.Safe(fmt.Sprintf(format, args...)))
}

func (in *Inspection) header(w io.Writer) {
	fact(w, "Ontology", "%s", cmp.Or(in.IRI, "without an IRI"))
	fact(w, "Version", "%s", cmp.Or(in.Version, "none stated"))
	for i, f := range in.Files {
		fact(w, once("Files", i), "%s  %s, %s, %s", f.Name, f.Syntax, strings.ToUpper(f.Charset), several(f.Triples, "statement"))
	}
	fact(w, "SHA-256", "%s", in.SHA256)
	for i, im := range in.Imports {
		fact(w, once("Imports", i), "%s: %s", im.IRI, in.fate(im))
	}
	if len(in.Imports) == 0 {
		fact(w, "Imports", "none")
	}
	fmt.Fprintln(w)
}

// once is a name in the first of several lines.
func once(name string, i int) string {
	if i > 0 {
		return ""
	}
	return name
}

// fate says what became of an import.
func (in *Inspection) fate(im owl.Import) string {
	by := ""
	if len(in.Files) > 1 {
		by = ", imported by " + im.By
	}
	switch im.Found {
	case owl.InCatalog:
		return im.File + " (by catalog-v001.xml" + by + ")"
	case owl.InFolder:
		return im.File + " (in the same folder" + by + ")"
	case owl.Fetched:
		return "fetched from " + im.File + strings.Replace(by, ", ", " (", 1) + strings.Repeat(")", min(1, len(by)))
	case owl.Already:
		return strings.TrimSpace("read already " + im.File)
	case owl.Vocabulary:
		return "not read, and not needed: a known vocabulary"
	case owl.Unreadable:
		return "CANNOT BE READ: " + im.File + by
	}
	return "NOT FOUND" + by + "; --fetch-imports asks the network"
}

func (in *Inspection) size(w io.Writer, lang string) {
	classes := fmt.Sprintf("%d classes", in.Classes)
	if in.Classes == 1 {
		classes = "1 class"
	}
	fact(w, "Written", "%s", entities(in.Entities))
	fact(w, "Concepts", "%d: %s, %s; %d when synonyms are one", in.Concepts,
		classes, several(in.Individuals, "individual"), in.Folded)
	fact(w, "Depth", "%s, %s with nothing below", several(in.Depth, "level"), several(in.Leaves, "concept"))
	fact(w, "Roots", "%s", someOf(in.Roots, lang))
	fact(w, "Core", "%s", someOf(in.Core, lang))
	if in.Unlabelled > 0 {
		fact(w, "No label", "%s", several(in.Unlabelled, "concept"))
	}
	fmt.Fprintln(w)
}

// entities is "3 classes, 1 object property", without kinds that do not occur.
func entities(e check.Entities) string {
	var all []string
	for _, k := range []struct {
		n         int
		one, more string
	}{
		{e.Classes, "class", "classes"},
		{e.Concepts, "SKOS concept", "SKOS concepts"},
		{e.Individuals, "individual", "individuals"},
		{e.ObjectProperties, "object property", "object properties"},
		{e.DataProperties, "data property", "data properties"},
		{e.AnnotationProperties, "annotation property", "annotation properties"},
		{e.OtherProperties, "property without a kind", "properties without a kind"},
		{e.Datatypes, "datatype", "datatypes"},
		{e.Rules, "rule", "rules"},
	} {
		switch k.n {
		case 0:
		case 1:
			all = append(all, "1 "+k.one)
		default:
			all = append(all, fmt.Sprintf("%d %s", k.n, k.more))
		}
	}
	return cmp.Or(strings.Join(all, ", "), "nothing that has a kind")
}

// someOf is "12: a, b, c and 9 more".
func someOf(refs []semsim.Ref, lang string) string {
	const most = 8
	if len(refs) == 0 {
		return "none"
	}
	var names []string
	for _, r := range refs[:min(most, len(refs))] {
		names = append(names, simtext.Name(r, lang))
	}
	text := fmt.Sprintf("%d: %s", len(refs), strings.Join(names, ", "))
	if more := len(refs) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (in *Inspection) tables(w io.Writer) {
	t := &term.Table{Head: []string{"relation", ">edges", "said by"}}
	for _, r := range in.Relations {
		by := cmp.Or(r.Property, "the language itself (subclass, equivalent class, instance)")
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
		t.Add(cmp.Or(l.Lang, "no language"), strconv.Itoa(l.Concepts), strconv.Itoa(l.Preferred), strconv.Itoa(l.Alternative),
			strconv.Itoa(l.Hidden), strconv.Itoa(l.Loose), strconv.Itoa(defined[l.Lang]))
		delete(defined, l.Lang)
	}
	for _, d := range in.Definitions {
		if n := defined[d.Lang]; n > 0 {
			t.Add(cmp.Or(d.Lang, "no language"), "0", "0", "0", "0", "0", strconv.Itoa(n))
		}
	}
	t.Write(w)
}

// rest lists statements that are not in the graph, and the findings.
func (in *Inspection) rest(w io.Writer) {
	if len(in.Unread) > 0 {
		fmt.Fprintf(w, "\nWritten, but without a part in the graph:\n")
		for _, u := range in.Unread {
			what := u.What
			if u.Property != "" {
				what = "values of " + u.Property
			}
			fmt.Fprintf(w, "  %6d  %s\n", u.Count, term.Safe(what))
		}
	}
	if len(in.Findings) == 0 {
		return
	}
	fmt.Fprintf(w, "\nFindings (ontocrawl ontology validate --fix-hints says how to fix them):\n")
	for _, f := range in.Findings {
		fmt.Fprintf(w, "  %s\n", term.Safe(f.String()))
	}
}
