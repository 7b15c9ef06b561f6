package enrich

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/learn"
)

// Offer is a name that may be added to an ontology.
type Offer struct {
	coverage.Name
	As     string   `json:"as"`     // what it becomes when it is accepted: one of [Kinds]
	Others []string `json:"others"` // other concepts that it may belong to
	Brings []string `json:"brings"` // pages of the run that would be relevant with it

	// Choices are the concepts of Others with their IRIs, and Evidence the first texts that say so.
	Choices  []Choice         `json:"choices,omitempty"`
	Evidence []learn.Evidence `json:"evidence,omitempty"`

	From string `json:"-"` // where it was accepted, for errors; "": it is told by its name
}

// Choice is a concept that an offer may belong to.
type Choice struct {
	IRI     string `json:"iri"`
	Concept string `json:"concept"` // its name
}

// What an accepted name may become: a class below a concept, with the core mark of that concept or
// without, a further label of it, or the other end of a relation Includes, because texts say that one
// causes the other (导致, "caused by").
const (
	subclass    = "subclass"
	Core        = "core"
	Alternative = "alternative"
	Hidden      = "hidden"
	including   = "includes" // the name includes the concept
	included    = "included" // the concept includes the name
)

// Kinds returns the kinds of statement that an accepted name may become.
func Kinds() []string { return []string{subclass, Core, Alternative, Hidden, including, included} }

// Relation reports whether o becomes the other end of Includes.
func (o *Offer) Relation() bool { return IsRelation(o.As) }

// IsRelation reports whether a kind is a relation.
func IsRelation(as string) bool { return as == including || as == included }

// ID identifies what a person decides about: a name, of whatever concept and however it would be added; a
// relation by its two ends and its direction. It stays the same when pages are read again.
func (o *Offer) ID() string {
	key := "name\x00" + strings.ToLower(strings.TrimSpace(o.Name.Name))
	if o.Relation() {
		key += "\x00" + o.As + "\x00" + o.IRI
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:8])
}

// mostEvidence bounds the texts of an offer.
const mostEvidence = 3

func firstOf(list []learn.Evidence) []learn.Evidence { return list[:min(len(list), mostEvidence)] }
