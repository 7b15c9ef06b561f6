package yamlread

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Root returns the value of the document that data holds; nil, with a fault, if it is none, larger
// than most bytes, or empty. none says what is wrong with an empty one.
func (w *Reader) Root(data []byte, most int, none english.Phrase) *yaml.Node {
	if len(data) > most {
		w.FaultAt(0, "larger than %d MB", most>>20)
		return nil
	}
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\uFEFF"))))
	err := dec.Decode(&doc)
	if err != nil && !errors.Is(err, io.EOF) {
		w.syntax(err)
		return nil
	}
	if err != nil || len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		w.FaultAt(0, "%v", none)
		return nil
	}
	if dec.Decode(&more) == nil {
		w.Fault(&more, "a second document (---); the file has one")
	}
	if !bounded(doc.Content[0]) {
		w.Fault(doc.Content[0], "its aliases (*name) stand for more than %d values, or lead to themselves", maxValues)
		return nil
	}
	return doc.Content[0]
}

// syntax reports an error of the YAML parser, whose message holds the line.
func (w *Reader) syntax(err error) {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	var line int
	if _, e := fmt.Sscanf(text, "line %d:", &line); e == nil {
		_, text, _ = strings.Cut(text, ": ")
	}
	w.FaultAt(line, "not YAML: %s", text)
}

// maxValues bounds the values of a file with each alias in full: a thousand jobs have less
// than a tenth of it. Without the bound, a few lines of aliases of aliases are read for hours.
const maxValues = 1 << 20

// bounded reports whether n has at most maxValues values, its aliases in full.
func bounded(n *yaml.Node) bool { return valuesOf(n, map[*yaml.Node]int{}) <= maxValues }

// valuesOf counts the values of n. known holds the counts of nodes that were counted,
// math.MaxInt while one is: then it stands in itself.
func valuesOf(n *yaml.Node, known map[*yaml.Node]int) int {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if count, ok := known[n]; ok {
		return count
	}
	if len(n.Content) == 0 {
		return 1
	}
	known[n] = math.MaxInt
	sum := 1
	for _, c := range n.Content {
		if count := valuesOf(c, known); count > maxValues-sum {
			return math.MaxInt // and so it stays known
		} else {
			sum += count
		}
	}
	known[n] = sum
	return sum
}
