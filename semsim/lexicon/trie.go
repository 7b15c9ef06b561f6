package lexicon

import (
	"slices"
	"unicode/utf8"
)

// trie holds the folded labels, one node per prefix. The children of a node
// stand together, in the order of their runes, so that a node is twelve bytes
// and a walk touches little memory.
type trie struct {
	nodes []node
	label []rune                    // label[i] leads to node i from its parent
	ascii [128]int32                // children of the root by ASCII rune, 0 for none
	start [1 << 16 / 64]uint64      // runes of a text, unfolded, a label may begin with
	three [36 * 36 * 36 / 64]uint64 // letters and digits, folded, of which labels begin; see goesOn
}

type node struct {
	first int32 // index of the first child
	n     int32 // number of children
	pat   int32 // pattern that ends here, or -1
}

// pattern is what a label asks of a place where it was found.
type pattern struct {
	term, entry int32
	first, last scriptClass // of its first and last rune
	upper       bool        // only in capitals: an acronym of up to four letters
	unit        bool        // may follow a number at once: 980hPa
}

// newTrie builds the trie of keys, which must be sorted and without doubles;
// key i ends at pattern i.
func newTrie(keys [][]rune) *trie {
	t := &trie{nodes: []node{{pat: -1}}, label: []rune{0}}
	type span struct{ node, lo, hi, depth int }
	queue := []span{{0, 0, len(keys), 0}}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.lo < s.hi && len(keys[s.lo]) == s.depth {
			t.nodes[s.node].pat = int32(s.lo)
			s.lo++
		}
		t.nodes[s.node].first = int32(len(t.nodes))
		for s.lo < s.hi {
			r, hi := keys[s.lo][s.depth], s.lo
			for hi < s.hi && keys[hi][s.depth] == r {
				hi++
			}
			queue = append(queue, span{len(t.nodes), s.lo, hi, s.depth + 1})
			t.nodes = append(t.nodes, node{pat: -1})
			t.label = append(t.label, r)
			t.nodes[s.node].n++
			s.lo = hi
		}
	}
	t.index()
	return t
}

// index fills the tables that tell quickly where no label begins.
func (t *trie) index() {
	root := t.nodes[0]
	begins := make(map[rune]bool, root.n)
	for i := root.first; i < root.first+root.n; i++ {
		r := t.label[i]
		begins[r] = true
		if r < 128 {
			t.ascii[r] = i
		}
	}
	f := folding()
	var st step
	for r := rune(1); r < 1<<16; r++ {
		one := rune(f.one[r])
		switch one {
		case dropped:
			continue
		case many:
			f.next(string(r), &st)
			one = st.r[0]
		}
		// A letter may become another one by the marks after it: that a
		// label begins with é makes every e worth a look.
		if begins[one] || r >= 0xC0 && begins[r] {
			t.start[r/64] |= 1 << (r % 64)
		}
	}
	for r := range begins {
		if base := firstOfNFD(r); base != r && base < 1<<16 {
			t.start[base/64] |= 1 << (base % 64)
		}
	}
	t.indexThree(f)
}

// indexThree fills three.
func (t *trie) indexThree(f *foldTable) {
	const alnums = "0123456789abcdefghijklmnopqrstuvwxyz"
	for _, a := range alnums {
		at := t.child(0, rune(f.one[a]))
		if at == 0 {
			continue
		}
		for _, b := range alnums {
			at := t.child(at, rune(f.one[b]))
			if at == 0 {
				continue
			}
			for _, c := range alnums {
				if t.child(at, rune(f.one[c])) != 0 {
					k := threeOf(string([]rune{a, b, c}))
					t.three[k/64] |= 1 << (k % 64)
				}
			}
		}
	}
}

// threeOf numbers the first three bytes of s, -1 if one of them is neither
// letter nor digit of ASCII.
func threeOf(s string) int {
	a, b, c := alnum[s[0]], alnum[s[1]], alnum[s[2]]
	if a == 0 || b == 0 || c == 0 {
		return -1
	}
	return (int(a-1)*36+int(b-1))*36 + int(c-1)
}

// goesOn rules out, by its first three characters, that a label stands at the
// beginning of s: most words of a text are ruled out so. It can tell nothing
// where they are not all letters or digits of ASCII, or where the third might
// be changed by a mark that follows it. A shorter label cannot stand there: its
// word goes on.
func (t *trie) goesOn(s string) bool {
	if len(s) < 3 || len(s) > 3 && s[3] >= utf8.RuneSelf {
		return true
	}
	k := threeOf(s)
	return k < 0 || t.three[k/64]&(1<<(k%64)) != 0
}

// begins reports whether a label may begin with r, a rune of a text.
func (t *trie) begins(r rune) bool {
	return r >= 1<<16 || t.start[r/64]&(1<<(r%64)) != 0
}

// child returns the child of node n by rune r, or 0.
func (t *trie) child(n int32, r rune) int32 {
	if n == 0 && r < utf8.RuneSelf {
		return t.ascii[r]
	}
	nd := &t.nodes[n]
	if nd.n == 1 { // most nodes are inside one label
		if t.label[nd.first] == r {
			return nd.first
		}
		return 0
	}
	labels := t.label[nd.first : nd.first+nd.n]
	if len(labels) <= 8 {
		for i, l := range labels {
			if l == r {
				return nd.first + int32(i)
			}
		}
		return 0
	}
	if i, ok := slices.BinarySearch(labels, r); ok {
		return nd.first + int32(i)
	}
	return 0
}
