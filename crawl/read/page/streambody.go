package page

import "golang.org/x/net/html/atom"

// startInBody is "in body", start tags (HTML 13.2.6.4.7).
func (w *walker) startInBody() {
	tag := w.s.tag
	switch {
	case skipped(tag):
		if (tag == atom.Rt || tag == atom.Rp || tag == atom.Rtc) && w.top().tag != atom.Ruby {
			w.giveUp()
			return
		}
		if w.shows(tag, &w.s.a) {
			w.giveUp()
			return
		}
		w.child(tag, w.s.name, "")
		w.skip()
		return
	case void(tag):
		w.voidInBody()
		return
	case formatting(tag):
		if (tag == atom.A || tag == atom.Nobr) && w.in(tag, marker) > 0 {
			w.giveUp() // the previous one ends here
			return
		}
	case closesP(tag):
		w.closeP()
		if !w.beginBlock(tag) {
			return
		}
	default:
		switch tag {
		case atom.Table:
			if w.in(atom.P, buttonScope) > 0 {
				w.giveUp() // whether that ends depends on the doctype
				return
			}
		case atom.Button:
			if w.in(tag, scope) > 0 {
				w.giveUp()
				return
			}
		case atom.Head:
			return
		case atom.Html, atom.Body, atom.Title, atom.Frameset, atom.Math, atom.Image, atom.Xmp, atom.Plaintext,
			atom.Applet, atom.Marquee, atom.Option, atom.Optgroup, atom.Rb:
			w.giveUp()
			return
		}
	}
	w.push(tag, w.s.name, &w.s.a)
}

// beginBlock does what some blocks need beyond ending a paragraph. It is false
// if nothing is to be opened.
func (w *walker) beginBlock(tag atom.Atom) bool {
	switch tag {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		if levelOf(w.top().tag) > 0 {
			w.closeElement()
		}
	case atom.Form:
		if w.form {
			return false
		}
		w.form = true
	case atom.Li, atom.Dd, atom.Dt:
		w.closeItem(tag)
	}
	return !w.gaveUp
}

// closeItem ends an open item of the same list.
func (w *walker) closeItem(tag atom.Atom) {
	for i := len(w.stack) - 1; i > 0; i-- {
		switch t := w.stack[i].tag; {
		case t == tag, tag != atom.Li && (t == atom.Dd || t == atom.Dt):
			w.popTo(i)
			return
		case t == atom.Address, t == atom.Div, t == atom.P:
		case barrier(t):
			return
		}
	}
}

// closeP ends an open paragraph.
func (w *walker) closeP() {
	if i := w.in(atom.P, buttonScope); i > 0 {
		w.popTo(i)
	}
}

func (w *walker) voidInBody() {
	if w.s.tag == atom.Hr {
		w.closeP()
	}
	if w.s.tag == atom.Frame || w.s.tag == atom.Col {
		return
	}
	w.child(w.s.tag, w.s.name, "")
	w.voidElement(w.s.tag, &w.s.a)
}

// endInBody is "in body" and "in cell", end tags.
func (w *walker) endInBody() {
	tag := w.s.tag
	switch {
	case tag == atom.Body, tag == atom.Html:
		// What follows still belongs to the body.
	case tag == atom.P:
		if w.in(tag, buttonScope) == 0 {
			w.pushImplied(tag)
		}
		w.closeP()
	case tag == atom.Li:
		if i := w.in(tag, listScope); i > 0 {
			w.popTo(i)
		}
	case levelOf(tag) > 0:
		if i := w.find(func(t atom.Atom) bool { return levelOf(t) > 0 }, scope); i > 0 {
			w.popTo(i)
		}
	case tag == atom.Br:
		w.child(tag, w.s.name, "")
		w.voidElement(tag, &attrs{})
	case tag == atom.Form:
		w.endForm()
	case formatting(tag):
		w.endFormatting()
	case tablePart(tag) || tag == atom.Table:
		w.endOfCell()
	case closesP(tag), tag == atom.Button, tag == atom.Select:
		if i := w.in(tag, scope); i > 0 {
			w.popTo(i)
		}
	default:
		w.endOther()
	}
}

