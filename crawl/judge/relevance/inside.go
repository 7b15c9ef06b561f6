package relevance

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// counts reports whether found[i], a match in text, is a mention. A label inside a longer one is one if the
// longer belongs to no core concept: hurricane in "hurricane landfall". A core concept's place bears the topic
// already. Nor is it one if the longer label means something else by it.
func (j *Judge) counts(text string, found []lexicon.Match, i int) bool {
	part := &found[i]
	if !part.Inside {
		return j.knows(part.Entry)
	}
	at := i - 1
	for found[at].Inside {
		at--
	}
	whole := &found[at]
	return j.knows(part.Entry) && !(j.knows(whole.Entry) && j.core[whole.Entry]) && !j.meansOther(text, whole, part)
}

// meansOther reports whether a label that holds another, part, does not speak of the concept of part:
//
//   - a label at its end cuts part (强台 in 强台风 is no word there), and the concept of part is another kind
//     of the same, or a kind of the longer label's concept: a grade is not claimed by a piece of the name of another
//   - it is part behind a prefix that makes it another thing of the same kind ("non-tropical storm")
//   - it only measures or likens by part ("typhoon-force winds", 台风级大风)
func (j *Judge) meansOther(text string, whole, part *lexicon.Match) bool {
	switch {
	case likens(text[part.End:whole.End]):
		return true
	case part.Cut:
		return j.isKind(part.Entry, whole.Entry) || j.areKinds(part.Entry, whole.Entry)
	case part.End == whole.End:
		return denies(text[whole.Start:part.Start]) && j.areKinds(part.Entry, whole.Entry)
	}
	return false
}

// isKind reports whether the concept of a stands directly below the concept of b.
func (j *Judge) isKind(a, b int32) bool {
	return j.knows(b) && slices.Contains(j.topic.Entries[a].Above, j.topic.Entries[b].IRI)
}

// areKinds reports whether a concept stands directly above both.
func (j *Judge) areKinds(a, b int32) bool {
	return j.knows(b) && slices.ContainsFunc(j.topic.Entries[a].Above, func(iri string) bool {
		return slices.Contains(j.topic.Entries[b].Above, iri)
	})
}

// likens reports whether what follows a label in a longer one only measures or likens by it.
func likens(rest string) bool {
	rest = strings.TrimLeft(rest, " -\u00a0\u2010\u2011")
	for _, word := range []string{"force", "like"} {
		if n := len(word); len(rest) >= n && strings.EqualFold(rest[:n], word) && (len(rest) == n || rest[n] == ' ' || rest[n] == '-') {
			return true
		}
	}
	for _, sign := range []string{"级", "級", "般"} {
		if after, ok := strings.CutPrefix(rest, sign); ok && !strings.HasPrefix(after, "别") && !strings.HasPrefix(after, "別") {
			return after != "" // 台风级 alone is a grade of it
		}
	}
	return false
}

// denies reports whether a prefix makes of what follows another thing.
func denies(prefix string) bool {
	switch strings.ToLower(strings.TrimRight(prefix, " -\u00a0\u2010\u2011")) {
	case "post", "non", "pre", "ex", "quasi", "pseudo", "准", "準", "非", "类", "類", "后", "後", "伪", "偽":
		return true
	}
	return false
}
