package check

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// ID names a rule, by ROBOT's name if ROBOT's report has the rule.
type ID string

// The rules.
const (
	inconsistent     ID = "inconsistent"
	Unsatisfiable    ID = "unsatisfiable"
	disjointParents  ID = "disjoint_parents"
	notReasoned      ID = "not_reasoned"
	isACycle         ID = "is_a_cycle"
	missingLabel     ID = "missing_label"
	unreadableImport ID = "unreadable_import"

	MalformedOWL ID = "malformed_owl"
	UnknownWord  ID = "unknown_word"
	TwoKinds     ID = "two_kinds"
	undeclared   ID = "undeclared"
	illTyped     ID = "ill_typed_literal"

	outsideProfile ID = "outside_profile"
	outsideDL      ID = "outside_dl"

	noConcept            ID = "no_concept"
	missingImport        ID = "missing_import"
	syntaxFlaw           ID = "syntax_flaw"
	unmappedProperty     ID = "unmapped_property"
	unknownValue         ID = "unknown_value"
	unusedMapping        ID = "unused_mapping"
	topicUnreachable     ID = "topic_unreachable"
	deprecatedReference  ID = "deprecated_class_reference"
	labelLanguageMissing ID = "label_language_missing"
	labelStopWord        ID = "label_stop_word"
	labelTooShort        ID = "label_too_short"
	labelTooLong         ID = "label_too_long"
	labelList            ID = "label_list"
	duplicateLabel       ID = "duplicate_label"
	duplicateSynonym     ID = "duplicate_exact_synonym"
	duplicateFolded      ID = "duplicate_folded_label"
	labelWhitespace      ID = "label_whitespace"
	emptyLabel           ID = "empty_label"
	languageTag          ID = "language_tag"
	languageScript       ID = "language_script"
	isARedundant         ID = "is_a_redundant"
	coreAll              ID = "core_all"
	coreAmbiguous        ID = "core_label_ambiguous"
	coreLanguage         ID = "core_language_partial"
	coreNotNamed         ID = "core_name_unmarked"
	CoreUnused           ID = "core_unused"
	coreNone             ID = "core_none"

	topicOpen         ID = "topic_open"
	labelHoldsCore    ID = "label_holds_core"
	missingSuperclass ID = "missing_superclass"
	multipleLabels    ID = "multiple_labels"
	untaggedLabel     ID = "untagged_label"
	deprecatedClass   ID = "deprecated_class"
	outsideOWL        ID = "outside_owl"
	borrowed          ID = "borrowed"
	outsideEL         ID = "outside_el"
	generalAxiom      ID = "general_axiom"
	inferredClass     ID = "inferred_class"
	missingDefinition ID = "missing_definition"
)

// Rule describes a kind of finding.
type Rule struct {
	ID    ID     `json:"id"`
	Level Level  `json:"level"` // of its findings, unless a finding has its own
	Says  string `json:"says"`  // the violation
	// Fix says what to click or write in Protégé. {name}, {value} and {property} stand
	// for the parts of a finding.
	Fix string `json:"fix"`
}

