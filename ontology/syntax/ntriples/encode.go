package ntriples

import (
	"bufio"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Encode writes triples as N-Triples, one to a line, in the order given.
func Encode(w io.Writer, triples []rdf.Triple, _ rdfio.EncodeOptions) error {
	buf := bufio.NewWriterSize(w, 64<<10)
	var line []byte
	for i, t := range triples {
		if err := rdfio.CheckTriple(t); err != nil {
			return english.Errorf("triple %d: %w", i, err)
		}
		line = append(rdfio.AppendTriple(line[:0], t), '\n')
		if _, err := buf.Write(line); err != nil {
			return err
		}
	}
	return buf.Flush()
}
