package obo

import (
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const (
	nsOBO   = "http://purl.obolibrary.org/obo/"
	nsInOwl = "http://www.geneontology.org/formats/oboInOwl#"
	nsOWL   = "http://www.w3.org/2002/07/owl#"
	nsRDF   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS  = "http://www.w3.org/2000/01/rdf-schema#"
	nsXSD   = "http://www.w3.org/2001/XMLSchema#"
	nsSKOS  = "http://www.w3.org/2004/02/skos/core#"
)

// ids maps the identifiers of a document to IRIs.
type ids struct {
	base     string             // of the ontology, for unprefixed identifiers
	spaces   map[string]string  // idspace -> namespace
	typedefs map[string]typedef // by identifier
	known    map[string]*entity // by identifier
	iris     map[string]*entity // by IRI
	order    []*entity
	spare    []entity // made many at once
}

// typedef holds what must be known of a relation before its first use.
type typedef struct {
	expanded   string // the long form of an unprefixed identifier
	metadata   bool   // an annotation property
	classLevel bool   // relates the classes themselves
}

// newIDs returns the ids of a document with about size identifiers.
func newIDs(base string, size int) ids {
	return ids{
		base: base,
		spaces: map[string]string{
			"owl": nsOWL, "rdf": nsRDF, "rdfs": nsRDFS, "xsd": nsXSD, "skos": nsSKOS,
			"dc": "http://purl.org/dc/elements/1.1/", "dcterms": "http://purl.org/dc/terms/",
			"foaf": "http://xmlns.com/foaf/0.1/", "oboInOwl": nsInOwl, "oio": nsInOwl,
		},
		typedefs: map[string]typedef{}, known: make(map[string]*entity, size), iris: make(map[string]*entity, size),
	}
}

// survey collects the header and the relations, which are mostly defined after their use.
func (d *ids) survey(doc string) {
	head := doc
	if i := strings.Index(doc, "\n["); i >= 0 {
		head = doc[:i]
	}
	for l := (lines{doc: head}); l.more(); {
		line, at := l.line()
		if c, ok := clauseOf(line, at); ok {
			d.headerOf(c)
		}
	}
	const mark = "[Typedef]"
	for rest := doc; ; {
		i := strings.Index(rest, mark)
		if i < 0 {
			return
		}
		begins := i == 0 || rest[i-1] == '\n'
		rest = rest[i+len(mark):]
		if begins {
			d.typedefOf(lines{doc: rest})
		}
	}
}

func (d *ids) headerOf(c clause) {
	switch c.tag {
	case "ontology":
		if name := unescape(c.value); isIRI(name) {
			d.base = rdfio.EscapeIRI(name)
		} else if name != "" {
			d.base = nsOBO + escape(name)
		}
	case "idspace":
		prefix, rest := word(c.value)
		ns, _ := word(rest)
		if isIRI(unescape(ns)) {
			d.spaces[prefix] = rdfio.EscapeIRI(unescape(ns))
		}
	}
}

func (d *ids) typedefOf(l lines) {
	id := ""
	var t typedef
	for l.more() && !l.head() {
		line, at := l.line()
		c, ok := clauseOf(line, at)
		if !ok {
			continue
		}
		switch c.tag {
		case "id":
			id, _ = word(c.value)
		case "xref":
			x, _ := word(c.value)
			t.expand(unescape(x))
		case "is_metadata_tag":
			t.metadata = c.value == "true"
		case "is_class_level":
			t.classLevel = c.value == "true"
		}
	}
	if id != "" {
		d.typedefs[id] = t
	}
}

// expand notes the long form of an unprefixed identifier: the relation of the relation
// ontology in x, else the first numbered identifier (section 5.9.3 of the specification).
func (t *typedef) expand(x string) {
	prefix, number, ok := strings.Cut(x, ":")
	if !ok || number == "" || strings.Trim(number, "0123456789") != "" || isIRI(x) {
		return
	}
	upper := func(id string) bool { return strings.HasPrefix(id, "RO:") || strings.HasPrefix(id, "BFO:") }
	if t.expanded == "" || !upper(t.expanded) && upper(prefix+":") {
		t.expanded = x
	}
}

// isIRI distinguishes http://x.org/1 from GO:1.
func isIRI(s string) bool {
	i := strings.IndexByte(s, ':')
	if i <= 0 || i+1 == len(s) {
		return false
	}
	switch scheme := s[:i]; {
	case s[i+1] != '/':
		return strings.EqualFold(scheme, "urn") || strings.EqualFold(scheme, "mailto") || strings.EqualFold(scheme, "tag")
	default:
		return strings.Trim(scheme, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.") == ""
	}
}

// iri returns the IRI of an identifier.
func (d *ids) iri(id string) string {
	if strings.IndexByte(id, ':') < 0 {
		if t := d.typedefs[id]; t.expanded != "" {
			id = t.expanded
		}
	}
	id = unescape(id)
	if isIRI(id) {
		return rdfio.EscapeIRI(id)
	}
	prefix, local, ok := strings.Cut(id, ":")
	if !ok {
		return d.unprefixed(id)
	}
	if ns := d.spaces[prefix]; ns != "" {
		return ns + escape(local)
	}
	if strings.IndexByte(local, '_') >= 0 {
		return nsOBO + escape(prefix) + "#_" + escape(local)
	}
	return nsOBO + escape(prefix) + "_" + escape(local)
}

func (d *ids) unprefixed(id string) string {
	if _, defined := d.typedefs[id]; !defined {
		switch id {
		case "prefLabel", "altLabel", "hiddenLabel", "definition", "example", "scopeNote",
			"editorialNote", "changeNote", "historyNote":
			return nsSKOS + id
		case "seeAlso", "isDefinedBy":
			return nsRDFS + id
		}
	}
	sep := "#"
	if strings.HasSuffix(d.base, "#") || strings.HasSuffix(d.base, "/") {
		sep = ""
	}
	return d.base + sep + escape(id)
}

// escape returns s as the local part of an IRI.
func escape(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' ||
			c >= 0x80 || strings.IndexByte("-.~/()@&=+$,;'*:", c) >= 0
	}
	if plain {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if r >= 0x80 {
			b.WriteRune(r)
		} else {
			b.WriteString(url.PathEscape(string(r)))
		}
	}
	return b.String()
}
