package axiom

// readReified finds the nodes that annotate a triple (sections 3.2.2 and 3.2.6). Such a
// node has owl:annotatedSource, owl:annotatedProperty and owl:annotatedTarget once each.
func (p *parser) readReified() {
	p.reified = map[term]bool{}
	p.notesOf = map[statement][]term{}
	for i, st := range p.all {
		if p.used[i] || p.names[st.p] != rdfType || !p.isBlank(st.s) || p.reified[st.s] {
			continue
		}
		class := p.name(st.o)
		if class != owlAxiom && class != owlAnnotation {
			continue
		}
		about, ok := p.annotated(st.s)
		if !ok {
			continue
		}
		p.reified[st.s] = true
		if class == owlAxiom {
			p.axioms = append(p.axioms, st.s)
		}
		p.notesOf[about] = append(p.notesOf[about], st.s)
	}
	if len(p.axioms) > 0 {
		p.index = make(map[string]int, len(p.all)/2)
	}
}

// annotated returns the triple that a node annotates.
func (p *parser) annotated(x term) (about statement, ok bool) {
	found := [3]int{}
	for _, i := range p.about(x) {
		switch st := p.all[i]; p.names[st.p] {
		case owlAnnotatedSource:
			about.s = st.o
			found[0]++
		case owlAnnotatedProperty:
			about.p = st.o
			found[1]++
		case owlAnnotatedTarget:
			about.o = st.o
			found[2]++
		}
	}
	return about, found == [3]int{1, 1, 1} && !about.s.isLiteral() && p.name(about.p) != ""
}

// annotateAxioms adds annotations to axioms. An axiom with n annotating nodes becomes n
// axioms, as the Recommendation says. A node that annotates no axiom is left over.
func (p *parser) annotateAxioms() {
	for _, x := range p.axioms {
		about, _ := p.annotated(x)
		if p.used[p.typeStatement(x)] {
			continue // it annotates an annotation
		}
		var t trial
		a, ok := p.simple(about, &t)
		if !ok {
			continue
		}
		i, stated := p.index[a.String()]
		if !stated {
			continue
		}
		p.commit(&t)
		a.Annotations = p.notes(x)
		p.useReification(x)
		if len(p.o.Axioms[i].Annotations) == 0 {
			p.o.Axioms[i].Annotations = a.Annotations
			continue
		}
		p.o.Axioms = append(p.o.Axioms, a)
	}
}

func (p *parser) typeStatement(x term) int32 {
	about := p.about(x)
	for _, i := range about {
		if class := p.name(p.all[i].o); p.names[p.all[i].p] == rdfType && (class == owlAxiom || class == owlAnnotation) {
			return i
		}
	}
	return about[0]
}

// useReification marks the statements that make x an annotating node.
func (p *parser) useReification(x term) {
	p.used[p.typeStatement(x)] = true
	for _, i := range p.about(x) {
		switch p.names[p.all[i].p] {
		case owlAnnotatedSource, owlAnnotatedProperty, owlAnnotatedTarget:
			p.used[i] = true
		}
	}
}

// notes reads the annotations of node x.
func (p *parser) notes(x term) []Annotation {
	var notes []Annotation
	for _, i := range p.about(x) {
		st := p.all[i]
		if p.used[i] || !annotates(p.names[st.p]) || p.isExpression(st.o) {
			continue
		}
		p.used[i] = true
		notes = append(notes, p.note(st))
	}
	return notes
}

// note reads an annotation and its own annotations.
func (p *parser) note(st statement) Annotation {
	n := Annotation{Property: p.names[st.p], Value: p.value(st.o)}
	if p.depth >= maxDepth {
		return n
	}
	p.depth++
	defer func() { p.depth-- }()
	for _, x := range p.notesOf[st] {
		if p.used[p.typeStatement(x)] {
			continue
		}
		p.useReification(x)
		n.Annotations = append(n.Annotations, p.notes(x)...)
	}
	return n
}
