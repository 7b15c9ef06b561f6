package template

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// document is a document in Manchester syntax that knows of which cell each line is.
type document struct {
	lines []line
	n     int // lines of text
}

// line is the section of a cell; it may take more than one line of text.
type line struct {
	text string
	from int // its first line of text, from 1
	at   place
	cell bool // dropped if it is wrong
}

func (d *document) add(text string, at place, cell bool) {
	d.lines = append(d.lines, line{text, d.n + 1, at, cell})
	d.n += strings.Count(text, "\n")
}

func (d *document) String() string {
	var b strings.Builder
	for _, l := range d.lines {
		b.WriteString(l.text)
	}
	return b.String()
}

// indent is before each section: what begins there is no part of the cell before.
const indent = "    "

// drop leaves out the cell with the fault at a line and a column of the text, and returns where it stands. What
// is missing at the end of a cell is told of the next word, which begins another section or frame.
func (d *document) drop(lineNo, col int) (at place, ok bool) {
	i := sort.Search(len(d.lines), func(i int) bool { return d.lines[i].from > lineNo }) - 1
	if i >= 0 && lineNo == d.lines[i].from && col <= len(indent)+1 {
		for i--; i >= 0 && !d.lines[i].cell; i-- {
		}
	}
	if i < 0 || !d.lines[i].cell {
		return at, false
	}
	at = d.lines[i].at
	d.lines[i].text = strings.Repeat("\n", strings.Count(d.lines[i].text, "\n"))
	d.lines[i].cell = false
	return at, true
}

// frameKeyword begins the frame of an entity of a kind.
func frameKeyword(k axiom.Op) string {
	switch k {
	case axiom.ObjectProperty:
		return "ObjectProperty:"
	case axiom.DataProperty:
		return "DataProperty:"
	case axiom.AnnotationProperty:
		return "AnnotationProperty:"
	case axiom.Datatype:
		return "Datatype:"
	case axiom.NamedIndividual:
		return "Individual:"
	}
	return "Class:"
}

// section is the section of a frame that a column fills, of which kinds of entities.
func section(what string, k axiom.Op) string {
	property := k == axiom.ObjectProperty || k == axiom.DataProperty || k == axiom.AnnotationProperty
	switch logical := property && k != axiom.AnnotationProperty; what {
	case "SC", "EC", "DC":
		if k == axiom.Class {
			return map[string]string{"SC": "SubClassOf:", "EC": "EquivalentTo:", "DC": "DisjointWith:"}[what]
		}
	case "SP", "DOMAIN", "RANGE":
		if property {
			return map[string]string{"SP": "SubPropertyOf:", "DOMAIN": "Domain:", "RANGE": "Range:"}[what]
		}
	case "EP", "DP", "CHARACTERISTIC":
		if logical {
			return map[string]string{"EP": "EquivalentTo:", "DP": "DisjointWith:", "CHARACTERISTIC": "Characteristics:"}[what]
		}
	case "IP":
		if k == axiom.ObjectProperty {
			return "InverseOf:"
		}
	case "TI", "I", "SI", "DI":
		if k == axiom.NamedIndividual {
			return map[string]string{"TI": "Types:", "I": "Facts:", "SI": "SameAs:", "DI": "DifferentFrom:"}[what]
		}
	}
	return ""
}

// write writes the frame of an entity.
func (t *table) write(e *entity) {
	t.document.add(frameKeyword(e.kind)+" <"+e.iri+">\n", e.place(0), false)
	for i := range t.columns {
		if c := &t.columns[i]; c.what != "" && !c.note && e.cell(i) != "" {
			if err := t.writeCell(e, i, c); err != nil {
				t.fault(e.place(i), err)
			}
		}
	}
	if all := e.meets; len(all) == 1 {
		t.say(e.place(e.meetAt), "EquivalentTo:", e.meetNotes, all[0])
	} else if len(all) > 1 { // the class is their intersection
		t.say(e.place(e.meetAt), "EquivalentTo:", e.meetNotes, "("+strings.Join(all, ") and (")+")")
	}
}

// header says which kinds the entities of the input are, so that expressions can be read.
func (t *table) header() {
	iri := ""
	if t.opt.IRI != "" {
		iri = "<" + t.opt.IRI + ">"
	}
	t.document.add("Ontology: "+iri+"\n", place{}, false)
	for _, iri := range slices.Sorted(maps.Keys(t.names.kinds)) {
		if _, err := checked(iri); err == nil && t.foreign(iri) {
			t.document.add(frameKeyword(t.names.kinds[iri])+" <"+iri+">\n", place{}, false)
		}
	}
}

// say writes a section of the frame at hand.
func (t *table) say(at place, section string, notes []string, text string) {
	if len(notes) > 0 {
		section += " Annotations: " + strings.Join(notes, ", ")
	}
	t.document.add(indent+section+" "+text+"\n", at, true)
}

