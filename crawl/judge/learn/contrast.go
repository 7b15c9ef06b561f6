package learn

import (
	"math"
	"strings"
)

// Shares of pages that have a word of which the other pages do not tell.
const (
	commonShare = .2
	rareShare   = .003
	pageWords   = 400 // words of a page, for shares of words
)

// contrast says how much more frequent a term is in the pages on the topic than elsewhere: the
// logarithm of the ratio of the shares of pages, 0 if it is not.
func (c *Corpus) contrast(x *candidate) float64 {
	here := (float64(x.pages) + .5) / float64(len(c.pages)+1)
	return max(0, math.Log(here/c.elsewhere(x)))
}

// elsewhere is the share of other pages that have a term: as counted, if there are enough
// of them; else what the language tells.
func (c *Corpus) elsewhere(x *candidate) float64 {
	if c.rest >= leastOther {
		return (float64(c.other[x.key]) + .5) / float64(c.rest+1)
	}
	switch {
	case x.common:
		return commonShare
	case x.han && x.words == 1:
		return min(commonShare, max(rareShare, pageWords*math.Exp2(-x.bits)))
	case !x.han && strings.Contains(x.key, " "):
		return rareShare / 2
	}
	return rareShare
}

// leastOther is how many other pages tell how frequent terms are elsewhere.
const leastOther = 20
