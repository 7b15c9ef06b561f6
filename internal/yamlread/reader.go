package yamlread

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Finding is a fault or a warning about a file.
type Finding struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"` // 0: the file as a whole
	Job     string `json:"job,omitempty"`
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"` // the file can be used all the same

	Phrase english.Phrase `json:"-"` // Text in any language; zero if it has English only
}

// String returns the finding in the form of compilers.
func (f Finding) String() string { return f.Message().String() }

// Message implements [english.Sentence].
func (f Finding) Message() english.Phrase {
	place := f.File
	if f.Line > 0 {
		place += ":" + strconv.Itoa(f.Line)
	}
	var warning, job english.Phrase
	if f.Warning {
		warning = english.Phrasef("warning: ")
	}
	if f.Job != "" {
		job = english.Phrasef("job %s: ", f.Job)
	}
	return english.Phrasef("%s: %v%v%v", place, warning, job, f.Phrase.Or(f.Text))
}

// Error is the error of a file that cannot be used. Its findings are complete, warnings
// included.
type Error struct {
	Findings []Finding
}

// Error returns the findings, one a line.
func (e *Error) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *Error) Message() english.Phrase { return english.Join("\n", e.Findings...) }

// Reader reads a file and collects findings.
type Reader struct {
	File      string
	LookupEnv func(string) (string, bool) // nil: no variable is looked up
	Job       string                      // of the findings, "" for none
	Renamed   map[string]string           // keys of earlier releases, by what they are called now
	Findings  []Finding
	Local     []Local // what [Reader.LocalPath] read, in order
}

// Local is a file within the folder of the jobs that the file names.
type Local struct {
	Path string
	Line int
	// Foreign says what is wrong if something else stands at path already.
	Foreign func(path string) error
}

func (w *Reader) Fault(n *yaml.Node, format string, args ...any) {
	w.FaultAt(n.Line, format, args...)
}

func (w *Reader) FaultAt(line int, format string, args ...any) {
	w.Findings = append(w.Findings, Finding{File: w.File, Line: line, Job: w.Job, Text: fmt.Sprintf(format, args...), Phrase: english.Phrasef(format, args...)})
}

func (w *Reader) WarnAt(line int, format string, args ...any) {
	w.FaultAt(line, format, args...)
	w.Findings[len(w.Findings)-1].Warning = true
}

// Failed reports whether a finding is a fault.
func (w *Reader) Failed() bool {
	return slices.ContainsFunc(w.Findings, func(f Finding) bool { return !f.Warning })
}

// Fields are the keys of a mapping, each with what reads its value.
type Fields map[string]func(*yaml.Node)

// Mapping reads a mapping. other, if not nil, handles keys that are not in f. It returns
// the line of each key, also of one that is missing and that a mistyped key probably means:
// whoever misses it says nothing more. nil: n is no mapping.
func (w *Reader) Mapping(n *yaml.Node, what string, f Fields, other func(key, v *yaml.Node) bool) map[string]int {
	n = Resolve(n)
	if n.Kind != yaml.MappingNode {
		w.Fault(n, "%s is written as lines of the form \"key: value\"", what)
		return nil
	}
	lines, meant := map[string]int{}, map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], Resolve(n.Content[i+1])
		if name, ok := w.Renamed[k.Value]; ok && f[name] != nil {
			w.WarnAt(k.Line, "%s is called %s now; the old name is read until the next release", k.Value, name)
			k = &yaml.Node{Value: name, Line: k.Line}
		}
		if lines[k.Value] != 0 {
			w.Fault(k, "%s was given in line %d already", k.Value, lines[k.Value])
			continue
		}
		lines[k.Value] = k.Line
		if read, ok := f[k.Value]; ok {
			read(v)
		} else if other == nil || !other(k, v) {
			meant[w.unknown(k, what, f)] = k.Line
		}
	}
	for name, line := range meant {
		if lines[name] == 0 && name != "" {
			lines[name] = line
		}
	}
	return lines
}

// FaultBetween reports whether there is a fault in the lines from first up to and without end.
func (w *Reader) FaultBetween(first, end int) bool {
	return slices.ContainsFunc(w.Findings, func(f Finding) bool { return !f.Warning && f.Line >= first && f.Line < end })
}

// Section reads a mapping with the keys of common and own; those in required must be
// there. It returns the line of each key.
func (w *Reader) Section(n *yaml.Node, what string, common, own Fields, required ...string) map[string]int {
	all := maps.Clone(common)
	maps.Copy(all, own)
	lines := w.Mapping(n, what, all, nil)
	for _, key := range required {
		if lines[key] == 0 {
			w.Fault(n, "%s needs %s", subject(what), key)
		}
	}
	return lines
}

