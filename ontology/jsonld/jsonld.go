package jsonld

import (
	"cmp"
	"errors"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Options says how a document is read. The zero value applies the default
// limits.
type Options struct {
	// Base is the IRI against which relative references are resolved until the
	// context states another. Empty: as rdfio.Options says.
	Base string

	// File is the name used in errors.
	File string

	// BlankPrefix keeps the blank nodes of documents apart: see rdfio.Options.
	BlankPrefix string

	// Limits: Depth bounds objects and arrays inside each other (default
	// 1,000), Bytes the document (default unlimited).
	Limits rdfio.Limits
}

const defaultDepth = 1000

// Decode reads a document, which it holds in memory, and hands its triples to
// yield: in the order of the document if it is in expanded form, else by
// subject. What is wrong with it is reported as a *rdfio.SyntaxError, with
// nothing yielded. An error of yield ends the reading and is returned as it is.
func Decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	opt.Limits.Depth = cmp.Or(max(opt.Limits.Depth, 0), defaultDepth)
	triples, err := decode(r, opt)
	if err != nil {
		if syn := (*rdfio.SyntaxError)(nil); errors.As(err, &syn) && syn.File == "" {
			syn.File = opt.File
		}
		return err
	}
	for _, t := range triples {
		if err := yield(t); err != nil {
			return err
		}
	}
	return nil
}

func decode(r io.Reader, opt Options) ([]rdf.Triple, error) {
	in := rdfio.Options{Base: opt.Base, File: opt.File, Limits: opt.Limits}
	text, err := rdfio.NewReader(r, in)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(text)
	if err != nil {
		return nil, err
	}
	if err := check(data, opt.Limits.Depth); err != nil {
		return nil, err
	}
	triples, err := expanded(data, opt, nil)
	if !errors.Is(err, errNotExpanded) {
		return triples, err
	}
	base, err := rdfio.DocumentBase(in)
	if err != nil {
		return nil, err
	}
	data, tags, err := expand(data, base.String())
	if err != nil {
		return nil, err
	}
	if triples, err = expanded(data, opt, tags); errors.Is(err, errNotExpanded) {
		err = &rdfio.SyntaxError{Line: 1, Col: 1, Msg: "the JSON-LD cannot be brought into expanded form"}
	}
	return triples, err
}
