package page

import "golang.org/x/net/html/atom"

// inTable reports whether the position is in a table, outside its cells.
func (w *walker) inTable() bool {
	switch w.top().tag {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Colgroup:
		return true
	}
	return false
}

// startInTable is "in table", "in table body", "in row" and "in column group",
// start tags (HTML 13.2.6.4.9 to 14).
func (w *walker) startInTable() {
	tag := w.s.tag
	switch tag {
	case atom.Script, atom.Style, atom.Template:
		w.child(tag, w.s.name, "")
		w.skip()
		return
	case atom.Input:
		if w.s.a.kind == "hidden" {
			w.child(tag, w.s.name, "")
			return
		}
	}
	if !tablePart(tag) {
		w.giveUp() // a browser would move it before the table
		return
	}
	if w.top().tag == atom.Colgroup {
		if tag == atom.Col {
			return
		}
		w.closeElement()
	}
	w.rowOrCell(tag)
}

// rowOrCell opens a part of a table, with the omitted elements before it.
func (w *walker) rowOrCell(tag atom.Atom) {
	cell := tag == atom.Td || tag == atom.Th
	if w.top().tag == atom.Tr && !cell {
		w.closeElement()
	}
	if t := w.top().tag; tableBody(t) && !cell && tag != atom.Tr {
		w.closeElement()
	}
	switch {
	case tag == atom.Col:
		w.pushImplied(atom.Colgroup)
		return
	case (cell || tag == atom.Tr) && w.top().tag == atom.Table:
		w.pushImplied(atom.Tbody)
	}
	if cell && w.top().tag != atom.Tr {
		w.pushImplied(atom.Tr)
	}
	w.push(tag, w.s.name, &w.s.a)
}

// startOfNextCell handles a part of a table that begins within a cell: the cell
// ends. Outside a table it has no meaning.
func (w *walker) startOfNextCell() {
	i := w.find(cellOrCaption, tableScope)
	if i == 0 {
		return
	}
	if w.stack[i].tag == atom.Caption {
		w.giveUp()
		return
	}
	w.cut(i)
	w.startInTable()
}

// endOfCell handles the end tag of a table or of a part of one, within a cell.
func (w *walker) endOfCell() {
	i := w.find(cellOrCaption, tableScope)
	switch tag := w.s.tag; {
	case i == 0:
		if w.in(tag, tableScope) > 0 {
			w.giveUp()
		}
	case tag == atom.Col, tag == atom.Colgroup:
	case w.stack[i].tag == tag:
		w.cut(i)
	case tag == atom.Td, tag == atom.Th, tag == atom.Caption:
	case w.stack[i].tag == atom.Caption:
		w.giveUp()
	case w.in(tag, tableScope) > 0:
		w.cut(i)
		w.endInTable()
	}
}

// endInTable is "in table", "in table body", "in row" and "in column group", end
// tags.
func (w *walker) endInTable() {
	tag := w.s.tag
	if w.top().tag == atom.Colgroup && tag != atom.Col {
		w.closeElement()
		if tag == atom.Colgroup {
			return
		}
	}
	switch {
	case tag == atom.Table, tag == atom.Tr, tableBody(tag):
		if i := w.in(tag, tableScope); i > 0 {
			w.cut(i)
		}
	case tag == atom.P, tag == atom.Br, tag == atom.Form:
		w.giveUp()
	case formatting(tag):
		if w.in(tag, marker) > 0 {
			w.giveUp()
		}
	}
}

func tableBody(t atom.Atom) bool { return t == atom.Tbody || t == atom.Thead || t == atom.Tfoot }

func cellOrCaption(t atom.Atom) bool { return t == atom.Td || t == atom.Th || t == atom.Caption }

// tablePart reports elements that occur in tables only.
func tablePart(t atom.Atom) bool {
	switch t {
	case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
		return true
	}
	return false
}
