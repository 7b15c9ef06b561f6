package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// rule is a line of the setting map: what a property of the ontology means. This
// package does not know the meanings.
type rule struct {
	Property string
	Meaning  string
	From     Source // of this rule: in a file its own line
}

// String returns the rule in the form that parseRules reads.
func (r rule) String() string {
	p := r.Property
	if strings.ContainsAny(p, ",，、\n\r\"") || strings.HasPrefix(p, "@") {
		p = strconv.Quote(p)
	}
	return p + ": " + r.Meaning
}

// rulesText is the setting map in the form of a flag.
func rulesText(rules []rule) string {
	parts := make([]string, len(rules))
	for i, r := range rules {
		parts[i] = r.String()
	}
	return strings.Join(parts, ", ")
}

// parseRules reads "影响: includes, hasGrade: ignore". A property may be an IRI, so
// the last colon counts. A property with a comma must be quoted as in Go. The comma
// and the colon of Chinese keyboards are accepted too.
func parseRules(text string, from Source) ([]rule, error) {
	var rules []rule
	seen := map[string]bool{}
	for text = strings.TrimLeft(text, ruleSpace); text != ""; text = strings.TrimLeft(text, ruleSpace) {
		r, rest, err := parseRule(text)
		if err != nil {
			return nil, english.Errorf("%s: map %w", from, err)
		}
		if seen[r.Property] {
			return nil, english.Errorf("%s: map says twice what %q means", from, r.Property)
		}
		seen[r.Property] = true
		r.From = from
		rules, text = append(rules, r), rest
	}
	return rules, nil
}

const (
	ruleSpace = " \t\r\n,，、" // may stand between rules
	ruleSigns = ",，、\n:："    // stand in no meaning
)

func parseRule(text string) (r rule, rest string, err error) {
	quoted := ""
	if strings.HasPrefix(text, `"`) {
		if quoted, err = strconv.QuotedPrefix(text); err != nil {
			return r, "", english.Errorf("holds a quotation mark that is not closed: %s", text)
		}
		if r.Property, err = strconv.Unquote(quoted); err != nil {
			return r, "", english.Errorf("holds %s, which is no quoted text: %w", quoted, err)
		}
	}
	part, rest := text[len(quoted):], ""
	if i := strings.IndexAny(part, ",，、\n"); i >= 0 {
		part, rest = part[:i], part[i:]
	}
	i := strings.LastIndexAny(part, ":：")
	if i < 0 {
		return r, "", english.Errorf("holds %q, but it must be of the form \"property: includes\"", strings.TrimSpace(quoted+part))
	}
	name := strings.TrimSpace(part[:i])
	r.Meaning = strings.TrimSpace(strings.TrimLeft(part[i:], ":："))
	if quoted == "" {
		r.Property = name
	} else if name != "" {
		return r, "", english.Errorf("holds %q between %s and its colon", name, quoted)
	}
	if r.Property == "" || r.Meaning == "" {
		return r, "", english.Errorf("holds %q, but it must be of the form \"property: includes\"", strings.TrimSpace(quoted+part))
	}
	return r, rest, nil
}

// readRules reads the setting map: rules, or "@" and the name of a YAML file with
// rules.
func readRules(text string, from Source) ([]rule, error) {
	name, isFile := strings.CutPrefix(strings.TrimSpace(text), "@")
	if !isFile {
		return parseRules(text, from)
	}
	data, err := readAll(name)
	if err != nil {
		return nil, english.Errorf("%s: map: %w", from, err)
	}
	var doc yaml.Node
	err = yaml.NewDecoder(bytes.NewReader(data)).Decode(&doc)
	switch {
	case errors.Is(err, io.EOF):
		return nil, fileErrorf(name, 0, "holds no rule; expected lines of the form \"影响: includes\"")
	case err != nil:
		return nil, &fileError{File: name, Line: 0, Msg: err.Error()}
	}
	rules, err := rulesOf(name, doc.Content[0])
	if err == nil && len(rules) == 0 {
		err = fileErrorf(name, doc.Content[0].Line, "holds no rule; expected lines of the form \"影响: includes\"")
	}
	return rules, err
}

// rulesOf reads a YAML mapping of properties to meanings.
func rulesOf(file string, n *yaml.Node) ([]rule, error) {
	if n.Kind != yaml.MappingNode {
		return nil, fileErrorf(file, n.Line, "expected lines of the form \"影响: includes\"")
	}
	var rules []rule
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		name, meaning := strings.TrimSpace(k.Value), strings.TrimSpace(v.Value)
		switch {
		case k.Kind != yaml.ScalarNode || name == "":
			return nil, fileErrorf(file, k.Line, "expected the name of a property: its IRI, local name or a label")
		case v.Kind != yaml.ScalarNode || meaning == "" || v.Tag == "!!null" || strings.ContainsAny(meaning, ruleSigns):
			return nil, fileErrorf(file, k.Line, "property %q takes one meaning, such as includes", name)
		case lines[name] != 0:
			return nil, fileErrorf(file, k.Line, "property %q was given a meaning in line %d already", name, lines[name])
		}
		lines[name] = k.Line
		rules = append(rules, rule{name, meaning, Source{"file", fmt.Sprintf("%s:%d", file, k.Line)}})
	}
	return rules, nil
}

// readAll reads a file of settings.
func readAll(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fileErrorf(name, 0, "larger than 1 MiB: this is not a settings file")
	}
	return data, nil
}
