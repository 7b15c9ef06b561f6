package config

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// searchSource is a search source as the YAML file defines it. This package does not know
// the kinds and their settings.
type searchSource struct {
	Name   string
	From   Source
	Values []searchValue // in the order of the file, the kind too
}

// searchValue is a setting of a search source.
type searchValue struct {
	Name, Text string
	From       Source
}

// sourcesOf reads a YAML mapping of names to the settings of sources:
//
//	search:
//	  own: {kind: searxng, url: http://localhost:8888, per-day: 500}
func sourcesOf(file string, n *yaml.Node) ([]searchSource, error) {
	sources := []searchSource{}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		switch {
		case lines[k.Value] != 0:
			return nil, fileErrorf(file, k.Line, "search: %.40q was defined in line %d already", k.Value, lines[k.Value])
		case v.Kind != yaml.MappingNode:
			return nil, fileErrorf(file, k.Line, "search: %.40q takes settings of the form {kind: searxng, url: http://localhost:8888}", k.Value)
		}
		lines[k.Value] = k.Line
		s := searchSource{Name: k.Value, From: Source{"file", fmt.Sprintf("%s:%d", file, k.Line)}}
		values, err := sourceValues(file, s.Name, v)
		if err != nil {
			return nil, err
		}
		s.Values = values
		sources = append(sources, s)
	}
	return sources, nil
}

// sourceValues reads the settings of one source. An error shows no value: it might be a
// key.
func sourceValues(file, source string, n *yaml.Node) ([]searchValue, error) {
	var values []searchValue
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		switch {
		case lines[k.Value] != 0:
			return nil, fileErrorf(file, k.Line, "search: %.40s: %.40q was set in line %d already", source, k.Value, lines[k.Value])
		case v.Kind != yaml.ScalarNode:
			return nil, fileErrorf(file, k.Line, "search: %.40s: %.40q takes one value", source, k.Value)
		}
		lines[k.Value] = k.Line
		values = append(values, searchValue{k.Value, v.Value, Source{"file", fmt.Sprintf("%s:%d", file, v.Line)}})
	}
	return values, nil
}
