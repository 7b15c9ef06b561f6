package obograph

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Options says how a document is read. The zero value applies no limits.
type Options struct {
	// Base is the IRI against which relative identifiers are resolved. Empty:
	// as rdfio.Options says.
	Base string

	// File is the name used in errors.
	File string

	// BlankPrefix keeps the blank nodes of documents apart: see rdfio.Options.
	BlankPrefix string

	// Warn, if set, is told of flaws that can be passed over, and the reading
	// goes on: an entry without the identifiers it needs is left out. Without
	// Warn they are errors.
	Warn func(*rdfio.SyntaxError)

	Limits rdfio.Limits
}

// Decode reads a document, which it holds in memory, and hands the triples it
// stands for to yield: nodes first, then edges, then definitions. What is wrong
// with the document is reported as a *rdfio.SyntaxError, with nothing yielded.
// An error of yield ends the reading and is returned as it is.
func Decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	err := decode(r, opt, yield)
	if syn := (*rdfio.SyntaxError)(nil); errors.As(err, &syn) && syn.File == "" {
		syn.File = opt.File
	}
	return err
}

func decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	text, err := rdfio.NewReader(r, rdfio.Options{File: opt.File, Limits: opt.Limits})
	if err != nil {
		return err
	}
	doc, err := parse(text)
	if err != nil {
		return err
	}
	base, err := rdfio.DocumentBase(rdfio.Options{Base: opt.Base, File: opt.File})
	if err != nil {
		return err
	}
	terms, err := rdfio.NewTerms(opt.BlankPrefix)
	if err != nil {
		return err
	}
	return newReader(terms, base, opt, yield).document(doc)
}

func parse(r io.Reader) (*document, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, jsonError(data, err)
	}
	if doc.Graphs == nil {
		return nil, &rdfio.SyntaxError{Line: 1, Col: 1, Msg: `expected an OBO graph: an object with "graphs"`}
	}
	return &doc, nil
}

// jsonError says where the JSON is wrong.
func jsonError(data []byte, err error) error {
	at, msg := len(data), err.Error()
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = max(int(syntax.Offset)-1, 0)
		if strings.HasPrefix(msg, "unexpected end") { // which has no type of its own
			at, msg = len(data), "the file ends in the middle of the JSON"
		}
	case errors.As(err, &typ):
		at = int(typ.Offset)
		msg = fmt.Sprintf("%s is %s %s, where an OBO graph has something else", rdfio.Quote(typ.Field), article(typ.Value), typ.Value)
	}
	line, col := rdfio.Position(data, min(at, len(data)))
	return &rdfio.SyntaxError{Line: line, Col: col, Msg: msg}
}

func article(s string) string {
	if s == "array" || s == "object" {
		return "an"
	}
	return "a"
}
