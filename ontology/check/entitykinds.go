package check

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// vocabulary returns the words of the namespace of iri, if that is RDF's, RDFS's, OWL's or XSD's.
func vocabulary(iri string) (all []string, reserved bool) {
	switch {
	case strings.HasPrefix(iri, nsOWL):
		return strings.Fields(`AllDifferent AllDisjointClasses AllDisjointProperties Annotation AnnotationProperty AsymmetricProperty Axiom Class DataRange
			DatatypeProperty DeprecatedClass DeprecatedProperty FunctionalProperty InverseFunctionalProperty IrreflexiveProperty NamedIndividual
			NegativePropertyAssertion Nothing ObjectProperty Ontology OntologyProperty ReflexiveProperty Restriction SymmetricProperty Thing
			TransitiveProperty allValuesFrom annotatedProperty annotatedSource annotatedTarget assertionProperty backwardCompatibleWith
			bottomDataProperty bottomObjectProperty cardinality complementOf datatypeComplementOf deprecated differentFrom disjointUnionOf
			disjointWith distinctMembers equivalentClass equivalentProperty hasKey hasSelf hasValue imports incompatibleWith intersectionOf
			inverseOf maxCardinality maxQualifiedCardinality members minCardinality minQualifiedCardinality onClass onDataRange onDatatype
			oneOf onProperties onProperty priorVersion propertyChainAxiom propertyDisjointWith qualifiedCardinality rational real sameAs
			someValuesFrom sourceIndividual targetIndividual targetValue topDataProperty topObjectProperty unionOf versionIRI versionInfo
			withRestrictions`), true
	case strings.HasPrefix(iri, nsRDFS):
		return strings.Fields(`Class Container ContainerMembershipProperty Datatype Literal Resource comment domain isDefinedBy label member range
			seeAlso subClassOf subPropertyOf`), true
	case strings.HasPrefix(iri, nsRDF):
		return strings.Fields(`Alt Bag CompoundLiteral HTML JSON List PlainLiteral Property Seq Statement XMLLiteral direction dirLangString first
			langRange langString language nil object predicate reifies rest subject type value`), true
	case strings.HasPrefix(iri, nsXSD):
		return strings.Fields(`ENTITIES ENTITY ID IDREF IDREFS NCName NMTOKEN NMTOKENS NOTATION Name QName anyAtomicType anySimpleType anyType
			anyURI base64Binary boolean byte date dateTime dateTimeStamp dayTimeDuration decimal double duration float fractionDigits gDay gMonth gMonthDay gYear
			gYearMonth hexBinary int integer language length long maxExclusive maxInclusive maxLength minExclusive minInclusive minLength
			negativeInteger nonNegativeInteger nonPositiveInteger normalizedString pattern positiveInteger short string time token totalDigits
			unsignedByte unsignedInt unsignedLong unsignedShort yearMonthDuration`), true
	}
	return nil, false
}

const nsXSD = "http://www.w3.org/2001/XMLSchema#"

// unknownWords reports IRIs in the namespaces of the languages themselves that are none of their words: most often
// a word in other case.
func (c *checker) unknownWords() {
	w := c.opt.Written
	unknown := map[string]bool{}
	for _, iri := range w.names {
		if unknownWord(iri) {
			unknown[iri] = true
		}
	}
	for _, t := range w.triples {
		if l, ok := t.Obj.(rdf.Literal); ok && unknownWord(l.DataType.String()) {
			unknown[l.DataType.String()] = true
		}
	}
	if len(unknown) == 0 {
		return
	}
	told := map[string]bool{}
	for _, t := range w.triples {
		terms := []string{t.Pred.String(), t.Obj.String(), t.Subj.String()}
		if l, ok := t.Obj.(rdf.Literal); ok {
			terms[1] = l.DataType.String()
		}
		for _, iri := range terms {
			if key := iri + " " + nodeName(t.Subj); unknown[iri] && !told[key] {
				told[key] = true
				c.add(Finding{Rule: UnknownWord, Subject: owner([]rdf.Triple{t}), Property: iri, Value: shortTriple(t), Says: wordSays(iri)})
			}
		}
	}
}