// writeCell writes what a cell says of an entity.
func (t *table) writeCell(e *entity, i int, c *column) error {
	notes, err := t.notes(e, i)
	if err != nil {
		return err
	}
	what, err := t.means(e, c.what)
	if err != nil {
		return err
	}
	for _, v := range c.values(e.cell(i)) {
		section, text, err := t.value(e, c, what, v)
		switch {
		case err != nil:
			return err
		case what == "EC":
			e.meets, e.meetAt, e.meetNotes = append(e.meets, text), i, append(e.meetNotes, notes...)
		case section != "":
			t.say(e.place(i), section, notes, text)
		}
	}
	return nil
}

// notes are the annotations of the axioms of a cell: what the columns to the right say that begin with ">".
func (t *table) notes(e *entity, i int) (all []string, err error) {
	for j := i + 1; j < len(t.columns) && t.columns[j].note; j++ {
		c := &t.columns[j]
		for _, v := range c.values(e.cell(j)) {
			text, err := t.annotation(c, v)
			if err != nil {
				t.fault(e.place(j), err)
				continue
			}
			all = append(all, text)
		}
	}
	return all, nil
}

// means returns the template string that C or P stands for in the row of an entity; all others stand for themselves.
func (t *table) means(e *entity, what string) (string, error) {
	by, kinds := "CLASS_TYPE", map[string]string{"": "SC", "subclass": "SC", "equivalent": "EC", "disjoint": "DC"}
	switch what {
	case "P":
		by, kinds = "PROPERTY_TYPE", map[string]string{"": "SP", "subproperty": "SP", "equivalent": "EP", "disjoint": "DP", "inverse": "IP"}
	case "C":
	default:
		return what, nil
	}
	kind := e.cell(t.column(by))
	if m, ok := kinds[strings.ToLower(kind)]; ok {
		return m, nil
	}
	delete(kinds, "")
	return "", english.Errorf("%s is %q, but there are %s", by, kind, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
}

// value returns the section of the frame that one value of a cell fills, or "" for none, and its text.
func (t *table) value(e *entity, c *column, what, v string) (in, text string, err error) {
	switch what {
	case "ID", "CLASS_TYPE", "PROPERTY_TYPE":
		return "", "", nil
	case "LABEL":
		return "Annotations:", "<" + rdfsNS + "label> " + quoted(v), nil
	case "A", "AT", "AL", "AI":
		text, err = t.annotation(c, v)
		return "Annotations:", text, err
	case "TYPE":
		if _, ok := kindNamed(v); ok {
			return "", "", nil
		}
		iri, err := t.names.iri(v)
		return "Types:", "<" + iri + ">", err
	}
	if in = section(what, e.kind); in == "" {
		return "", "", english.Errorf("%s says nothing of %v, as which TYPE has the row", what, kindText(e.kind))
	}
	switch what {
	case "CHARACTERISTIC":
		text, err = characteristic(v)
	case "I":
		text, err = t.fact(c.text, v)
	case "DOMAIN", "RANGE":
		text, err = t.names.expression("%", v)
	default:
		text, err = t.names.expression(c.text, v)
	}
	return in, text, err
}

// annotation is an annotation with a value of a column.
func (t *table) annotation(c *column, v string) (string, error) {
	property, err := t.names.iri(c.text)
	if err != nil {
		return "", err
	}
	switch c.what {
	case "AI":
		v, err = t.names.iri(v)
		v = "<" + v + ">"
	case "AL":
		v = quoted(v) + "@" + c.mark
	case "AT":
		var datatype string
		datatype, err = t.names.iri(c.mark)
		v = quoted(v) + "^^<" + datatype + ">"
	default:
		v = quoted(v)
	}
	return "<" + property + "> " + v, err
}

// fact returns a property of an individual with its value: for a data property a text; for any other an individual, if one has that name.
func (t *table) fact(property, v string) (string, error) {
	p, err := t.names.iri(property)
	if err != nil {
		return "", err
	}
	of, err := t.names.iri(v)
	switch kind := t.names.kinds[p]; {
	case kind == axiom.DataProperty, kind != axiom.ObjectProperty && err != nil:
		return "<" + p + "> " + quoted(v), nil
	case err != nil:
		return "", err
	}
	return "<" + p + "> <" + of + ">", nil
}

// characteristic is a characteristic of a property, as the Manchester syntax calls it.
func characteristic(v string) (string, error) {
	all := map[string]string{"functional": "Functional", "inverse functional": "InverseFunctional", "reflexive": "Reflexive", "irreflexive": "Irreflexive",
		"symmetric": "Symmetric", "asymmetric": "Asymmetric", "transitive": "Transitive"}
	if name, ok := all[strings.ToLower(v)]; ok {
		return name, nil
	}
	return "", english.Errorf("%q is no characteristic: there are %s", v, strings.Join(slices.Sorted(maps.Keys(all)), ", "))
}

// quoted is a text between quotes.
func quoted(v string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
}
