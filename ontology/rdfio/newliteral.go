package rdfio

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// NewLiteral returns a literal with a language tag, else with a datatype, else a plain
// string. Unlike rdf.NewLangLiteral it accepts every valid tag, such as zh-Hant-TW.
func NewLiteral(text, lang, datatype string) (rdf.Literal, error) {
	if lang != "" {
		if LangLen(lang) != len(lang) {
			return rdf.Literal{}, english.Errorf("%s is not a language tag: expected something like zh or zh-Hant", Quote(lang))
		}
		if l, err := rdf.NewLangLiteral(text, lang); err == nil {
			return l, nil
		}
		o, err := setLang(text, lang)
		if err != nil {
			return rdf.Literal{}, err
		}
		return o.(rdf.Literal), nil
	}
	if datatype == "" {
		datatype = XSD + "string"
	}
	dt, err := rdf.NewIRI(datatype)
	if err != nil {
		return rdf.Literal{}, english.Errorf("%s is not a valid IRI: %w", Quote(datatype), err)
	}
	return rdf.NewTypedLiteral(text, dt), nil
}
