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
	p := preparer{tags: tags, gap: "~empty~"}
	for bytes.Contains(data, []byte(p.gap)) {
		p.gap = "~" + p.gap
	}
	opt := ld.NewJsonLdOptions(p.base(base))
	opt.DocumentLoader = loader
	expanded, err := ld.NewJsonLdProcessor().Expand(p.prepare(doc), opt)
	if err != nil {
		return nil, nil, expandError(data, loader.asked, err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(expanded); err != nil {
		return nil, nil, english.Errorf("jsonld: %w", err)
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("/"+p.gap), []byte("/")), tags, nil
}

// preparer makes of a document what the library expects.
type preparer struct {
	tags map[string]string // lower-case language tags -> as written
	// gap stands in the empty segments of a base's path, which the library would lose (RFC 3986, section 5.2.4, keeps
	// them). The document does not hold it.
	gap string
}

func (p *preparer) base(base string) string {
	scheme, rest, ok := strings.Cut(base, "://")
	if !ok {
		return base
	}
	for strings.Contains(rest, "//") {
		rest = strings.ReplaceAll(rest, "//", "/"+p.gap+"/")
	}
	return scheme + "://" + rest
}

// prepare converts numbers to float64, as the library expects; numbers out of range become
// text, because one would make the whole document fail. It also notes the spelling of
// language tags, because the library lower-cases them, and keeps the empty segments of bases.
func (p *preparer) prepare(v any) any {
	note := func(tag string) {
		if lower := strings.ToLower(tag); lower != tag && p.tags[lower] == "" && rdfio.LangTag(tag) {
			p.tags[lower] = tag
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
			v[i] = p.prepare(v[i])
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if tag, ok := v[k].(string); ok && k == "@language" {
				note(tag)
			}
			note(k) // of a language map
			v[k] = p.prepare(v[k])
			if base, ok := v[k].(string); ok && k == "@base" {
				v[k] = p.base(base)
			}
		}
	}
	return v
}

// expandError returns the library's error, with a position if known.
func expandError(data []byte, asked string, err error) error {
	if asked == "" {
		return rdfio.NewSyntaxError(1, 1, "this JSON-LD makes no sense: %s", oneLine(err.Error()))
	}
	if strings.HasPrefix(asked, "file:") {
		local := asked[strings.LastIndexByte(asked, '/')+1:]
		line, col := rdfio.Position(data, max(bytes.Index(data, []byte(local)), 0))
		return rdfio.NewSyntaxError(line, col, "the context %s is a file of its own, which is not read; write the context into the file, or save it as expanded JSON-LD or in another syntax",
			rdfio.Quote(local))
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
