package page

import (
	"golang.org/x/net/html/atom"
)

// walker builds a page in one pass over its tokens, without a tree. It follows
// the rules of tree construction (HTML 13.2.6) as long as elements are closed
// in order, or omitted where the standard lets authors omit them. Where a
// browser would repair more (a <b> that ends in another paragraph, text between
// the cells of a table, two bodies), it gives up and the parser builds the
// tree.
//
// Unless it gives up it drives the builder exactly as walkTree does.
type walker struct {
	*builder
	s      scanner
	phase  phase
	form   bool // a form is open
	gaveUp bool // the parser must read the page
}

// phase is the progress through the frame of the document.
type phase uint8

const (
	beforeHTML phase = iota
	beforeHead
	inHead
	afterHead
	inBody
)

// maxOpen is the limit of open elements. The parser refuses more too, and
// walkTokens reads the page.
const maxOpen = 500

// walk builds the page. It is false if it gave up.
func (w *walker) walk() bool {
	for w.s.next() && !w.gaveUp {
		switch w.s.kind {
		case textToken:
			w.textRun(w.s.text)
		case startToken:
			w.start()
		case endToken:
			w.end()
		}
		w.gaveUp = w.gaveUp || len(w.stack) > maxOpen
	}
	return !w.gaveUp && !w.s.unsure
}

// giveUp leaves the page to the parser.
func (w *walker) giveUp() { w.gaveUp = true }

func (w *walker) textRun(s string) {
	if w.phase < inBody {
		if blank(s) {
			return
		}
		w.body(nil)
	}
	if w.inTable() && !blank(s) {
		w.giveUp() // a browser would move it before the table
		return
	}
	w.textNode(unescape(s))
}

// start handles a start tag.
func (w *walker) start() {
	if w.phase < inBody && w.startEarly() {
		return
	}
	if w.phase < inBody {
		w.body(nil)
	}
	switch {
	case w.inTable():
		w.startInTable()
	case tablePart(w.s.tag):
		w.startOfNextCell()
	default:
		w.startInBody()
	}
}

// startEarly handles a start tag before the body. It is false if the tag begins
// the body.
func (w *walker) startEarly() bool {
	switch w.s.tag {
	case atom.Html:
		if w.phase != beforeHTML {
			w.giveUp()
			return true
		}
		w.html(&w.s.a)
	case atom.Head:
		w.toHead()
	case atom.Body:
		w.body(&w.s.a)
	case atom.Base, atom.Link, atom.Meta, atom.Title, atom.Noscript:
		if w.phase == afterHead {
			w.giveUp()
			return true
		}
		w.toHead()
		w.inHead()
	case atom.Basefont, atom.Bgsound:
		w.toHead()
	case atom.Script, atom.Style, atom.Noframes, atom.Template:
		w.toHead()
		w.skip()
	case atom.Frameset:
		w.giveUp()
	default:
		return false
	}
	return true
}

// inHead handles an element of the head.
func (w *walker) inHead() {
	switch w.s.tag {
	case atom.Title:
		w.child(atom.Title, w.s.name, "")
		w.openElement(atom.Title, w.s.name, &w.s.a)
		w.textNode(unescape(w.s.raw()))
		w.closeElement()
	case atom.Noscript:
		w.skip()
	default:
		w.voidElement(w.s.tag, &w.s.a)
	}
}

// html begins the document.
func (w *walker) html(a *attrs) {
	w.openElement(atom.Html, atom.Html.String(), a)
	w.phase = beforeHead
}

// toHead makes sure that the head has begun.
func (w *walker) toHead() {
	if w.phase == beforeHTML {
		w.html(&attrs{})
	}
	if w.phase == beforeHead {
		w.openElement(atom.Head, atom.Head.String(), &attrs{})
		w.phase = inHead
	}
}

// body begins the body; a is nil if its tag is omitted.
func (w *walker) body(a *attrs) {
	w.toHead()
	if w.phase == inHead {
		w.closeElement()
	}
	if a == nil {
		a = &attrs{}
	}
	w.openElement(atom.Body, atom.Body.String(), a)
	w.phase = inBody
}

// end handles an end tag.
func (w *walker) end() {
	switch {
	case w.phase < inBody:
		switch w.s.tag {
		case atom.Head:
			w.toHead()
			if w.phase == inHead {
				w.closeElement()
				w.phase = afterHead
			}
		case atom.Body, atom.Html:
			w.body(nil)
		case atom.Br:
			w.giveUp()
		}
	case w.inTable():
		w.endInTable()
	default:
		w.endInBody()
	}
}

// push opens an element as the last child of the open one.
func (w *walker) push(tag atom.Atom, name string, a *attrs) {
	w.child(tag, name, a.class)
	w.openElement(tag, name, a)
}

// pushImplied opens an element whose tag is omitted.
func (w *walker) pushImplied(tag atom.Atom) { w.push(tag, tag.String(), &attrs{}) }

// popTo closes the elements down to position i. Formatting elements closed this
// way would reopen later, so it gives up on them.
func (w *walker) popTo(i int) {
	for k := i + 1; k < len(w.stack); k++ {
		if formatting(w.stack[k].tag) {
			w.giveUp()
			return
		}
	}
	w.cut(i)
}

// find returns the position of the innermost open element for which is holds, 0
// if an element for which ends holds comes first.
func (w *walker) find(is, ends func(atom.Atom) bool) int {
	for i := len(w.stack) - 1; i > 0; i-- {
		if is(w.stack[i].tag) {
			return i
		}
		if ends(w.stack[i].tag) {
			return 0
		}
	}
	return 0
}

// in returns the position of the innermost open tag within a scope, 0 if there
// is none.
func (w *walker) in(tag atom.Atom, ends func(atom.Atom) bool) int {
	for i := len(w.stack) - 1; i > 0; i-- {
		switch t := w.stack[i].tag; {
		case t == tag:
			return i
		case ends(t):
			return 0
		}
	}
	return 0
}