func wordSays(iri string) english.Phrase {
	known, _ := vocabulary(iri)
	local := ontology.LocalName(iri)
	near := shortIRI(strings.TrimSuffix(iri, local) + term.Nearest(local, known, 1)[0])
	return english.Phrasef("%s is no word of that language; did you mean %s?", shortIRI(iri), near)
}

// kinds hold the declarations: the kinds of each name.
type kinds map[string]map[axiom.Op]bool

func (k kinds) add(iri string, op axiom.Op) {
	if k[iri] == nil {
		k[iri] = map[axiom.Op]bool{}
	}
	k[iri][op] = true
}

// rivals are the kinds of which a name may have only one (OWL 2 Structural Specification, section 5.8.1).
func rivals(op axiom.Op) []axiom.Op {
	switch op {
	case axiom.Class, axiom.Datatype:
		return []axiom.Op{axiom.Class, axiom.Datatype}
	case axiom.ObjectProperty, axiom.DataProperty, axiom.AnnotationProperty:
		return []axiom.Op{axiom.ObjectProperty, axiom.DataProperty, axiom.AnnotationProperty}
	}
	return nil
}

// entityKinds reports names that axioms use as what they are not declared to be, names of two kinds that exclude each other,
// and words of the language in the place of a name.
func (c *checker) entityKinds(o *axiom.Ontology) {
	declared := kinds{}
	spaces := map[string]bool{}
	for _, a := range o.Axioms {
		if a.Op == axiom.Declaration {
			declared.add(a.Args[0].Text, a.Args[0].Op)
			spaces[space(a.Args[0].Text)] = true
		}
	}
	told := kinds{}
	incomplete := slices.ContainsFunc(c.o.Findings, func(f owl.Finding) bool { return ruleOf(f.Code) == missingImport || ruleOf(f.Code) == unreadableImport })
	tell := func(e axiom.Expr, f Finding) {
		if told[e.Text][e.Op] {
			return
		}
		told.add(e.Text, e.Op)
		if f.Level = f.Rule.rule().Level; f.Rule == undeclared && incomplete {
			f.Level = Warn // what is missing may declare it
		}
		c.addAs(f)
	}
	for _, iri := range slices.Sorted(maps.Keys(declared)) {
		if two := excluding(declared[iri]); len(two) == 2 {
			c.add(Finding{Rule: TwoKinds, Subject: iri, Says: english.Phrasef("is both %v and %v, which exclude each other", two[0].Sort(), two[1].Sort())})
		}
	}
	for _, a := range o.Axioms {
		if a.Op == axiom.Declaration {
			continue
		}
		a.Walk(func(e axiom.Expr) {
			if f, wrong := misused(e, a, declared, spaces); wrong {
				tell(e, f)
			}
		})
	}
}

// space is the namespace of an IRI.
func space(iri string) string { return strings.TrimSuffix(iri, ontology.LocalName(iri)) }

func excluding(is map[axiom.Op]bool) (two []axiom.Op) {
	for _, group := range [][]axiom.Op{rivals(axiom.Class), rivals(axiom.ObjectProperty)} {
		two = nil
		for _, op := range group {
			if is[op] {
				two = append(two, op)
			}
		}
		if len(two) > 1 {
			return two[:2]
		}
	}
	return nil
}

