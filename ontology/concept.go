package ontology

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

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

// ParseRelation reads what String writes, in letters of any case; also "isa".
func ParseRelation(name string) (Relation, bool) {
	for r := Other; r <= Includes; r++ {
		if strings.EqualFold(name, r.String()) || r == IsA && strings.EqualFold(name, "isa") {
			return r, true
		}
	}
	return Other, false
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

// LocalName is the part of iri after the last '#' or '/', or ':' of a URN. A
// '#' or '/' at the very end is passed over.
func LocalName(iri string) string {
	s := strings.TrimRight(iri, "#/")
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '#' || s[i] == '/' {
			return s[i+1:]
		}
	}
	if i := strings.LastIndexByte(s, ':'); i >= 0 && i+1 < len(s) {
		return s[i+1:]
	}
	return iri
}

// Name is the best label for a reader of language lang ("zh", "en"): a
// preferred label of that language (for "zh" simplified before traditional),
// then an alternative one, then one of no language (of the right script first),
// then a Chinese or English one, then of any; see [Concept.Foreign]. Hidden and loose labels name nothing; without another label the
// local name does.
func (c *Concept) Name(lang string) string {
	best, _ := c.best(lang)
	if best.Text == "" {
		return c.LocalName()
	}
	return best.Text
}

// Foreign is the language of the concept's name where that is neither Chinese nor English,
// for want of a name in them or in no language; else "".
func (c *Concept) Foreign() string {
	if best, rank := c.best("en"); rank >= foreign && rank < unnamed {
		return best.Lang
	}
	return ""
}

// best returns the label that is the name for a reader of lang, and its rank.
func (c *Concept) best(lang string) (best Label, rank int) {
	rank = unnamed
	for _, l := range c.Labels {
		if r := nameRank(l, lang); r < rank {
			best, rank = l, r
		}
	}
	return best, rank
}

const (
	foreign = 80 // and more: in a language that is neither Chinese nor English
	unnamed = 1 << 10
)

func nameRank(l Label, lang string) int {
	if l.Kind > Alternative {
		return unnamed
	}
	r := int(l.Kind) * 4
	switch {
	case strings.EqualFold(l.Lang, lang):
	case l.Lang != "" && primary(l.Lang) == primary(lang):
		r++ // zh-Hans, en-GB
		if traditional(l.Lang) != traditional(lang) {
			r++
		}
	case l.Lang == "":
		r += 20
		if script.HasHan(l.Text) != (primary(lang) == "zh") {
			r += 20
		}
	case primary(l.Lang) == "zh" || primary(l.Lang) == "en":
		r += 60
	default:
		r += foreign
	}
	return r
}

// primary is the primary language subtag, lower case: "zh" of "zh-Hant".
func primary(lang string) string {
	p, _, _ := strings.Cut(lang, "-")
	return strings.ToLower(p)
}

// traditional reports whether a tag means Chinese in traditional characters,
// by its script or by where it is written so.
func traditional(lang string) bool {
	for sub := range strings.SplitSeq(strings.ToLower(lang), "-") {
		switch sub {
		case "hans":
			return false
		case "hant", "tw", "hk", "mo":
			return true
		}
	}
	return false
}

// Inferred is the property of an edge that no file states and that follows from its axioms. Its
// labels name it like any property.
const Inferred = "urn:ontocrawl:inferred"

// Edge is one relation between two concepts.
type Edge struct {
	From, To ID
	Rel      Relation
	Property string // IRI of the property; "" where the language itself says it (rdfs:subClassOf)
}
