package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// ownTopic is the folder, in the run folder, of copies of what the run's topic was made of: its ontology, its samples.
const ownTopic = "ontology/run"

// givenTaught is the copy of a correction that the run was given, in the run folder.
const givenTaught = "ontology/taught.json"

// machinePaths are the settings, other than those of the topic, that name a file or a program of the machine. No command
// about a run needs them, so that run.yaml has their names without folders.
var machinePaths = strings.Fields("seeds out learn-from web accounts proxy-auth-file chrome cluster-ca cluster-cert cluster-key")

// portable makes settings those of a folder that can be moved: instead of files of a topic they name the copies in the
// folder.
func portable(own map[string]any) map[string]any {
	text := func(name string) string { s, _ := own[name].(string); return s }
	copied := topic.Spec{Ontology: text("ontology"), Samples: text("topic-from"), Directory: text("topics")}.CopyNames(ownTopic)
	v := make(map[string]any, len(own))
	for name, value := range own {
		text, isText := value.(string)
		switch {
		case !isText || text == "":
		case name == "ontology":
			value = copied.Ontology
		case name == "topic-from":
			value = copied.Samples
		case name == "topics":
			value = copied.Directory
		case name == "taught" && isTaughtFile(text):
			value = givenTaught
		case slices.Contains(machinePaths, name):
			value = baseName(text)
		}
		v[name] = value
	}
	return v
}

// baseName is a path without its folders; a URL stays.
func baseName(name string) string {
	if strings.Contains(name, "://") {
		return name
	}
	return filepath.Base(name)
}

// origins are the origins of a topic without the folders that lead to files.
func origins(t *topic.Topic) []crawl.Origin {
	all := slices.Clone(t.Origins)
	for i := range all {
		if slices.ContainsFunc(t.Sources, func(s *topic.Source) bool { return s.Name == all[i].Name }) {
			all[i].Name = topic.FileName(all[i].Name)
		}
	}
	return all
}

// portableText takes the folders out of the settings of a run.yaml of an earlier version, so that the same file is no
// difference.
func portableText(old []byte) []byte {
	var doc struct {
		Settings yaml.Node            `yaml:"settings"`
		Rest     map[string]yaml.Node `yaml:",inline"`
	}
	if yaml.Unmarshal(old, &doc) != nil {
		return old // it is reported with its place
	}
	for i, pairs := 0, doc.Settings.Content; i+1 < len(pairs); i += 2 {
		if value := pairs[i+1]; value.Kind == yaml.ScalarNode && value.Value != "" && slices.Contains(machinePaths, pairs[i].Value) {
			value.Value = baseName(value.Value)
		}
	}
	text, err := yaml.Marshal(&doc)
	if err != nil {
		return old
	}
	return text
}

// keepSources keeps what the topic of t and the judge were made of in the run folder, so that it can be moved.
func (s *Session) keepSources(t *topic.Topic) error {
	dir := s.spec.Folder.Dir
	if err := t.Copy(filepath.Join(dir, filepath.FromSlash(ownTopic))); err != nil {
		return err
	}
	own := filepath.Join(dir, filepath.FromSlash(givenTaught))
	if !isTaughtFile(s.spec.Judge.Taught) {
		return atomicfile.Remove(own, atomicfile.Options{})
	}
	text, err := os.ReadFile(s.spec.Judge.Taught)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(own), 0o700); err != nil {
		return err
	}
	return atomicfile.Keep(own, text, atomicfile.Options{})
}

func isTaughtFile(taught string) bool {
	return taught != "" && taught != TaughtRun && taught != TaughtOff
}

// Copies are the files in its folder that the settings of a run name.
func (p *Params) Copies() (names []string) {
	for _, name := range []string{"ontology", "topic-from", "topics", "taught"} {
		text, _ := p.Settings[name].(string)
		if strings.HasPrefix(text, ownTopic+"/") || text == givenTaught {
			names = append(names, text)
		}
	}
	return names
}

// Locate makes the settings that name copies in the run folder dir name them from the working directory.
func (p *Params) Locate(dir string) {
	copies := p.Copies()
	for name, value := range p.Settings {
		if text, ok := value.(string); ok && slices.Contains(copies, text) {
			p.Settings[name] = filepath.Join(dir, filepath.FromSlash(text))
		}
	}
}

// CopySources copies what a run was made of from its folder to another run folder, which has none.
func CopySources(from, to string) error {
	own := filepath.FromSlash(ownTopic)
	if exists(filepath.Join(from, own)) {
		if err := os.CopyFS(filepath.Join(to, own), os.DirFS(filepath.Join(from, own))); err != nil {
			return err
		}
	}
	text, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(givenTaught)))
	if err != nil {
		return nil //nolint:nilerr // it was not given one
	}
	own = filepath.Join(to, filepath.FromSlash(givenTaught))
	if err := os.MkdirAll(filepath.Dir(own), 0o700); err != nil {
		return err
	}
	return atomicfile.Keep(own, text, atomicfile.Options{})
}