// misused reports whether an axiom uses a name as what it is not.
func misused(e axiom.Expr, a axiom.Axiom, declared kinds, spaces map[string]bool) (f Finding, wrong bool) {
	group := rivals(e.Op)
	if group == nil || declared[e.Text][e.Op] {
		return f, false
	}
	f = Finding{Subject: e.Text, Value: shortAxiom(a)}
	if reserved(e.Text) {
		if f.Rule = MalformedOWL; !strings.HasPrefix(e.Text, nsOWL) && !strings.HasPrefix(e.Text, nsXSD) {
			f.Rule = outsideOWL
		}
		f.Says = english.Phrasef("%s: %s is a word of the language, not %v", f.Value, shortIRI(e.Text), e.Op.Sort())
		return f, !known(e) && !unknownWord(e.Text)
	}
	for _, op := range group {
		if declared[e.Text][op] {
			f.Rule = TwoKinds
			f.Says = english.Phrasef("%s: it stands there as %v, but is declared as %v", f.Value, e.Op.Sort(), op.Sort())
			return f, true
		}
	}
	f.Rule = undeclared
	f.Says = english.Phrasef("%s: it stands there as %v, but is not declared", f.Value, e.Op.Sort())
	if !spaces[space(e.Text)] {
		f.Rule = borrowed
	}
	return f, e.Op != axiom.AnnotationProperty
}

// known reports whether the languages themselves define a name of this kind.
func known(e axiom.Expr) bool {
	local := ontology.LocalName(e.Text)
	switch e.Op {
	case axiom.Class: // what only RDF defines, such as rdf:List, is a class there
		return !strings.HasPrefix(e.Text, nsXSD) && (!strings.HasPrefix(e.Text, nsOWL) || local == "Thing" || local == "Nothing")
	case axiom.Datatype:
		return strings.HasPrefix(e.Text, nsXSD) || strings.HasPrefix(e.Text, nsRDF) || local == "Literal" || local == "real" || local == "rational"
	case axiom.ObjectProperty:
		return local == "topObjectProperty" || local == "bottomObjectProperty"
	case axiom.DataProperty:
		return local == "topDataProperty" || local == "bottomDataProperty"
	}
	return true
}

func shortAxiom(a axiom.Axiom) string {
	return string(axiom.New(a.Op, a.Args...).Append(nil, func(b []byte, iri string) []byte { return append(b, shortIRI(iri)...) }))
}

var (
	integerForm = lazyre.Compile(`^[+-]?[0-9]+$`)
	decimalForm = lazyre.Compile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
	timeForm    = lazyre.Compile(`^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?$`)
)

// illTyped reports literals whose text their datatype does not have (XML Schema Definition Language 1.1, part 2).
func (c *checker) illTyped() {
	w := c.opt.Written
	var above func(int32) int32
	for _, t := range w.triples {
		l, ok := t.Obj.(rdf.Literal)
		if !ok {
			continue
		}
		if local, ok := strings.CutPrefix(l.DataType.String(), nsXSD); ok && !inDatatype(collapsed(l.String()), local) && !counting(t.Pred.String()) {
			about := owner([]rdf.Triple{t})
			if about == "" {
				if above == nil {
					above = w.owners()
				}
				about = w.named(above(w.number(nodeName(t.Subj))))
			}
			c.add(Finding{Rule: illTyped, Subject: about, Property: t.Pred.String(), Value: l.String(),
				Says: english.Phrasef("%s: %s is no %s", shortTriple(t), clipped(l.String()), shortIRI(l.DataType.String()))})
		}
	}
}

// counting reports whether a property gives a restriction its number; what is none is a malformed restriction.
func counting(p string) bool {
	return strings.HasPrefix(p, nsOWL) && strings.HasSuffix(p, "ardinality")
}

func inDatatype(text, datatype string) bool {
	switch datatype {
	case "boolean":
		return text == "true" || text == "false" || text == "1" || text == "0"
	case "integer", "long", "int", "short", "byte":
		return integerForm().MatchString(text)
	case "nonNegativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte":
		return integerForm().MatchString(text) && (text[0] != '-' || strings.Trim(text, "-0") == "")
	case "positiveInteger":
		return integerForm().MatchString(text) && text[0] != '-' && strings.Trim(text, "+0") != ""
	case "decimal":
		return decimalForm().MatchString(text)
	case "double", "float":
		_, err := strconv.ParseFloat(text, 64)
		return err == nil || strings.Contains(err.Error(), "range") || text == "INF" || text == "-INF"
	case "dateTime":
		return timeForm().MatchString(text) && strings.Contains(text, "T")
	case "date":
		return timeForm().MatchString(text) && !strings.Contains(text, "T")
	}
	return true
}
