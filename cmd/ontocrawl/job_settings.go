package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// notForJobs are settings that a daemon sets itself, or that belong to a process.
var notForJobs = []string{"seeds", "out", "max-pages", "refresh-new", "metrics", "log-level", "log-format", "lang"}

// jobOptions tell the reader of a file of jobs what settings and concepts are.
func (a *app) jobOptions() jobfile.Options {
	opt := jobfile.Options{Check: a.jobChecker(), LookupEnv: func(name string) (string, bool) {
		for _, kv := range a.Env {
			if v, ok := strings.CutPrefix(kv, name+"="); ok {
				return v, true
			}
		}
		return "", false
	}}
	for _, k := range config.Keys() {
		if !slices.Contains(notForJobs, k.Name) {
			opt.Settings = append(opt.Settings, k.Name)
		}
	}
	return opt
}

// settingError is a setting of a job that cannot be.
type settingError struct{ key, text string }

func (e *settingError) Error() string { return e.text }

// jobConfig is the settings of a job: its own before those of the environment and
// of the settings' file. Names of files are relative to the file of jobs.
func (a *app) jobConfig(j *monitor.Job) (*config.Config, error) {
	fs := pflag.NewFlagSet(j.Name, pflag.ContinueOnError)
	config.Bind(fs)
	var errs []error
	for name, v := range j.Settings {
		text := beside(filepath.Dir(j.File), name, fmt.Sprint(v))
		if err := fs.Set(name, text); err != nil {
			errs = append(errs, &settingError{name, fmt.Sprintf("%s is %q, but it must be %s", name, text, wordFor(fs.Lookup(name).Value.Type()))})
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	c, err := config.Load(cli.SettingSources(fs, a.Env, a.SettingsFile()))
	if err != nil {
		return nil, err
	}
	if _, err := cli.PropertyMap(c); err != nil {
		return nil, &settingError{"map", err.Error()}
	}
	if c.Lang == "" {
		c.Lang = a.Locale()
	}
	return c, nil
}

// beside takes the name of a file from dir.
func beside(dir, setting, name string) string {
	prefix := ""
	switch setting {
	case "map":
		if !strings.HasPrefix(name, "@") {
			return name
		}
		prefix, name = "@", name[1:]
	case "ontology", "topics", "web":
	default:
		return name
	}
	path := filepath.Join(dir, name)
	if filepath.IsAbs(name) || !exists(path) { // also the name of an embedded ontology
		return prefix + name
	}
	return prefix + path
}

func wordFor(flagType string) string {
	switch flagType {
	case "int", "int64":
		return "a whole number"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	}
	return "a duration such as 500ms, 2s or 1m"
}

// jobChecker checks jobs: settings, topic, seeds, concepts. Jobs of one topic
// read it once.
func (a *app) jobChecker() func(*monitor.Job) []jobfile.Problem {
	topics := map[string]*topic.Topic{}
	return func(j *monitor.Job) []jobfile.Problem {
		c, err := a.jobConfig(j)
		if err != nil {
			return problemsOf(err)
		}
		if c.Topic == "" && c.Ontology == "" && c.Keywords == "" && c.Topics == "" {
			return []jobfile.Problem{{Text: "a job needs a topic: topic, ontology, keywords or topics"}}
		}
		key := fmt.Sprint(c.Topic, "\x00", c.Ontology, "\x00", c.Keywords, "\x00", c.Topics, "\x00", c.Map, "\x00", c.Strategy)
		t := topics[key]
		if t == nil {
			if t, err = a.Topic(context.Background(), c); err != nil {
				return []jobfile.Problem{{Key: topicKey(j), Text: err.Error()}}
			}
			topics[key] = t
		}
		var problems []jobfile.Problem
		if _, err := jobSeeds(j); err != nil {
			problems = append(problems, jobfile.Problem{Key: "seeds", Text: err.Error()})
		}
		return append(problems, namesToIRIs(j, t.Vector)...)
	}
}

// topicKey is the key of a job's part that names its topic.
func topicKey(j *monitor.Job) string {
	for _, key := range []string{"ontology", "topics", "keywords"} {
		if _, ok := j.Settings[key]; ok {
			return key
		}
	}
	return "topic"
}

// problemsOf takes an error of the settings apart.
func problemsOf(err error) []jobfile.Problem {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var all []jobfile.Problem
		for _, e := range many.Unwrap() {
			all = append(all, problemsOf(e)...)
		}
		return all
	}
	var value *config.ValueError
	var own *settingError
	switch {
	case errors.As(err, &value):
		text := fmt.Sprintf("%s is %v, but it must be %s", value.Key, value.Value, value.Reason)
		if value.From.Kind != "flag" { // not of the job's own
			text = value.Error()
		}
		return []jobfile.Problem{{Key: value.Key, Text: text}}
	case errors.As(err, &own):
		return []jobfile.Problem{{Key: own.key, Text: own.text}}
	}
	return []jobfile.Problem{{Text: err.Error()}}
}

// namesToIRIs writes IRIs for the names of concepts in the rules of j.
func namesToIRIs(j *monitor.Job, v *semsim.TopicVector) (problems []jobfile.Problem) {
	find := conceptFinder(v)
	for i := range j.AlertRules {
		t := &j.AlertRules[i]
		t.Concepts = slices.Clone(t.Concepts)
		for k, name := range t.Concepts {
			iri, err := find(name)
			if err != nil {
				problems = append(problems, jobfile.Problem{Line: t.Line, Text: fmt.Sprintf("rule %s: %v", t.Name, err)})
				continue
			}
			t.Concepts[k] = iri
		}
	}
	j.Phases.Rates = slices.Clone(j.Phases.Rates)
	for i := range j.Phases.Rates {
		r := &j.Phases.Rates[i]
		iri, err := find(r.Concept)
		if err != nil {
			problems = append(problems, jobfile.Problem{Key: "phases", Text: fmt.Sprintf("rates: %v", err)})
			continue
		}
		r.Concept = iri
	}
	return problems
}

// conceptFinder finds concepts of a topic by IRI, label or local name; a page is
// said to mention these and no others.
func conceptFinder(v *semsim.TopicVector) func(string) (string, error) {
	iris := map[string][]string{}
	var names []string
	add := func(name, iri string) {
		key := strings.ToLower(strings.TrimSpace(name))
		if key != "" && !slices.Contains(iris[key], iri) {
			iris[key] = append(iris[key], iri)
			names = append(names, name)
		}
	}
	for i := range v.Entries {
		e := &v.Entries[i]
		add(e.IRI, e.IRI)
		add(e.IRI[strings.LastIndexAny(e.IRI, "#/:")+1:], e.IRI)
		add(e.Zh, e.IRI)
		add(e.En, e.IRI)
		for _, l := range e.Labels {
			add(l.Text, e.IRI)
		}
	}
	return func(name string) (string, error) {
		switch found := iris[strings.ToLower(strings.TrimSpace(name))]; len(found) {
		case 1:
			return found[0], nil
		case 0:
			hint := ""
			if near := term.Nearest(name, names, 3); len(near) > 0 {
				hint = "; the nearest names are " + strings.Join(near, ", ")
			}
			return "", fmt.Errorf("the topic has no concept %q%s", name, hint)
		default:
			return "", fmt.Errorf("%q names %d concepts of the topic; say which by its IRI: %s", name, len(found), strings.Join(found, ", "))
		}
	}
}
