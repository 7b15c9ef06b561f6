package jsonld

import (
	"errors"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Decode reads a document into memory and yields its triples: in document order if it is
// in expanded form, else by subject. It reports malformed input as *rdfio.SyntaxError,
// and yields nothing then. An error of yield ends Decode, which returns it unchanged.
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	opt = opt.WithDefaults()
	triples, err := decode(r, opt)
	if err != nil {
		return opt.Named(err)
	}
	yield = opt.Counted(yield)
	for _, t := range triples {
		if err := yield(t); err != nil {
			return err
		}
	}
	return nil
}

func decode(r io.Reader, opt rdfio.Options) ([]rdf.Triple, error) {
	data, err := rdfio.ReadAll(r, opt)
	if err != nil {
		return nil, err
	}
	if err := rdfio.CheckJSON(data, opt); err != nil {
		return nil, err
	}
	triples, err := expanded(data, opt, nil)
	if !errors.Is(err, errNotExpanded) {
		return triples, err
	}
	base, err := rdfio.DocumentBase(opt)
	if err != nil {
		return nil, err
	}
	data, tags, err := expand(data, base.String())
	if err != nil {
		return nil, err
	}
	if triples, err = expanded(data, opt, tags); errors.Is(err, errNotExpanded) {
		err = rdfio.NewSyntaxError(1, 1, "the JSON-LD cannot be brought into expanded form")
	}
	return triples, err
}