func (w *walker) endForm() {
	if !w.form {
		return
	}
	w.form = false
	i := w.in(atom.Form, scope)
	for k := i + 1; i > 0 && k < len(w.stack); k++ {
		if t := w.stack[k].tag; t != atom.P && t != atom.Li && t != atom.Dd && t != atom.Dt {
			w.giveUp() // only the form would end, not the elements in it
			return
		}
	}
	if i > 0 {
		w.cut(i)
	} else if w.in(atom.Form, func(atom.Atom) bool { return false }) > 0 {
		w.giveUp()
	}
}

// endFormatting ends a formatting element, unless open elements in it would
// need repair.
func (w *walker) endFormatting() {
	i := w.in(w.s.tag, marker)
	for k := i + 1; i > 0 && k < len(w.stack); k++ {
		if barrier(w.stack[k].tag) {
			w.giveUp()
			return
		}
	}
	if i > 0 {
		w.popTo(i)
	}
}

// endOther is "any other end tag".
func (w *walker) endOther() {
	for i := len(w.stack) - 1; i > 0; i-- {
		if f := &w.stack[i]; f.tag == w.s.tag && f.name == w.s.name {
			w.popTo(i)
			return
		} else if barrier(f.tag) {
			return
		}
	}
}

// skip skips an element whose content is not read, but for its links.
func (w *walker) skip() {
	tag := w.s.tag
	w.framed(tag, &w.s.a)
	switch {
	case rawText(tag):
		data := tag == atom.Script && isStructured(w.s.a.kind)
		switch src := w.s.raw(); {
		case data:
			w.structured(src)
		case tag == atom.Noscript:
			w.noscript(src)
		}
	case tag == atom.Embed, tag == atom.Svg && w.s.closed:
	case tag == atom.Select:
		w.skipSelect()
	case tag == atom.Svg, tag == atom.Template && w.s.a.shadow:
		w.skipTo(nil, atom.A)
	default:
		w.skipTo(nil, 0)
	}
}

// skipSelect skips the choices of a form.
func (w *walker) skipSelect() {
	isChoice := func(t atom.Atom) bool { return t == atom.Option || t == atom.Optgroup }
	if w.s.a.jumps {
		w.skipTo(isChoice, atom.Option)
	} else {
		w.skipTo(isChoice, 0)
	}
}

// skipTo skips an element whose content is markup. It gives up unless all
// elements in it are closed in order; loose elements need not be. In an SVG
// drawing a tag may close itself, and an element of HTML would end it. Elements linked are links; 0: none are.
func (w *walker) skipTo(loose func(atom.Atom) bool, linked atom.Atom) {
	svg := w.s.tag == atom.Svg
	open, at := append(make([]string, 0, 8), w.s.name), -1
	for len(open) > 0 {
		if !w.s.next() || len(open) > maxOpen {
			w.giveUp()
			return
		}
		tag, name := w.s.tag, w.s.name
		switch {
		case w.s.kind == textToken:
			if at >= 0 {
				w.addAlt(at, unescape(w.s.text))
			}
			continue
		case linked == 0 || tag != linked:
		case w.s.kind == startToken:
			if at = w.silent(tag, &w.s.a); w.s.closed {
				at = -1
			}
		default:
			at = -1
		}
		switch {
		case loose != nil && loose(tag):
		case w.s.kind == endToken:
			if name != open[len(open)-1] {
				w.giveUp()
				return
			}
			open = open[:len(open)-1]
		case loose != nil && tag != atom.Hr, tag == atom.Svg && !svg, tag == atom.Math, tag == atom.Plaintext,
			svg && (barrier(tag) && tag != atom.Title && tag != atom.Style && tag != atom.Script || formatting(tag) && tag != atom.A || name == "foreignobject"):
			w.giveUp()
			return
		case !svg && rawText(tag):
			w.s.raw()
		case !svg && void(tag), svg && w.s.closed:
		default:
			open = append(open, name)
		}
	}
}
