package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// machinePaths are the settings, other than those of the topic, that name a file or a program of the machine. No command
// about a run needs them, so that run.yaml has their names without folders.
var machinePaths = strings.Fields("seeds out learn-from web accounts proxy-auth-file chrome cluster-ca cluster-cert cluster-key")

// portable makes settings those of a folder that can be moved: instead of files of a topic they name the copies in the
// folder.
func portable(own map[string]any) map[string]any {
	text := func(name string) string { s, _ := own[name].(string); return s }
	copied := topic.Spec{Ontology: text("ontology"), Samples: text("topic-from"), Directory: text("topics")}.CopyNames(rundir.SourcesDir)
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
			value = rundir.GivenTaught
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
			all[i].Name = topic.Spec{Ontology: all[i].Name}.CopyNames(".").Ontology
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
	if err := t.Copy(filepath.Join(dir, filepath.FromSlash(rundir.SourcesDir))); err != nil {
		return err
	}
	own := filepath.Join(dir, filepath.FromSlash(rundir.GivenTaught))
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

// OntologyOf returns the file that the ontology name, or another file of its topic, of the run in dir stands for: a copy in
// dir, or in a folder of an earlier version a file of the machine.
func OntologyOf(dir, name string) string {
	if name != rundir.GivenTaught && !strings.HasPrefix(name, rundir.SourcesDir+"/") {
		return name
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}