// Rules returns all rules, the worst first.
func Rules() []Rule {
	return []Rule{
		{missingLabel, Error, "a concept has no label in a crawled language; without any label, the crawl uses the local name, which is a warning if that may be words",
			"Select {name}; under Annotations press +, choose rdfs:label, type the name as texts write it and enter zh or en as its language. Do so once for each language."},
		{unreadableImport, Error, "an imported file cannot be read",
			"Open {value} by itself in Protégé and save it again as RDF/XML; if that fails, get another copy."},

		{inconsistent, Error, "by the axioms nothing can exist at all",
			"Change or delete one of the axioms in the message; Reasoner > Explain inconsistent ontology shows them in Protégé."},
		{Unsatisfiable, Error, "a class can have no instance",
			"Change or delete one of the axioms in the message: most often a class is stated to be two things that exclude each other."},
		{disjointParents, Error, "a class stands under classes that are stated to be disjoint, so it can have no instance",
			"Select {name}; under Description > SubClass Of press the x beside the parent that is wrong, or take the two classes out of Disjoint With."},

		{MalformedOWL, Error, "a statement has no place in OWL 2, so what it was meant to say is not said",
			"Write the statement again by the form that the message asks for, or enter the axiom anew under Description of {name}."},
		{UnknownWord, Error, "a name in the namespace of RDF, RDFS, OWL or XSD is none of their words",
			"Replace it in the file by the word that the message names; Protégé does not show such statements."},
		{TwoKinds, Error, "a name is of two kinds that exclude each other, or stands where its kind does not fit",
			"Give one of the two another IRI (Refactor > Rename entity), or delete the declaration that is wrong."},
		{undeclared, Error, "an axiom speaks of a name of this ontology that is not declared: most often it is mistyped",
			"Correct the name; if it is right, add it in the tree of Entities > Classes, Object properties or Data properties."},
		{illTyped, Error, "a literal's text is none that its datatype has",
			"Select {name}; under Annotations or Property assertions press o beside {value} and correct the text or the datatype."},

		{outsideProfile, Error, "an axiom leaves the profile of OWL 2 that --profile asks for",
			"Say it by what the profile has, or delete the axiom under Description of {name}; docs/ontologies.md has what each profile is for."},

		{outsideDL, Warn, "an axiom breaks a restriction of OWL 2 DL: reasoners such as HermiT refuse the ontology, or do not end",
			"If this program and others that take OWL 2 Full are all that read it, nothing. Else change or delete the axiom under Description of {name}."},
		{notReasoned, Warn, "so much follows from the axioms that nothing was inferred",
			"Nothing, if the stated hierarchy is what you mean; --reason=off says so. Transitive properties that join everything with everything are the usual cause."},
		{isACycle, Warn, "Is-a runs in a circle: OWL takes the classes on it for one",
			"If they are not the same, remove one of the steps: in Entities > Classes select {name}; under Description > SubClass Of press the x beside the class that does not belong there."},
		{noConcept, Warn, "the file holds no class or concept that a crawl could look for",
			"If it is data or a vocabulary of properties, nothing. To crawl, open or import the ontology that declares its classes; a deprecated class counts again when owl:deprecated is deleted under its Annotations."},
		{missingImport, Warn, "an import was not found on this machine",
			"Open the ontology in Protégé while online, then save a copy of {value} beside the file (Active ontology > Ontology imports shows where it came from). If it is not needed, delete it there with the x."},
		{syntaxFlaw, Warn, "a syntax error was skipped",
			"Open the file in Protégé and save it again; enter again what Protégé does not show."},
		{unmappedProperty, Warn, "edges of a property have no weight, because its meaning is unknown",
			"Say what {name} means with --map \"{local}: includes\" (or is-a, synonym, included-by, ignore); or in Entities > Object properties drag it below a known property, such as includes or causes."},
		{unknownValue, Warn, "a text that should name a concept does not",
			"Under Annotations of the concept use the name of a class as its rdfs:label has it, or draw the relation as SubClass Of: {name} some <class>."},
		{unusedMapping, Warn, "an entry of --map fits no property",
			"Give the property's IRI, its local name or one of its labels, as Entities > Object properties shows them."},
		{topicUnreachable, Warn, "no path of Is-a, Synonym or Includes leads from the topic to a concept",
			"Select {name} and press + beside SubClass Of: choose the class it is a kind of, or enter includes some <class> at the class that includes it. If it does not belong to the topic, leave it."},
		{deprecatedReference, Warn, "a concept refers to a deprecated concept, which is left out",
			"Select {name} and replace {value} under Description by its replacement (the deprecated class often names it as \"term replaced by\")."},
		{labelLanguageMissing, Warn, "a concept has labels, but lacks one in a crawled language",
			"Select {name}; under Annotations press +, choose rdfs:label, type the name in that language ({value}) and enter {value} as its language."},
		{labelStopWord, Warn, "a label is a word on almost every page",
			"Select {name}; under Annotations press o beside \"{value}\" and write a term that means only this concept, or delete it with the x."},
		{labelTooShort, Warn, "a label is so short that many other words contain it, or has no letter",
			"Select {name}; under Annotations press o beside \"{value}\" and write the name out, or delete it with the x."},
		{labelTooLong, Warn, "a label is so long that no text will have it",
			"Select {name}; make \"{value}\" an rdfs:comment, and give a short rdfs:label."},
		{labelList, Warn, "a label seems to list several names, and no text will have it as a whole",
			"Select {name}; under Annotations press o beside \"{value}\" and leave one name in it; add each other name as a skos:altLabel of its own."},
		{duplicateLabel, Warn, "two concepts have the same name: a page with it counts for only one of them",
			"If they are one concept, select one and enter the other under Description > Equivalent To. Else press o beside \"{value}\" in Annotations of one of them and say what sets it apart."},
		{duplicateSynonym, Warn, "a synonym of a concept is a name or synonym of another",
			"Decide whose name \"{value}\" is, and delete it with the x in Annotations of the other; if both are one concept, enter one under Equivalent To of the other."},
		{duplicateFolded, Warn, "labels of two concepts differ only in case, or in traditional and simplified characters",
			"Decide whose name \"{value}\" is, and delete or change it in Annotations of the other."},
		{labelWhitespace, Warn, "a label has space around it, several spaces or a line break in it",
			"Select {name}; under Annotations press o beside the label and delete the space (put the cursor at its very end)."},
		{emptyLabel, Warn, "a label is empty",
			"Select {name}; under Annotations press the x beside the empty {property}."},
		{languageTag, Warn, "a language tag is invalid, or another one is meant",
			"Select {name}; under Annotations press o beside the label and enter zh, zh-Hant or en as its language."},
		{languageScript, Warn, "a label is in another script than its language",
			"Select {name}; under Annotations press o beside \"{value}\" and set the language it is written in."},
		{isARedundant, Warn, "an Is-a edge follows from others, and shortens the path wrongly",
			"Select {name}; under Description > SubClass Of press the x beside {value}: it follows from the other parents."},
		{coreAll, Warn, "every concept is marked core, so words that belong to many topics make a page relevant",
			"Under Annotations of those classes that name the topic by themselves press +, choose core and enter true; leave it out of the others (losses, warnings, tools). Take core away from others with the x."},
		{coreAmbiguous, Warn, "a label of a core concept is an ordinary word with other senses",
			"Select {name}; under Annotations press o beside \"{value}\" and write a name that means only this, or take the x beside core; ontocrawl coverage shows on which sites the word misleads."},
		{coreLanguage, Warn, "only some core concepts have a label in a language that is not one of the crawl's",
			"Under Annotations of the core classes without one press +, choose rdfs:label, type the name in that language and enter {value} as its language."},
		{coreNotNamed, Warn, "the concept that the topic is named by is not marked core, though others are",
			"Select {name}; under Annotations press +, choose core and enter true. Leave it if a page that says only {name} is not about your topic."},
		{CoreUnused, Warn, "core marks are not used, because the topic is not the root",
			"Leave --topic out to crawl for the whole ontology by its marks. If you mean this concept and its kinds only, leave it: --core concept says so."},
		{coreNone, Warn, "no concept is marked core, so the topic and its kinds are",
			"Under Annotations of each class that names the topic by itself press +, choose core and enter true."},

		{topicOpen, Info, "several concepts have no parent, so the topic is not known",
			"Say which is the topic with --topic, or make a class for the whole topic and drag the others below it."},
		{labelHoldsCore, Info, "labels of concepts that are not core hold a label of a core concept",
			"Nothing, if such texts are about the topic, too. If they are not, as a hurricane lamp is no storm, delete the longer label, or choose a core label that means only its concept."},
		{missingSuperclass, Info, "a concept other than the topic has no parent",
			"Drag {name} below the class it is a kind of, in the tree of Entities > Classes."},
		{multipleLabels, Info, "a concept has several names in one language; the further ones are read as synonyms",
			"Select {name}; if \"{value}\" is a synonym, make it a skos:altLabel."},
		{untaggedLabel, Info, "a label has no language: its characters decide",
			"Select {name}; under Annotations press o beside \"{value}\" and enter zh or en as its language."},
		{deprecatedClass, Info, "a deprecated concept is left out",
			"If the crawl needs it, delete owl:deprecated under its Annotations."},
		{outsideOWL, Info, "a statement is RDF that OWL 2 has no place for",
			"Nothing, if other tools read it; reasoners and Protégé pass over it."},
		{borrowed, Info, "an axiom speaks of a name of another ontology that is not declared here",
			"Import the ontology that declares it under Active ontology > Ontology imports, or declare it here under the same IRI."},
		{outsideEL, Info, "axioms lie outside OWL 2 EL and were not read in full, so that some Is-a edges may be missing",
			"Nothing, if no Is-a edge is missing. ontocrawl ontology reason --outside lists the axioms; where an edge is missing, state it with SubClass Of."},
		{generalAxiom, Info, "axioms about unnamed classes are left out",
			"Name the class: in Entities > Classes add one with the expression under Equivalent To."},
		{inferredClass, Info, "no class is declared; terms that stand as classes are taken for such",
			"Import the ontology that declares them under Active ontology > Ontology imports, or add each in Entities > Classes."},
		{missingDefinition, Info, "a concept has no definition",
			"Select {name}; under Annotations press +, choose rdfs:comment (or skos:definition) and say in a sentence what it is."},
	}
}

