package jsonld

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/piprate/json-gold/ld"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// offline is a document loader that loads nothing.
type offline struct{ asked string }

func (o *offline) LoadDocument(iri string) (*ld.RemoteDocument, error) {
	o.asked = iri
	return nil, ld.NewJsonLdError(ld.LoadingDocumentFailed, errors.New("nothing is fetched"))
}

// expand converts a checked document to expanded form with sorted names. tags maps
// lower-case language tags to their spelling in the document.
func expand(data []byte, base string) (out []byte, tags map[string]string, err error) {
	loader := &offline{}
	tags = map[string]string{}
	defer func() {
		// The library should return errors, but a document that is JSON and not JSON-LD
		// may fail one of its type assertions.
		if x := recover(); x != nil {
			out, tags, err = nil, nil, rdfio.NewSyntaxError(1, 1, "this JSON-LD makes no sense: %s", oneLine(fmt.Sprint(x)))
		}
	}()
	var doc any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		return nil, nil, english.Errorf("jsonld: %w", err)
	}
	opt := ld.NewJsonLdOptions(base)
	opt.DocumentLoader = loader
	expanded, err := ld.NewJsonLdProcessor().Expand(prepare(doc, tags), opt)
	if err != nil {
		return nil, nil, expandError(data, loader.asked, err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(expanded); err != nil {
		return nil, nil, english.Errorf("jsonld: %w", err)
	}
	return b.Bytes(), tags, nil
}

// prepare converts numbers to float64, as the library expects; numbers out of range become
// text, because one would make the whole document fail. It also notes the spelling of
// language tags, because the library lower-cases them.
func prepare(v any, tags map[string]string) any {
	note := func(tag string) {
		if lower := strings.ToLower(tag); lower != tag && tags[lower] == "" && rdfio.LangTag(tag) {
			tags[lower] = tag
		}
	}
	switch v := v.(type) {
	case json.Number:
		if x, err := v.Float64(); err == nil {
			return x
		}
		return v.String()
	case []any:
		for i := range v {
			v[i] = prepare(v[i], tags)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if tag, ok := v[k].(string); ok && k == "@language" {
				note(tag)
			}
			note(k) // of a language map
			v[k] = prepare(v[k], tags)
		}
	}
	return v
}

// expandError returns the library's error, with a position if known.
func expandError(data []byte, asked string, err error) error {
	if asked == "" {
		return rdfio.NewSyntaxError(1, 1, "this JSON-LD makes no sense: %s", oneLine(err.Error()))
	}
	line, col := rdfio.Position(data, max(bytes.Index(data, []byte(asked)), 0))
	return rdfio.NewSyntaxError(line, col, "the context %s lies on the network, where nothing is fetched from; write the context into the file, or save it as expanded JSON-LD or in another syntax",
		rdfio.Quote(asked))
}

// oneLine returns s shortened, in one line, and safe for a terminal.
func oneLine(s string) string {
	const most = 200
	s = strings.Join(strings.Fields(s), " ")
	quoted := []rune(fmt.Sprintf("%+q", s))
	quoted = quoted[1 : len(quoted)-1]
	if len(quoted) > most {
		quoted = append(quoted[:most], '…')
	}
	return string(quoted)
}