// unknown says that there is no such key, and returns the one that is probably meant, "" if none is.
func (w *Reader) unknown(k *yaml.Node, what string, f Fields) (meant string) {
	names := slices.Sorted(maps.Keys(f))
	if best := Nearest(k.Value, names); best != "" {
		w.Fault(k, "%s has no key %q; did you mean %q?", subject(what), k.Value, best)
		return best
	}
	w.Fault(k, "%s has no key %q; it has %s", subject(what), k.Value, strings.Join(names, ", "))
	return ""
}

// Nearest returns the name that a mistyped one probably means, "" if none is near: at
// most a third of its letters differ, or two have changed places.
func Nearest(name string, names []string) (best string) {
	letters := func(s string) []rune { return slices.Sorted(slices.Values([]rune(s))) }
	least := 4
	for _, n := range names {
		if d := levenshtein.ComputeDistance(strings.ReplaceAll(name, "_", "-"), n); d < least && (3*d <= len(n) || d == 2 && slices.Equal(letters(name), letters(n))) {
			best, least = n, d
		}
	}
	return best
}

// Resolve follows an alias. The parser refuses aliases that lead to themselves.
func Resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// Value returns the value of a key in the mapping n, "" if it has none.
func Value(n *yaml.Node, key string) string {
	n = Resolve(n)
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if n.Content[i].Value == key {
			return Resolve(n.Content[i+1]).Value
		}
	}
	return ""
}

// List calls read for each item of a list; a single value is a list of one.
func (w *Reader) List(n *yaml.Node, what string, read func(*yaml.Node)) {
	if n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.SequenceNode {
		read(n)
		return
	}
	for _, item := range n.Content {
		read(Resolve(item))
	}
}

// All returns what read reads of the items of a list.
func All[T any](w *Reader, n *yaml.Node, what string, read func(*yaml.Node, string) (T, bool)) (all []T) {
	w.List(n, what, func(n *yaml.Node) {
		if v, ok := read(n, what); ok {
			all = append(all, v)
		}
	})
	return all
}

// Text reads a single value as it is written.
func (w *Reader) Text(n *yaml.Node, what string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		w.Fault(n, "%s takes one value", what)
		return "", false
	}
	return n.Value, true
}

func (w *Reader) Texts(n *yaml.Node, what string) (all []string) {
	return All(w, n, what, func(n *yaml.Node, what string) (string, bool) {
		s, ok := w.Text(n, what)
		if ok && s == "" {
			w.Fault(n, "%s holds an empty text", what)
		}
		return s, ok && s != ""
	})
}

// valid reads a text that ok accepts. If it does not, the fault is rule, after the text.
func (w *Reader) valid(n *yaml.Node, what string, ok func(string) bool, rule english.Phrase) (string, bool) {
	s, given := w.Text(n, what)
	if !given || ok(s) {
		return s, given
	}
	w.Fault(n, "%s is %s, %s", what, Quoted(n), rule)
	return "", false
}

func (w *Reader) Bool(n *yaml.Node, what string) bool {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!bool" {
		b, err := strconv.ParseBool(strings.ToLower(n.Value))
		if err == nil {
			return b
		}
	}
	w.Fault(n, "%s is true or false", what)
	return false
}

// Int reads a whole number from low to high.
func (w *Reader) Int(n *yaml.Node, what string, low, high int) int {
	i, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil || i < low || i > high {
		w.Fault(n, "%s is %s, but it must be a whole number from %d to %d", what, Quoted(n), low, high)
		return low
	}
	return i
}

func (w *Reader) Float(n *yaml.Node, what string, low, high float64) float64 {
	x, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(x >= low && x <= high) {
		w.Fault(n, "%s is %s, but it must be a number from %g to %g", what, Quoted(n), low, high)
		return low
	}
	return x
}

// OneOf reads one of several words.
func (w *Reader) OneOf(n *yaml.Node, what string, words ...string) (string, bool) {
	rule := english.Phrasef("but it must be one of %s", strings.Join(words, ", "))
	if best := Nearest(n.Value, words); best != "" {
		rule = english.Phrasef("but it must be one of %s (did you mean %q?)", strings.Join(words, ", "), best)
	}
	return w.valid(n, what, func(s string) bool { return slices.Contains(words, s) }, rule)
}

// Quoted returns the value of n for a message, without passwords of URLs.
func Quoted(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode {
		return "no single value"
	}
	return fmt.Sprintf("%.60q", redact.Text(n.Value))
}

// subject returns the subject of a fault: words such as "a job" are translated, and the name of a
// key stays.
func subject(what string) any {
	if strings.HasPrefix(what, "a ") {
		return english.Word(what)
	}
	return what
}
