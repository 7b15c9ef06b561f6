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
	label []rune               // label[i] leads to node i from its parent
	ascii [128]int32           // children of the root by ASCII rune, 0 for none
	start [1 << 16 / 64]uint64 // runes of a text, unfolded, a label may begin with
	four  [1 << 16 / 64]uint64 // what may stand where a label begins, by its hash; see goesOn
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
	t.indexFour(0, 0, 0)
}

// Kinds of characters of ASCII beyond letters and digits, which have the numbers
// of alnum.
const (
	blank  = 37 // parts words
	sign   = 38 // anything else
	nKinds = 39
)

// kinds numbers the characters of ASCII as goesOn tells them apart; 0 is what it
// knows nothing of.
var kinds = func() (t [256]uint8) {
	for c := range utf8.RuneSelf {
		switch {
		case isAlnum(byte(c)):
			t[c] = alnum[c]
		case isSeparator(rune(c)):
			t[c] = blank
		default:
			t[c] = sign
		}
	}
	return t
}()

// indexFour fills four with what goes on from a node whose path has n kinds, the
// window.
func (t *trie) indexFour(at int32, window uint32, n int) {
	if n == 4 {
		t.allow(window, n)
		return
	}
	nd := t.nodes[at]
	last := uint8(window >> (6 * max(n-1, 0)) & 63)
	for i := nd.first; i < nd.first+nd.n; i++ {
		if r := t.label[i]; r < utf8.RuneSelf {
			t.indexFour(i, window|uint32(kinds[r])<<(6*n), n+1)
		}
	}
	switch {
	case n > 0 && last == blank: // a text may have several for one
		t.indexFour(at, window|blank<<(6*n), n+1)
	case nd.pat >= 0 && last < blank: // a label ends here, and so must the word
		t.allow(window|blank<<(6*n), n+1)
		t.allow(window|sign<<(6*n), n+1)
	case nd.pat >= 0:
		t.allow(window, n)
	}
}

// allow sets the bits of a window of n kinds, whatever follows it.
func (t *trie) allow(window uint32, n int) {
	if n == 4 {
		k := hashOf(window)
		t.four[k/64] |= 1 << (k % 64)
		return
	}
	for kind := uint32(1); kind < nKinds; kind++ {
		t.allow(window|kind<<(6*n), n+1)
	}
}

// hashOf has 16 bits (Knuth, TAOCP vol. 3, 6.4: multiplicative hashing).
func hashOf(window uint32) uint32 { return window * 0x9E3779B1 >> 16 }

// goesOn rules out, by its first four characters, that a label stands at the
// beginning of s: nearly all words of a text are ruled out so. It can tell nothing
// where they are not all ASCII, or where the fourth might be changed by a mark
// that follows it.
func (t *trie) goesOn(s string) bool {
	if len(s) < 5 || s[4] >= utf8.RuneSelf {
		return true
	}
	a, b, c, d := kinds[s[0]], kinds[s[1]], kinds[s[2]], kinds[s[3]]
	if a == 0 || b == 0 || c == 0 || d == 0 {
		return true
	}
	k := hashOf(uint32(a) | uint32(b)<<6 | uint32(c)<<12 | uint32(d)<<18)
	return t.four[k/64]&(1<<(k%64)) != 0
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
