package jobfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
	"go.yaml.in/yaml/v3"
)

// Finding is a fault of a file, or what its author may not have meant.
type Finding struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // 0: of the whole file
	Job     string `json:"job,omitempty"`
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"` // the file can be used nevertheless
}

// String says it as compilers do.
func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d", f.Line)
	}
	b.WriteString(": ")
	if f.Warning {
		b.WriteString("warning: ")
	}
	if f.Job != "" {
		fmt.Fprintf(&b, "job %s: ", f.Job)
	}
	return b.String() + f.Text
}

// Error is a file that cannot be used. Its findings are all there are, warnings
// among them.
type Error struct {
	Findings []Finding
}

// Error lists the findings, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Findings))
	for i, f := range e.Findings {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// walker walks over a file and gathers findings.
type walker struct {
	file     string
	job      string // that is read now
	findings []Finding
}

func (w *walker) fault(n *yaml.Node, format string, args ...any) {
	w.faultAt(n.Line, format, args...)
}

func (w *walker) faultAt(line int, format string, args ...any) {
	w.findings = append(w.findings, Finding{File: w.file, Line: line, Job: w.job, Text: fmt.Sprintf(format, args...)})
}

func (w *walker) warnAt(line int, format string, args ...any) {
	w.faultAt(line, format, args...)
	w.findings[len(w.findings)-1].Warning = true
}

// faults reports whether there is one among the findings.
func (w *walker) faults() bool {
	return slices.ContainsFunc(w.findings, func(f Finding) bool { return !f.Warning })
}

// fields are what a mapping may hold: what to do with the value of each key.
type fields map[string]func(*yaml.Node)

// renamed are keys of release 0.1 that have another name now.
var renamed = map[string]string{"desk": "folder", "tell": "alerts"}

// mapping reads a mapping, of which other (if not nil) takes the keys that fields
// does not have; it returns the line of each key.
func (w *walker) mapping(n *yaml.Node, what string, f fields, other func(key, v *yaml.Node) bool) map[string]int {
	n = resolve(n)
	lines := map[string]int{}
	if n.Kind != yaml.MappingNode {
		w.fault(n, "%s is written as lines of the form \"key: value\"", what)
		return lines
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], resolve(n.Content[i+1])
		if name, ok := renamed[k.Value]; ok && f[name] != nil {
			w.warnAt(k.Line, "%s is called %s now; the old name is read until the next release", k.Value, name)
			k = &yaml.Node{Value: name, Line: k.Line}
		}
		if lines[k.Value] != 0 {
			w.fault(k, "%s was given in line %d already", k.Value, lines[k.Value])
			continue
		}
		lines[k.Value] = k.Line
		if read, ok := f[k.Value]; ok {
			read(v)
		} else if other == nil || !other(k, v) {
			w.unknown(k, what, f)
		}
	}
	return lines
}

func (w *walker) unknown(k *yaml.Node, what string, f fields) {
	var names []string
	for name := range f {
		names = append(names, name)
	}
	slices.Sort(names)
	if best := nearest(k.Value, names); best != "" {
		w.fault(k, "%s has no key %q; did you mean %q?", what, k.Value, best)
		return
	}
	w.fault(k, "%s has no key %q; it has %s", what, k.Value, strings.Join(names, ", "))
}

// nearest returns the one of names that is meant by a mistyped one, "" if none is
// near: at most a third of it differs.
func nearest(name string, names []string) (best string) {
	least := 4
	for _, n := range names {
		if d := levenshtein.ComputeDistance(strings.ReplaceAll(name, "_", "-"), n); d < least && 3*d <= len(n) {
			best, least = n, d
		}
	}
	return best
}

// resolve follows an alias. One cannot lead to itself: the parser refuses that.
func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// list calls read for each item of a list; one value alone is a list of one.
func (w *walker) list(n *yaml.Node, what string, read func(*yaml.Node)) {
	if n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.SequenceNode {
		read(n)
		return
	}
	for _, item := range n.Content {
		read(resolve(item))
	}
}

// text reads one value as it is written.
func (w *walker) text(n *yaml.Node, what string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		w.fault(n, "%s takes one value", what)
		return "", false
	}
	return n.Value, true
}

func (w *walker) texts(n *yaml.Node, what string) (all []string) {
	w.list(n, what, func(n *yaml.Node) {
		if s, ok := w.text(n, what); ok && s != "" {
			all = append(all, s)
		} else if ok {
			w.fault(n, "%s holds an empty text", what)
		}
	})
	return all
}

func (w *walker) flag(n *yaml.Node, what string) bool {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!bool" {
		b, err := strconv.ParseBool(strings.ToLower(n.Value))
		if err == nil {
			return b
		}
	}
	w.fault(n, "%s is true or false", what)
	return false
}

// number reads a number of at least low.
func (w *walker) number(n *yaml.Node, what string, low, high int) int {
	i, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || i < low || i > high {
		w.fault(n, "%s is %s, but it must be a whole number from %d to %d", what, quoted(n), low, high)
		return low
	}
	return i
}

func (w *walker) fraction(n *yaml.Node, what string, low, high float64) float64 {
	x, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(x >= low && x <= high) {
		w.fault(n, "%s is %s, but it must be a number from %g to %g", what, quoted(n), low, high)
		return low
	}
	return x
}

// oneOf reads one of some words.
func (w *walker) oneOf(n *yaml.Node, what string, words ...string) (string, bool) {
	s, ok := w.text(n, what)
	if !ok {
		return "", false
	}
	if !slices.Contains(words, s) {
		hint := ""
		if best := nearest(s, words); best != "" {
			hint = fmt.Sprintf(" (did you mean %q?)", best)
		}
		w.fault(n, "%s is %s, but it must be one of %s%s", what, quoted(n), strings.Join(words, ", "), hint)
		return "", false
	}
	return s, true
}

func quoted(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		return "no single value"
	}
	return fmt.Sprintf("%.60q", n.Value)
}
