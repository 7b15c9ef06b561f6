package maintext

import (
	"net/url"
	"strings"

	"golang.org/x/net/html/atom"
)

// The numbers of a page by which its kind is decided.
const (
	nPage      = 0               // as in a Row, from fPageWords on
	nTags      = nPage + numPage // elements, by countedTags
	nMain      = nTags + numTags // main text
	nAddress   = nMain + 15      // its address
	nTokens    = nAddress + 5    // log probabilities by tokens
	numPage    = fKind - fPageWords
	numTags    = len(countedTags)
	numNumbers = nTokens + numKinds
)

var countedTags = [...]atom.Atom{atom.Form, atom.Button, atom.Pre, atom.Table, atom.Tr, atom.H2, atom.H3, atom.Blockquote, atom.Dl, atom.Section, atom.Figure, atom.Li, atom.Article, atom.Details, atom.Iframe}

// numbers fills the numbers of a page.
func (a *analysis) numbers(page *row, chosen []bool, n *[numNumbers]float32) {
	copy(n[nPage:], page[fPageWords:fKind])
	for i := range a.d.Nodes {
		for k, t := range countedTags {
			if a.d.Nodes[i].Tag == t {
				n[nTags+k]++
				break
			}
		}
	}
	for k := range countedTags {
		n[nTags+k] = logOf(n[nTags+k])
	}
	a.mainNumbers(chosen, n[nMain:nAddress])
	a.addressNumbers(n[nAddress:nTokens])
	copy(n[nTokens:], a.kind.page[:])
}

func (a *analysis) mainNumbers(chosen []bool, n []float32) {
	sum := float32(1e-3)
	var count, words, most, pictures float32
	for i := range a.blocks {
		b, at := &a.blocks[i], a.d.Blocks[i].Node
		x := &a.nodes[at]
		m := a.p[i] * b.words
		sum += m
		n[2] += m * b.share
		switch tagClass(a.d.Nodes[at].Tag) {
		case 0:
			n[3] += m
		case 1:
			n[4] += m
		case 8:
			n[5] += m
		}
		n[6] += m * bit(x.flags&inTable != 0)
		n[7] += m * bit(b.sentences > 0)
		n[8] += m * float32(min(x.repeat, 50))
		n[9] += m * b.digits
		n[10] += m * min(b.words, 200)
		pictures += bit(a.d.Blocks[i].Alt > 0)
		if chosen[i] {
			count, words, most = count+1, words+b.words, max(most, b.words)
		}
	}
	for k := 2; k <= 10; k++ {
		n[k] /= sum
	}
	n[0], n[1] = logOf(sum), sum/max(1, a.totalWords)
	n[11], n[12], n[13], n[14] = count, words/max(1, count), most, logOf(pictures)
}

func (a *analysis) addressNumbers(n []float32) {
	u, err := url.Parse(a.d.URL)
	if err != nil {
		return
	}
	path := strings.Trim(u.Path, "/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	if path != "" {
		n[0] = float32(strings.Count(path, "/") + 1)
	}
	n[1], n[2] = float32(len(last)), float32(strings.Count(last, "-"))
	for i := range len(path) {
		n[3] += bit('0' <= path[i] && path[i] <= '9')
	}
	n[4] = bit(u.RawQuery != "")
}
