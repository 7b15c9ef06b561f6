package learned

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A result of a search engine has a title and a snippet. What these say of the topic is
// known before anything is fetched, so the class of a result is one more place of a link: its
// features are a start by class, and the lift of what results of that class and operator
// brought.

// resultClass says where a result names a core concept. Checkpoints hold the numbers.
type resultClass uint8

const (
	resultTitle resultClass = iota // in the title
	resultSnippet
	resultNone
	numResultClasses
)

// startOfResult gives each class its first weight, in log-odds. The words of title and
// snippet are features of their own, so that together with them a result begins near what was
// measured of its class: 3 in 4 of those that name a core concept in the title are on topic,
// 1 in 2 in the snippet, 1 in 13 of the others.
var startOfResult = [numResultClasses]float32{resultTitle: .7, resultSnippet: 1.9, resultNone: 0}

// classOf is the class of a result.
func classOf(l *crawl.Link) resultClass {
	switch {
	case l.Terms.AnchorCore > 0:
		return resultTitle
	case l.Terms.ContextCore > 0:
		return resultSnippet
	}
	return resultNone
}

// answer adds the links of an answer of a search engine. An engine is no page, so its links
// inherit nothing. They are no outside links either: the engine has seen the page.
func (r *Ranker) answer(v *crawl.Visit) {
	p := v.Page
	op := v.Choice.Operator()
	from := source{id: noPage, key: linkrank.Hash(p.Final), host: "search"}
	from.hub = r.clusters.of(kindHub, from.key)
	for i := range p.Links {
		l := &p.Links[i]
		if l.Kind != crawl.LinkPage {
			continue
		}
		to := r.node(l.URL)
		if n := r.at(to); n.done() || n.gone() {
			continue
		}
		e := r.evidenceOf(to, l.URL)
		e.inside = true
		r.merge(e, l, &from)
		if class := classOf(l); e.result < 0 || class < e.class {
			e.class, e.result = class, r.clusters.of(kindResult, linkrank.Hash("result", op, string('0'+rune(class))))
		}
	}
}

// result sets the features of a result.
func (r *Ranker) result(e *evidence, x *vector, pardon float64) {
	x[fResult] = startOfResult[e.class]
	x[fResultLift] = pardoned(r.clusters.lift(e.result, outPrior), pardon)
}

func (e *evidence) writeResult(w *binenc.Writer) {
	w.Int(int64(e.result))
	if e.result >= 0 {
		w.Byte(byte(e.class))
	}
}

func (e *evidence) readResult(r *binenc.Reader, clusters int) {
	if e.result = int32(r.IntIn(-1, clusters-1)); e.result < 0 {
		return
	}
	if e.class = resultClass(r.Byte()); e.class >= numResultClasses {
		r.Fail("a search result of class %d", e.class)
		e.class = resultNone
	}
}
