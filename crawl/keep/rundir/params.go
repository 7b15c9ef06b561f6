package rundir

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Difference is a parameter that differs between two runs.
type Difference struct {
	Path string // "judge.phi", "seeds[3]"
	Old  string // "" if Old has none
	New  string // "" if New has none
}

// String returns, for example, `phi is 0.3, was 0.25`.
func (d Difference) String() string {
	return fmt.Sprintf("%s is %s, was %s", shown(d.Path), value(d.New), value(d.Old))
}

func value(s string) string {
	if s == "" {
		return "not set"
	}
	return shown(s)
}

// shown quotes text that could control a terminal.
func shown(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) || r == unicode.ReplacementChar }) {
		return strconv.Quote(s)
	}
	return s
}

// ParamsError reports that a run folder was made with other parameters.
type ParamsError struct {
	Dir         string
	Differences []Difference // at least one
}

func (e *ParamsError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *ParamsError) Message() english.Phrase {
	words := make([]string, len(e.Differences))
	for i, d := range e.Differences {
		words[i] = d.String()
	}
	return english.Phrasef("crawl/keep/rundir: run folder %s was made with other parameters: %s; use those, choose another folder, or start the run afresh",
		e.Dir, strings.Join(words, "; "))
}

// Meta keeps a few bytes by name beside the journal; crawl/state.Store does.
type Meta interface {
	Meta(name string) ([]byte, error) // nil if there is none
	SetMeta(name string, value []byte) error
}

// metaParams is the name under which the state keeps the parameters.
const metaParams = "params"

// Settle makes sure that a run continues with the parameters it began with. now
// holds every parameter in force, the ontology's hash and the version. Settle
// writes it to run.yaml, and to the state, which still knows it when run.yaml is
// lost or edited. Call it after the state is open and before the crawl.
//
// The error is a *ParamsError if the folder was made with other parameters, and a
// *crawl.FormatError if a newer program made it. A parameter may change if free
// holds its path or one above it. A parameter that the folder's program did not
// know must have its value in Options.Defaults.
func (f *Folder) Settle(now any, state Meta, free ...string) error {
	text, err := stamped(now)
	if err != nil {
		return fmt.Errorf("crawl/keep/rundir: parameters: %w", err)
	}
	old, err := f.params(state)
	if err != nil {
		return err
	}
	if old != nil {
		if f.opt.Upgrade != nil {
			if old, err = f.opt.Upgrade(old); err != nil {
				return err
			}
		}
		diffs, err := f.differences(old, text, free)
		var newer *crawl.FormatError
		switch {
		case errors.As(err, &newer):
			return err
		case err != nil:
			return english.Errorf("crawl/keep/rundir: the parameters kept in %s: %w", f.dir, err)
		case len(diffs) > 0:
			return &ParamsError{Dir: f.dir, Differences: diffs}
		}
	}
	if err := state.SetMeta(metaParams, text); err != nil {
		return err
	}
	if err := write(f.root, ParamsFile, text); err != nil {
		return f.failed(err)
	}
	return nil
}

// differences compares the parameters of the folder with those in force.
func (f *Folder) differences(old, text []byte, free []string) ([]Difference, error) {
	format, err := checkStamp(f.dir, old)
	if err != nil {
		return nil, err
	}
	if format < crawl.RunFormat {
		f.outdated = true
		f.opt.Logger.Info("run folder of an earlier format: its files are written again", "dir", f.dir, "format", format, "now", crawl.RunFormat)
	}
	return refused(old, text, format, f.opt.Defaults, free)
}

// Differences returns what [Folder.Settle] would refuse for a folder whose run.yaml is old.
func Differences(old []byte, now, defaults any, free ...string) ([]Difference, error) {
	text, err := stamped(now)
	if err != nil {
		return nil, err
	}
	format, err := checkStamp("", old)
	if err != nil {
		return nil, err
	}
	return refused(old, text, format, defaults, free)
}

// refused compares parameters of a format, brought to the present one, with those in force. A parameter
// that the old ones lack may have its default.
func refused(old, text []byte, format int, byDefault any, free []string) ([]Difference, error) {
	defaults, err := yaml.Marshal(byDefault)
	if err != nil {
		return nil, err
	}
	was, err := flatten(old)
	if err != nil {
		return nil, err
	}
	is, err := flatten(text)
	if err != nil {
		return nil, err
	}
	unset, err := flatten(defaults)
	if err != nil {
		return nil, err
	}
	migrate(was, format, steps())
	diffs := diff(was, is, append(free, "format"))
	return slices.DeleteFunc(diffs, func(d Difference) bool {
		value, ok := unset.value[d.Path]
		return d.Old == "" && ok && value == d.New
	}), nil
}

// params returns the parameters of the run, nil for a new run. run.yaml, a copy for
// readers, counts only if the state has none.
func (f *Folder) params(state Meta) ([]byte, error) {
	b, err := state.Meta(metaParams)
	if b != nil || err != nil {
		return b, err
	}
	if err := f.mustBeEmpty(); err != nil { // report the missing state, not a parameter that differs
		return nil, err
	}
	b, err = f.root.ReadFile(ParamsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, f.failed(err)
	}
	return b, nil
}

// Diff compares two run.yaml texts, except the paths in free and those below them. The
// order follows the texts, the old one first.
func Diff(old, new []byte, free ...string) ([]Difference, error) {
	was, err := flatten(old)
	if err != nil {
		return nil, err
	}
	is, err := flatten(new)
	if err != nil {
		return nil, err
	}
	return diff(was, is, free), nil
}

func diff(was, is *flat, free []string) []Difference {
	var diffs []Difference
	for _, path := range was.order {
		if was.value[path] != is.value[path] && !isFree(path, free) {
			diffs = append(diffs, Difference{path, was.value[path], is.value[path]})
		}
	}
	for _, path := range is.order {
		if _, ok := was.value[path]; !ok && !isFree(path, free) {
			diffs = append(diffs, Difference{path, "", is.value[path]})
		}
	}
	return diffs
}

func isFree(path string, free []string) bool {
	for _, f := range free {
		if rest, ok := strings.CutPrefix(path, f); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}

// flat is a YAML document as a list of paths with scalars.
type flat struct {
	order []string
	value map[string]string
}

func flatten(text []byte) (*flat, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %s", ParamsFile, oneLine(err.Error()))
	}
	f := &flat{value: make(map[string]string)}
	for _, n := range doc.Content {
		f.walk("", n)
	}
	return f, nil
}

func (f *flat) walk(path string, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			f.walk(strings.TrimPrefix(path+"."+n.Content[i].Value, "."), n.Content[i+1])
		}
	case yaml.SequenceNode:
		for i, c := range n.Content {
			f.walk(fmt.Sprintf("%s[%d]", path, i), c)
		}
	case yaml.ScalarNode:
		f.set(path, n)
	}
}

// set keeps the text of a scalar. An empty string differs from a missing one.
func (f *flat) set(path string, n *yaml.Node) {
	v := n.Value
	if v == "" || n.Tag == "!!null" {
		v = `""`
	}
	if u, err := url.Parse(v); err == nil && u.User != nil && u.Host != "" {
		v = redact.Strip(v) // earlier programs kept the password of a proxy
	}
	f.order = append(f.order, path)
	f.value[path] = v
}
