package reading

import (
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Edit is a run of sentences of two versions.
type Edit struct {
	Op   Op     `json:"op"`
	Text string `json:"text"`
}

// Op says in which version a text stands.
type Op string

// The ops.
const (
	Same    Op = "same"
	Removed Op = "removed" // in the earlier version only
	Added   Op = "added"   // in the later version only
)

// maxSentences bounds how much of a version is compared.
const maxSentences = 20_000

// compare returns how a text became another, sentence by sentence. But for white space
// between them, the same and the removed joined are was, the same and the added are is.
// Of texts that differ in very many places it finds few edits, but perhaps not the fewest.
func compare(was, is string) []Edit {
	a, b := sentences(was), sentences(is)
	a, b = a[:min(len(a), maxSentences)], b[:min(len(b), maxSentences)]
	edits := []Edit{}
	add := func(op Op, list []string) {
		for _, s := range list {
			edits = append(edits, Edit{op, s})
		}
	}
	numbers := map[string]rune{}
	i := 0
	for _, d := range lcs.DiffRunes(numbered(numbers, a), numbered(numbers, b)) {
		add(Same, a[i:d.Start])
		add(Removed, a[d.Start:d.End])
		add(Added, b[d.ReplStart:d.ReplEnd])
		i = d.End
	}
	add(Same, a[i:])
	return edits
}

// numbered gives each sentence its number; equal ones, but for white space around them, share it.
func numbered(numbers map[string]rune, list []string) []rune {
	out := make([]rune, len(list))
	for i, s := range list {
		s = strings.TrimSpace(s)
		if _, known := numbers[s]; !known {
			numbers[s] = rune(len(numbers))
		}
		out[i] = numbers[s]
	}
	return out
}
