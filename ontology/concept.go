package ontology

import "strings"

// ID numbers the concepts of one Graph: 0 .. Len()-1, in the order added.
type ID int32

// None is the ID of no concept.
const None ID = -1

// Relation is the kind of an edge. The On-ITS paper knows three; everything
// else an ontology says is kept as Other.
type Relation uint8

// The relations. The direction is always From -> To of an [Edge].
const (
	Other    Relation = iota // an unmapped property: shown, but without weight
	Synonym                  // From and To are one concept (undirected)
	IsA                      // From is a To
	Includes                 // From includes or causes To
)

// String returns the relation as the papers write it.
func (r Relation) String() string {
	switch r {
	case Synonym:
		return "Synonym"
	case IsA:
		return "Is-a"
	case Includes:
		return "Includes"
	}
	return "Other"
}

// LabelKind says how a label was given.
type LabelKind uint8

// The kinds of labels, the best name first.
const (
	Preferred   LabelKind = iota // rdfs:label, skos:prefLabel: the name
	Alternative                  // skos:altLabel, exact synonyms, further rdfs:labels
	Hidden                       // skos:hiddenLabel: for finding, not for showing
	Loose                        // broad, narrow or related synonyms: not the same
)

// Label is a name of a concept in a language.
type Label struct {
	Text string
	Lang string // BCP 47 as written, "" if none was given
	Kind LabelKind
}

// Concept is a class, or an individual used as one.
type Concept struct {
	ID          ID // set by Build
	IRI         string
	Labels      []Label // in file order, no text twice in one language
	Definitions []Label // rdfs:comment, skos:definition, obo definition
	Core        bool    // marked as a core concept: bears the topic by itself
	Individual  bool    // an owl:NamedIndividual read as a leaf
}

// LocalName is the part of the IRI after the last '#' or '/', or after the
// last ':' of a URN.
func (c *Concept) LocalName() string { return LocalName(c.IRI) }

// LocalName is the part of iri after the last '#' or '/', or ':' of a URN.
func LocalName(iri string) string {
	if i := strings.LastIndexAny(iri, "#/"); i >= 0 && i+1 < len(iri) {
		return iri[i+1:]
	}
	if i := strings.LastIndexByte(iri, ':'); i >= 0 && i+1 < len(iri) {
		return iri[i+1:]
	}
	return iri
}

// Name is the best label for a reader of language lang ("zh", "en"): a
// preferred label of that language (for "zh" simplified before traditional),
// then an alternative one, then a preferred one of no language, then of any,
// then the local name.
func (c *Concept) Name(lang string) string {
	best, rank := "", 1<<30
	for _, l := range c.Labels {
		if r := nameRank(l, lang); r < rank {
			best, rank = l.Text, r
		}
	}
	if best == "" {
		return c.LocalName()
	}
	return best
}

func nameRank(l Label, lang string) int {
	r := int(l.Kind) * 4
	switch {
	case strings.EqualFold(l.Lang, lang):
	case primary(l.Lang) == lang:
		r++ // zh-Hans, en-GB
		if t := strings.ToLower(l.Lang); t == "zh-hant" || t == "zh-tw" || t == "zh-hk" {
			r++
		}
	case l.Lang == "":
		r += 40
	default:
		r += 80
	}
	return r
}

// primary is the primary language subtag, lower case: "zh" of "zh-Hant".
func primary(lang string) string {
	p, _, _ := strings.Cut(lang, "-")
	return strings.ToLower(p)
}

// Edge is one relation between two concepts.
type Edge struct {
	From, To ID
	Rel      Relation
	Property string // IRI of the property; "" where the language itself says it (rdfs:subClassOf)
}
