package check

import (
	"bytes"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// locate adds file and line to findings about concepts: where the concept is declared,
// else where it is first named.
func (c *checker) locate() {
	if c.opt.Open == nil {
		return
	}
	lines := newLines()
	for _, f := range c.findings {
		if f.Line == 0 && f.Subject != "" {
			lines.Want(f.Subject)
		}
	}
	for _, file := range c.o.Files {
		if r, err := c.opt.Open(file); err == nil { // it was read a moment ago; else there is no line to tell
			lines.Read(file, io.LimitReader(r, 1<<30))
			r.Close()
		}
	}
	for i := range c.findings {
		f := &c.findings[i]
		if f.Line == 0 && f.Subject != "" {
			if file, line := lines.Of(f.Subject); line > 0 {
				f.File, f.Line = file, line
			}
		}
		if f.File == "" && len(c.o.Files) > 0 {
			f.File = c.o.Files[0]
		}
	}
}

// lines finds IRIs in a file without parsing it, in any syntax that Protégé saves: as
// <http://…#Typhoon>, "#Typhoon", hz:Typhoon, rdf:ID="Typhoon", &hz;Typhoon or HZ:0001.
// The result helps people and may be wrong if two namespaces share a local name.
type lines struct {
	wanted map[string]string // as written -> IRI; "" if of several
	bare   map[string]string // local name -> IRI
	found  map[string]spot
}

type spot struct {
	file string
	line int
	rank int // 3 where it is declared, 2 in an empty element of RDF/XML that may declare it, 1 where it is named
}

// newLines returns Lines without IRIs to find; see Want.
func newLines() *lines {
	return &lines{map[string]string{}, map[string]string{}, map[string]spot{}}
}

// Want adds an IRI to find.
func (l *lines) Want(iri string) {
	local := ontology.LocalName(iri)
	l.wanted[iri] = iri
	for _, s := range []string{local, strings.Replace(local, "_", ":", 1)} { // OBO: HZ_0001 is HZ:0001
		if have, taken := l.bare[s]; taken && have != iri {
			l.bare[s] = ""
		} else {
			l.bare[s] = iri
		}
	}
}

// Of returns the place of iri; line is 0 if it was not found.
func (l *lines) Of(iri string) (file string, line int) {
	s := l.found[iri]
	return s.file, s.line
}

// Read searches a file. It ignores read errors.
func (l *lines) Read(file string, r io.Reader) {
	data, _ := io.ReadAll(r)
	line, counted := 1, 0
	for i := 0; i < len(data); {
		if border(data[i]) {
			i++
			continue
		}
		j := i
		for j < len(data) && !border(data[j]) {
			j++
		}
		if iri, rank := l.token(data, i, j); rank > 0 && l.found[iri].rank < rank {
			line += bytes.Count(data[counted:i], []byte("\n"))
			counted = i
			l.found[iri] = spot{file, line, rank}
		}
		i = j
	}
}

func border(b byte) bool { return b <= ' ' || strings.IndexByte(`"'<>()[]{},;|=`, b) >= 0 }

// token returns the IRI that data[i:j] stands for, and its certainty, 0 for no IRI.
func (l *lines) token(data []byte, i, j int) (iri string, rank int) {
	token := bytes.TrimRight(data[i:j], ".")
	iri = l.wanted[string(token)]
	whole := false // a local name without anything that says so
	if iri == "" {
		at := bytes.IndexAny(token, "#:")
		if at >= 0 && bytes.Contains(token, []byte("//")) {
			return "", 0
		}
		if iri = l.bare[string(token[at+1:])]; iri == "" {
			iri, at = l.bare[string(token)], -1
		}
		whole = at < 0
	}
	switch {
	case iri == "":
		return "", 0
	case declares(data, i) && emptyElement(data[j:]):
		return iri, 2
	case declares(data, i):
		return iri, 3
	case whole:
		return "", 0
	}
	return iri, 1
}

// emptyElement reports whether an attribute and its element end here, as members of lists
// do in RDF/XML.
func emptyElement(after []byte) bool {
	return bytes.HasPrefix(after, []byte(`"/>`)) || bytes.HasPrefix(after, []byte(`'/>`))
}

// declares reports whether the text before data[i] makes it the subject of a declaration.
func declares(data []byte, i int) bool {
	before := data[max(0, i-100):i]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	trimmed := string(bytes.TrimSpace(line))
	switch {
	case len(before) > 0 && len(line) == 0, trimmed == "<" && len(line) == 1: // Turtle, N-Triples: the subject
		return true
	case strings.HasSuffix(string(line), `about="`), strings.HasSuffix(string(line), `ID="`),
		strings.HasSuffix(string(line), `about='`), strings.HasSuffix(string(line), `ID='`):
		return true
	case strings.HasSuffix(trimmed, `;`) && strings.Contains(trimmed, `about="&`): // an entity for the namespace
		return true
	case strings.HasSuffix(trimmed, `IRI="`) && bytes.Contains(before, []byte("<Declaration>")): // OWL/XML
		return true
	case strings.Contains(trimmed, "Declaration("): // functional syntax
		return true
	case strings.HasSuffix(trimmed, `"id" : "`), strings.HasSuffix(trimmed, `"id": "`), strings.HasSuffix(trimmed, `"@id": "`):
		return true
	}
	switch strings.TrimSuffix(trimmed, "<") { // Manchester, OBO
	case "Class:", "Individual:", "id:", "ObjectProperty:", "AnnotationProperty:":
		return true
	}
	return false
}
