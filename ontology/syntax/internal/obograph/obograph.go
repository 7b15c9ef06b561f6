package obograph

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Decode reads a document into memory and yields its triples: nodes, then edges, then
// definitions. It reports malformed input as *rdfio.SyntaxError, and yields nothing then.
// An error of yield ends Decode, which returns it unchanged.
//
// Decode calls opt.Warn for entries without necessary identifiers, and skips them.
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	opt = opt.WithDefaults()
	return opt.Named(decode(r, opt, opt.Counted(yield)))
}

func decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	data, err := rdfio.ReadAll(r, opt)
	if err != nil {
		return err
	}
	if err := rdfio.CheckJSON(data, opt); err != nil {
		return err
	}
	doc, err := parse(data)
	if err != nil {
		return err
	}
	terms, base, err := rdfio.Begin(opt)
	if err != nil {
		return err
	}
	return newReader(terms, base, opt, yield).document(doc)
}

func parse(data []byte) (*document, error) {
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, jsonError(data, err)
	}
	if doc.Graphs == nil {
		return nil, rdfio.NewSyntaxError(1, 1, `expected an OBO graph: an object with "graphs"`)
	}
	return &doc, nil
}

// jsonError returns the position where the JSON is not an OBO graph.
func jsonError(data []byte, err error) error {
	if typ := (*json.UnmarshalTypeError)(nil); errors.As(err, &typ) {
		line, col := rdfio.Position(data, min(int(typ.Offset), len(data)))
		return rdfio.NewSyntaxError(line, col, "%s is %v, where an OBO graph has something else", rdfio.Quote(typ.Field), jsonKind(typ.Value))
	}
	return rdfio.NewSyntaxError(1, 1, "%v", err)
}

// jsonKind describes a kind of JSON value as encoding/json names it.
func jsonKind(s string) english.Phrase {
	switch s {
	case "array":
		return english.Phrasef("an array")
	case "object":
		return english.Phrasef("an object")
	case "string":
		return english.Phrasef("a string")
	case "bool":
		return english.Phrasef("a bool")
	}
	return english.Phrasef("a %s", s)
}
