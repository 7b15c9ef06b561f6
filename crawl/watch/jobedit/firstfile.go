package jobedit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// File is a file of jobs that was made from answers.
type FirstFile struct {
	Path string
	Job  string // the name of its job
	Data []byte
}

// pages is the budget of a run. A first run of 200 pages ends within some minutes on
// sites that are asked once in a second.
const pages = 200

// file makes the file of jobs at path. lang is the language of the remarks in it and of the
// alerts, "zh" or "en": a daemon does not have the locale of who wrote the file. Its errors are [*AnswerError].
func (a *Answers) file(path, lang string) (*FirstFile, error) {
	d, err := a.understand(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	t := textOf(lang)
	var b strings.Builder
	file, name := term.Safe(term.ShellWord(filepath.Base(path))), d.name()
	fmt.Fprintf(&b, "# %s\n#   ontocrawl job check %s\n#   ontocrawl job run %s --now --jobs %s\n#   ontocrawl watch %s\n", t.head, file, name, file, file) // not translated: commands
	fmt.Fprintf(&b, "folder: monitor            # %s\nreceivers:\n  - name: %s\n", t.folder, receiverName)
	for _, p := range d.receiver {
		fmt.Fprintf(&b, "    %s: %s\n", p.key, scalar(p.value))
	}
	fmt.Fprintf(&b, "defaults:\n  # contact: mailto:you@example.org    # %s\n  budget:\n    pages: %d             # %s\n", t.contact, pages, t.budget)
	fmt.Fprintf(&b, "jobs:\n  - name: %s\n", name)
	for _, p := range []pair{{"topic", d.topic}, {"ontology", d.ontology}, {"schedule", d.schedule}, {"lang", lang}} {
		if p.value != "" {
			fmt.Fprintf(&b, "    %s: %s\n", p.key, scalar(p.value))
		}
	}
	list(&b, "    ", "seeds", d.seeds)
	if len(d.search) > 0 {
		b.WriteString("    search:\n")
		list(&b, "      ", "sources", d.search)
	}
	fmt.Fprintf(&b, "    alerts:\n      - name: all\n        to: %s\n", receiverName)
	list(&b, "        ", "languages", d.languages)
	fmt.Fprintf(&b, "    retention:\n      age: 90d             # %s\n", t.retention)
	return &FirstFile{path, name, []byte(b.String())}, nil
}

func list(b *strings.Builder, indent, key string, values []string) {
	if len(values) == 0 {
		return
	}
	fmt.Fprintf(b, "%s%s:\n", indent, key)
	for _, v := range values {
		fmt.Fprintf(b, "%s  - %s\n", indent, scalar(v))
	}
}

// scalar writes one line of text so that YAML reads it as that text, not as a number, a
// date or a mapping.
func scalar(s string) string {
	text, err := yaml.Marshal(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s})
	if err != nil || strings.Count(string(text), "\n") > 1 {
		return fmt.Sprintf("%q", s)
	}
	return strings.TrimSuffix(string(text), "\n")
}

// Exists reports that a file stands where the new one would.
func FileExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Create writes f where no file is, readable by its owner only: a webhook's address may be
// a secret. If a file has appeared there, the error is [fs.ErrExist], and it stays.
func (f *FirstFile) Create() error {
	return atomicfile.Write(f.Path, f.Data, atomicfile.Options{New: true})
}

// Replace writes f over a file, which keeps its mode. Whatever goes wrong, there is the old
// file or the whole new one.
func (f *FirstFile) Replace() error {
	if info, err := os.Stat(f.Path); err == nil && !info.Mode().IsRegular() {
		return english.Errorf("%s is not a regular file", f.Path)
	}
	return atomicfile.Write(f.Path, f.Data, atomicfile.Options{Follow: true})
}
