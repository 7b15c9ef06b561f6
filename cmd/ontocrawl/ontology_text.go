package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// unpacked opens a file of an ontology that was read, or an embedded one,
// unpacked.
func (a *app) unpacked(name string) (io.ReadCloser, *bufio.Reader, error) {
	var f io.ReadCloser
	var err error
	switch {
	case name == "-":
		f = io.NopCloser(bytes.NewReader(a.Piped))
	case slices.Contains(ontologies.Names(), name):
		f, err = ontologies.Open(name)
	default:
		f, err = os.Open(name)
	}
	if err != nil {
		return nil, nil, err
	}
	b := bufio.NewReader(f)
	if head, _ := b.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) { // RFC 1952 section 2.3.1
		z, err := gzip.NewReader(b)
		if err != nil {
			f.Close()
			return nil, nil, err
		}
		b = bufio.NewReader(z)
	}
	return f, b, nil
}

// text opens a file of an ontology as UTF-8.
func (a *app) text(name string) (io.ReadCloser, error) {
	f, b, err := a.unpacked(name)
	if err != nil {
		return nil, err
	}
	r, err := rdfio.NewReader(b, rdfio.Options{})
	if err != nil {
		f.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}
