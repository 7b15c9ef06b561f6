package owl

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Meaning says what a property states about its subject and object.
type Meaning uint8

// The meanings of a property p in "From p To".
const (
	unmapped   Meaning = iota // nothing we know: an edge without weight, reported
	ignore                    // nothing: no edge and no report
	synonym                   // From and To are one concept; a text is a further label
	isA                       // From is a To
	hasKind                   // To is a From
	includes                  // From includes or causes To
	includedBy                // To includes or causes From
	core                      // From is a core concept if To is true
)

func (m Meaning) names() []string {
	return []string{"unmapped", "ignore", "synonym", "is-a", "has-kind", "includes", "included-by", "core"}
}

// String returns the meaning as [ParseMeaning] reads it.
func (m Meaning) String() string {
	if names := m.names(); int(m) < len(names) {
		return names[m]
	}
	return fmt.Sprintf("Meaning(%d)", uint8(m))
}

// ParseMeaning reads "synonym", "is-a", "has-kind", "includes", "included-by",
// "core", "ignore" or "unmapped".
func ParseMeaning(s string) (Meaning, error) {
	names := unmapped.names()
	for m, name := range names {
		if plain(name) == plain(s) {
			return Meaning(m), nil
		}
	}
	hint := ""
	if near := nearest(s, names[1:], 1); len(near) > 0 {
		hint = near[0]
	} else if m := byName(s); m != unmapped {
		hint = m.String()
	}
	if hint == "" {
		return 0, english.Errorf("unknown property meaning %q: want one of %s", s, strings.Join(names[1:], ", "))
	}
	return 0, english.Errorf("unknown property meaning %q: did you mean %q? Want one of %s", s, hint, strings.Join(names[1:], ", "))
}

// MarshalText implements [encoding.TextMarshaler].
func (m Meaning) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler], for configuration.
func (m *Meaning) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMeaning(string(text))
	return err
}

// turned returns the meaning of the inverse property.
func (m Meaning) turned() Meaning {
	switch m {
	case isA:
		return hasKind
	case hasKind:
		return isA
	case includes:
		return includedBy
	case includedBy:
		return includes
	case core:
		return unmapped
	}
	return m
}

// plain returns a property name without case, spaces and punctuation.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// byName returns the meaning of a property with this local name or label, for relations
// that authors define themselves.
func byName(name string) Meaning {
	switch plain(name) {
	case "isa", "isan", "kindof", "iskindof", "isakindof", "subtypeof", "issubtypeof",
		"hypernym", "hashypernym", "是一种", "是一種", "属于", "屬於", "是一类", "上位概念", "上位词":
		return isA
	case "haskind", "hassubtype", "hassubclass", "hyponym", "hashyponym", "下位概念", "下位词":
		return hasKind
	case "synonym", "synonyms", "synonymof", "issynonymof", "hassynonym", "hasexactsynonym",
		"exactsynonym", "alias", "aliases", "hasalias", "alsoknownas", "aka", "samemeaning",
		"samemeaningas", "sameas", "altlabel", "altname", "alternativename", "alternativelabel",
		"alternativeterm", "同义词", "同義詞", "同义", "同义于", "近义词", "又称", "又稱", "又名",
		"也称", "也叫", "亦称", "别名", "別名", "别称", "別稱", "俗称", "简称", "等同于":
		return synonym
	case "includes", "include", "contains", "contain", "haspart", "hasparts", "hascomponent",
		"hasmember", "comprises", "consistsof", "iscomposedof", "composedof",
		"causes", "cause", "causesof", "leadsto", "leadto", "triggers", "trigger",
		"resultsin", "resultin", "induces", "bringsabout", "givesriseto",
		"包含", "包括", "含有", "由组成", "组成为", "具有部分",
		"引发", "引發", "引起", "导致", "導致", "造成", "触发", "觸發", "诱发", "誘發", "致使", "酿成":
		return includes
	case "partof", "ispartof", "componentof", "iscomponentof", "memberof", "ismemberof",
		"containedin", "iscontainedin", "containedby", "includedin", "isincludedin", "includedby",
		"causedby", "iscausedby", "triggeredby", "istriggeredby", "resultsfrom", "resultfrom",
		"resultof", "isresultof", "inducedby", "dueto",
		"包含于", "包括于", "被包含", "被包含于", "一部分", "的一部分", "是一部分", "是的一部分", "组成部分", "部分属于",
		"由引起", "由导致", "由引发", "由造成", "由触发", "被引发", "被触发", "起因于", "源于", "起因":
		return includedBy
	case "core", "coreconcept", "iscore", "iscoreconcept", "核心概念", "核心", "是核心概念":
		return core
	}
	return byBeginning(name)
}

// byBeginning returns the meaning of a property whose name begins with a known verb:
// causesDisasterImpact, caused_by_incident, 导致灾害.
func byBeginning(name string) Meaning {
	text := words(name) + " "
	for _, verb := range []string{"causes ", "triggers ", "leads to ", "results in ",
		"导致", "導致", "引发", "引發", "引起", "触发", "觸發", "造成"} {
		if strings.HasPrefix(text, verb) {
			return includes
		}
	}
	for _, verb := range []string{"caused by ", "is caused by ", "triggered by ", "is triggered by ", "results from "} {
		if strings.HasPrefix(text, verb) {
			return includedBy
		}
	}
	return unmapped
}

// words splits a name at capitals and signs: "causesFlood" becomes "causes flood".
func words(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range name {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if b.Len() > 0 && letter && (gap || unicode.IsUpper(r)) {
			b.WriteByte(' ')
		}
		if gap = !letter; letter {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// ofVocabulary returns the meaning that a published vocabulary gives a property. Other
// properties of RDF, RDFS and OWL have no meaning here.
func (s *store) ofVocabulary(p node) Meaning {
	switch p {
	case vBroader, vBroaderTransitive, vBroadMatch:
		return isA
	case vNarrower, vNarrowerTransitive, vNarrowMatch:
		return hasKind
	case vExactMatch, vSameAs:
		return synonym
	case vHasPart:
		return includes
	case vPartOf:
		return includedBy
	}
	if s.builtin(p) {
		return ignore
	}
	return unmapped
}

// yes reports whether the value of a mark is true.
func yes(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "1", "yes", "y", "是", "真", "对":
		return true
	}
	return false
}
