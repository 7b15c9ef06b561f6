package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"go.yaml.in/yaml/v3"
)

// FileError is a fault in the YAML file.
type FileError struct {
	File string
	Line int // 0 if the file could not be read at all
	Msg  string
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// maxFile bounds the YAML file; a settings file is a page of text.
const maxFile = 1 << 20

// readFile returns the file's bytes and the line of every key in it. A key
// that is unknown, given twice or holds more than one value is an error with
// its line: viper alone would take the file's last word and say nothing.
func readFile(name string) ([]byte, map[string]int, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("config: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, nil, fmt.Errorf("config: %w", err)
	}
	if len(data) > maxFile {
		return nil, nil, &FileError{name, 0, "larger than 1 MiB: this is not a settings file"}
	}
	lines, err := keyLines(name, data)
	return data, lines, err
}

func keyLines(name string, data []byte) (map[string]int, error) {
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil // empty: every default holds
	} else if err != nil {
		return nil, &FileError{name, 0, err.Error()}
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return nil, nil // comments only
	}
	if root.Kind != yaml.MappingNode {
		return nil, &FileError{name, root.Line, "expected lines of the form \"max-pages: 500\""}
	}
	lines := make(map[string]int)
	for i := 0; i+1 < len(root.Content); i += 2 {
		k, v := root.Content[i], root.Content[i+1]
		switch {
		case !known(k.Value):
			return nil, &FileError{name, k.Line, unknown(k.Value)}
		case lines[k.Value] != 0:
			return nil, &FileError{name, k.Line, fmt.Sprintf("%s was set in line %d already", k.Value, lines[k.Value])}
		case v.Kind != yaml.ScalarNode:
			return nil, &FileError{name, v.Line, fmt.Sprintf("%s takes one value", k.Value)}
		}
		lines[k.Value] = k.Line
	}
	return lines, nil
}

func known(name string) bool {
	for _, k := range Keys() {
		if k.Name == name {
			return true
		}
	}
	return false
}

// unknown is the message for a name that no setting bears, with the nearest
// one that exists.
func unknown(name string) string {
	var names []string
	for _, k := range Keys() {
		names = append(names, k.Name)
	}
	best := nearest(name, names)
	if best == "" {
		return fmt.Sprintf("unknown setting %q; `ontocrawl config` lists them all", name)
	}
	return fmt.Sprintf("unknown setting %q; did you mean %q?", name, best)
}

// nearest returns the one of some names that is meant by a mistyped one, "" if
// none is near.
func nearest(name string, names []string) (best string) {
	least := 4
	for _, n := range names {
		if d := distance(name, n); d < least && 2*d <= len(n) {
			best, least = n, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two short ASCII names, "_" and "-"
// being the same.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] || a[i] == '_' && b[j] == '-' {
				cost = 0
			}
			diag, row[j+1] = row[j+1], min(diag+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