// rule returns the rule called id. An unknown rule is a warning of ontology/owl under its
// own name.
func (id ID) rule() Rule {
	for _, r := range Rules() {
		if r.ID == id {
			return r
		}
	}
	return Rule{ID: id, Level: Warn}
}

// Hint says how to fix the finding in Protégé; "" if unknown.
func (f Finding) Hint() string { return f.hint(func(english string) string { return english }) }

// Help says how to fix what the rule finds, of no finding in particular.
func (r Rule) Help() string {
	return strings.NewReplacer("{name}", "the entity", "{value}", "the value", "{local}", "the property", "{property}", "the property").Replace(r.Fix)
}

// Words has the texts of a language: package message does. Nil is English.
type Words interface {
	Text(english string) string
	Say(says english.Sentence) string
}

// HintIn is Hint in the language of w.
func (f Finding) HintIn(w Words) string { return f.hint(w.Text) }

func (f Finding) hint(in func(string) string) string {
	name := f.Name
	switch {
	case f.Subject == "":
		name = in(string(english.Word("the concept")))
	case name == "":
		name = ontology.LocalName(f.Subject)
	}
	return strings.NewReplacer("{name}", name, "{value}", f.Value,
		"{local}", ontology.LocalName(f.Subject), "{property}", ontology.LocalName(f.Property)).Replace(in(f.Rule.rule().Fix))
}

// In says what was found in the language of w. Of a finding that was read from JSON, that is the sentence of
// the rule and the value in another language than English.
func (f Finding) In(w Words) string {
	if w == nil {
		return f.Message
	}
	if !f.Says.IsZero() {
		return w.Say(f.Says)
	}
	says := f.Rule.rule().Says
	said := w.Text(says)
	switch {
	case says == "" || said == says:
		return w.Text(f.Message)
	case f.Value == "":
		return said
	}
	return said + w.Text(": ") + f.Value
}
