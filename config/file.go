package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// fileError reports a fault in the YAML file.
type fileError struct {
	File string
	Line int    // 0 if the file could not be read at all
	Msg  string // in English

	phrase english.Phrase // Msg in any language; zero if it is of another package
}

// fileErrorf makes a fileError that can be shown in any language.
func fileErrorf(file string, line int, format string, args ...any) *fileError {
	return &fileError{file, line, fmt.Sprintf(format, args...), english.Phrasef(format, args...)}
}

// Message implements [english.Sentence].
func (e *fileError) Message() english.Phrase {
	if e.Line == 0 {
		return english.Phrasef("%s: %v", e.File, e.phrase.Or(e.Msg))
	}
	return english.Phrasef("%s:%d: %v", e.File, e.Line, e.phrase.Or(e.Msg))
}

func (e *fileError) Error() string { return e.Message().String() }

// maxFile bounds the YAML file; a settings file is a page of text.
const maxFile = 1 << 20

// settingsFile is the content of a YAML file.
type settingsFile struct {
	data  []byte         // with the rules of map as one text, as flags have it
	lines map[string]int // of every key
	rules []rule         // of map, if it is a mapping

	sources []searchSource // of search, if it is a mapping
	options []given        // of methods
}

// readFile reads the YAML file. A key that is unknown, given twice or has more than
// one value is an error with its line. The mappings of properties and of sources do not
// go through viper, which would turn their names to lower case.
func readFile(name string, table []Option) (*settingsFile, error) {
	data, err := readAll(name)
	if fe := (*fileError)(nil); errors.As(err, &fe) {
		return nil, fe
	}
	if err != nil {
		return nil, english.Errorf("config: %w", err)
	}
	return parseFile(name, data, table)
}

func parseFile(name string, data []byte, table []Option) (*settingsFile, error) {
	f := &settingsFile{data: data}
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return f, nil // empty: every default holds
	} else if err != nil {
		return nil, &fileError{File: name, Line: 0, Msg: err.Error()}
	}
	if len(doc.Content) == 0 {
		return f, nil
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return f, nil // comments only
	}
	if root.Kind != yaml.MappingNode {
		return nil, fileErrorf(name, root.Line, "expected lines of the form \"max-pages: 500\"")
	}
	all := len(root.Content)
	if err := f.takeOptions(name, root, table); err != nil {
		return nil, err
	}
	if err := f.keys(name, root); err != nil {
		return nil, err
	}
	if f.rules != nil || f.sources != nil || len(root.Content) < all {
		var err error
		if f.data, err = yaml.Marshal(&doc); err != nil {
			return nil, &fileError{File: name, Line: 0, Msg: err.Error()}
		}
	}
	return f, nil
}

// keys walks over the settings.
func (f *settingsFile) keys(name string, root *yaml.Node) (err error) {
	f.lines = make(map[string]int)
	for i := 0; i+1 < len(root.Content); i += 2 {
		k, v := root.Content[i], root.Content[i+1]
		switch {
		case !known(k.Value):
			return &fileError{File: name, Line: k.Line, Msg: unknown(k.Value).String(), phrase: unknown(k.Value)}
		case f.lines[k.Value] != 0:
			return fileErrorf(name, k.Line, "%s was set in line %d already", k.Value, f.lines[k.Value])
		case k.Value == mapKey && v.Kind == yaml.MappingNode:
			if f.rules, err = rulesOf(name, v); err != nil {
				return err
			}
			*v = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: rulesText(f.rules)}
		case k.Value == searchKey && v.Kind == yaml.MappingNode:
			if f.sources, err = sourcesOf(name, v); err != nil {
				return err
			}
			*v = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle}
		case k.Value == searchKey && v.Kind != yaml.ScalarNode:
			return fileErrorf(name, v.Line, "search takes sources of the form \"own: {kind: searxng, url: http://localhost:8888}\", or one text")
		case k.Value == mapKey && v.Kind != yaml.ScalarNode:
			return fileErrorf(name, v.Line, "map takes lines of the form \"影响: includes\", or one text")
		case v.Kind != yaml.ScalarNode:
			return fileErrorf(name, v.Line, "%s takes one value", k.Value)
		}
		f.lines[k.Value] = k.Line
	}
	return nil
}

// mapKey and searchKey are the settings that may hold lines of their own.
const (
	mapKey    = "map"
	searchKey = "search"
)

func known(name string) bool {
	return slices.ContainsFunc(Keys(), func(k Key) bool { return k.Name == name })
}

// unknown is the message for a name that no setting bears, with the nearest
// one that exists.
func unknown(name string) english.Phrase {
	names := []string{optionsKey}
	for _, k := range Keys() {
		names = append(names, k.Name)
	}
	best := nearest(name, names)
	if best == "" {
		return english.Phrasef("unknown setting %q; `ontocrawl config` lists them all", name)
	}
	return english.Phrasef("unknown setting %q; did you mean %q?", name, best)
}

// nearest returns the name that a mistyped name probably means, "" if
// none is near.
func nearest(name string, names []string) (best string) {
	least := 4
	name = strings.ReplaceAll(name, "_", "-") // as in the names of variables
	for _, n := range names {
		if d := levenshtein.ComputeDistance(name, n); d < least && 2*d <= len(n) {
			best, least = n, d
		}
	}
	return best
}
