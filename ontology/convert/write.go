package convert

import (
	"bytes"
	"errors"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// ErrWordless says that a syntax can say nothing of a document.
var ErrWordless = errors.New("the syntax has no words for any of its statements")

// Write returns the document in a syntax, and what the syntax cannot say. The
// same statements give the same text. Where the syntax left something out, blank
// nodes would still be named after what is missing, and otherwise when the text
// is written again: they are named anew, after what the text holds.
func (d *Document) Write(s *syntax.Syntax) (text []byte, left []syntax.Loss, err error) {
	text, left, err = d.write(s)
	if err != nil || len(left) == 0 {
		return text, left, err
	}
	again, err := d.reread(text)
	switch {
	case errors.Is(err, ErrEmpty):
		return nil, nil, ErrWordless
	case err != nil:
		return nil, nil, err
	}
	again.declared = d.declared // the syntax may have none
	text, _, err = again.write(s)
	return text, left, err
}

// reread reads what was written of the document.
func (d *Document) reread(text []byte) (*Document, error) {
	again, err := Parse(d.Name, text, d.opt)
	if err != nil {
		return nil, english.Errorf("what was written cannot be read: %w", err)
	}
	return again, nil
}

// write leaves out triples that the syntax refuses even alone. RDF/XML refuses a
// whole document because of one of them: a property whose IRI does not end in
// an XML name, a control character.
func (d *Document) write(s *syntax.Syntax) (text []byte, left []syntax.Loss, err error) {
	text, left, err = encode(s, d.Triples, d.prefixes())
	if err == nil || s.Atomic {
		return text, left, err
	}
	var kept, unwritable []rdf.Triple
	for _, t := range d.Triples {
		if _, _, err := encode(s, []rdf.Triple{t}, nil); err != nil {
			unwritable = append(unwritable, t)
		} else {
			kept = append(kept, t)
		}
	}
	if len(unwritable) == 0 {
		return nil, nil, err
	}
	wordless, err := rdfio.Losses(unwritable)
	if err != nil {
		return nil, nil, err
	}
	text, left, err = encode(s, kept, d.prefixes())
	return text, append(wordless, left...), err
}

func encode(s *syntax.Syntax, triples []rdf.Triple, prefixes map[string]string) ([]byte, []syntax.Loss, error) {
	if s.Encode == nil {
		return nil, nil, english.Errorf("%s can only be read", s.Title)
	}
	var b bytes.Buffer
	left, err := s.Encode(&b, triples, syntax.EncodeOptions{Prefixes: prefixes})
	return b.Bytes(), left, err
}
