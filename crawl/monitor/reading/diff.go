package reading

import "strings"

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

// Compare returns how a text became another, sentence by sentence. But for white space
// between them, the same and the removed joined are was, the same and the added are is.
func Compare(was, is string) []Edit {
	a, b := sentences(was), sentences(is)
	a, b = a[:min(len(a), maxSentences)], b[:min(len(b), maxSentences)]
	edits := []Edit{}
	add := func(op Op, list []string) {
		for _, s := range list {
			edits = append(edits, Edit{op, s})
		}
	}
	i, j := 0, 0
	for _, p := range append(common(trimmed(a), trimmed(b)), pair{len(a), len(b)}) {
		add(Removed, a[i:p.a])
		add(Added, b[j:p.b])
		if p.a < len(a) {
			add(Same, a[p.a:p.a+1])
		}
		i, j = p.a+1, p.b+1
	}
	return edits
}

func trimmed(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.TrimSpace(s)
	}
	return out
}
