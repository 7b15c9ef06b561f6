package lexicon

import (
	"slices"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/swar"
)

// trie holds the folded labels, one node per prefix. The children of a node are
// adjacent, in the order of their runes, so that a node is twelve bytes and a
// search touches little memory.
type trie struct {
	nodes []node
	label []rune               // label[i] leads to node i from its parent
	ascii [128]int32           // children of the root by ASCII rune, 0 for none
	start [1 << 16 / 64]uint64 // unfolded runes that a label may begin with
	four  [1 << 16 / 64]uint64 // first words of labels, by their hash; see mayContinue
}

type node struct {
	first int32 // index of the first child
	n     int32 // number of children
	pat   int32 // pattern that ends here, or -1
}

// pattern holds the conditions for an occurrence of a label.
type pattern struct {
	term, entry int32
	first, last scriptClass // of its first and last rune
	upper       bool        // only in capitals: an acronym of up to four letters
	unit        bool        // may follow a number directly: 980hPa

	unsure        bool   // the Chinese borders of its parts are checked at the first hit
	bytes         uint16 // length of the folded label if it has parts, else 0
	parts, nparts int32  // its parts in Lexicon.parts
}

// newTrie builds the trie of keys, which must be sorted and distinct; key i
// ends at pattern i.
func newTrie(keys [][]rune, s *stems) *trie {
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
	t.index(s)
	return t
}

// index fills the tables that quickly show that no label begins, and no form of a
// stemmed label.
func (t *trie) index(s *stems) {
	root := t.nodes[0]
	begins := make(map[rune]bool, root.n)
	for i := root.first; i < root.first+root.n; i++ {
		r := t.label[i]
		begins[r] = true
		if r < 128 {
			t.ascii[r] = i
		}
	}
	s.index(t, begins)
	f := folding()
	var st step
	for r := rune(1); r < 1<<16; r++ {
		one := rune(f.one[r])
		switch one {
		case dropped:
			continue
		case multiRune:
			f.next(string(r), &st)
			one = st.r[0]
		}
		// A following mark may change a letter: a label that begins with é
		// makes every e a candidate.
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

// indexFour fills four with the words that labels begin with.
func (t *trie) indexFour(at int32, key uint32, n int) {
	nd := t.nodes[at]
	if n == 4 || nd.pat >= 0 && n > 0 {
		t.allow(key)
	}
	if n == 4 {
		return
	}
	for i := nd.first; i < nd.first+nd.n; i++ {
		if r := t.label[i]; r < utf8.RuneSelf && isAlnum(byte(r)) {
			t.indexFour(i, key|uint32(r|0x20)<<(8*n), n+1)
		} else if n > 0 {
			t.allow(key)
		}
	}
}

func (t *trie) allow(key uint32) {
	k := hashOf(key)
	t.four[k/64] |= 1 << (k % 64)
}

// hashOf has 16 bits (Knuth, TAOCP vol. 3, 6.4: multiplicative hashing).
func hashOf(key uint32) uint32 { return key * 0x9E3779B1 >> 16 }

// mayContinue rules out, for nearly all words of a text, that a label stands at
// the beginning of s, a letter or digit: by the first four characters of its
// word, or all of a shorter word. It knows ASCII words only, since a mark may
// change the last letter.
func (t *trie) mayContinue(s string) bool {
	if len(s) < 5 {
		return true
	}
	x := uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
	if x&0x80808080 != 0 || s[4] >= utf8.RuneSelf {
		return true
	}
	return t.allows(x, uint32(swar.Alnums(uint64(x))))
}

// allows is mayContinue for four ASCII characters and their [swar.Alnums].
func (t *trie) allows(x, alnums uint32) bool {
	// Of the bytes that are neither letters nor digits the lowest bit marks the
	// first. The bits below it are the word, in lower case.
	ends := ^alnums & 0x80808080
	k := hashOf((x | 0x20202020) & (ends&-ends>>7 - 1))
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
