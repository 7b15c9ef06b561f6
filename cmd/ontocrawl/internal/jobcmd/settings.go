package jobcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/tell/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobcrawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// notForJobs are settings that the daemon sets itself, or that belong to a process.
var notForJobs = []string{"seeds", "out", "max-pages", "max-requests", "until-dry", "max-time", "refresh-new", "memory", "metrics", "log-level", "log-format", "lang", "search", "queries", "job-files", "receiver-hosts"}

// JobOptions returns which settings and concepts a job may name.
func (d *Deps) JobOptions() jobfile.Options {
	opt := jobfile.Options{Check: d.checker(false), LookupEnv: d.LookupEnv, Own: func(name string) bool { return runcheck.Keeps(runcheck.Jobs, name) }}
	for _, o := range cli.MethodOptions() {
		opt.MethodOptions = append(opt.MethodOptions, o.Name)
	}
	for _, k := range config.Keys() {
		if slices.Contains(notForJobs, k.Name) {
			continue
		}
		opt.Settings = append(opt.Settings, k.Name)
		if k.Machine != "" {
			opt.Restricted = append(opt.Restricted, jobfile.Restricted{Key: k.Name, Why: string(k.Machine), Free: noFile[k.Name]})
		}
	}
	return opt
}

// noFile reports, for each setting whose values are names of files, the values that are none.
var noFile = map[string]func(value string) bool{
	"ontology":        func(v string) bool { return slices.Contains(topic.Embedded(), v) },
	"map":             func(v string) bool { return !strings.HasPrefix(v, "@") },
	"taught":          func(v string) bool { return v == "run" || v == "off" },
	"topics":          isEmpty,
	"topic-from":      isEmpty,
	"web":             isEmpty,
	"learn-from":      isEmpty,
	"accounts":        isEmpty,
	"proxy-auth-file": isEmpty,
}

func isEmpty(v string) bool { return v == "" }

// crawler returns what crawls the pages of jobs, all with one dictionary.
func (d *Deps) crawler(lang string, log *slog.Logger, dict *lexicon.Dictionary) *jobcrawl.Crawler {
	own := *d.App
	own.Out, own.Err = io.Discard, io.Discard // what is shown goes to the log
	own.Dictionary = dict
	settings := func(j *monitor.Job, log *slog.Logger) (*jobcrawl.Settings, error) {
		one := own
		one.Log = log
		return d.settings(&one, j)
	}
	return jobcrawl.New(settings, lang, log)
}

// settings returns the settings of the crawls of j, made with a.
func (d *Deps) settings(a *cli.App, j *monitor.Job) (*jobcrawl.Settings, error) {
	c, err := jobConfig(a, j)
	if err != nil {
		return nil, err
	}
	network, err := a.FetchOptions(c.FetchSettings)
	if err != nil {
		return nil, err
	}
	if _, err := a.EndpointSpec(c); err != nil {
		return nil, err
	}
	given := func(key string) bool { return c.From[key].Kind != "default" }
	return &jobcrawl.Settings{
		Topic: func(ctx context.Context) (*topic.Topic, error) { return a.Topic(ctx, c) },
		Spec: func(t *topic.Topic, seeds []crawl.Link, b jobcrawl.Bounds) session.Spec {
			c := *c
			c.Out, c.Metrics, c.MaxPages, c.MaxRequests, c.MaxTime, c.RefreshNew = b.Dir, "", b.Pages, b.Requests, 0, b.Pages
			c.RefreshMin, c.RefreshMax = b.RefreshMin, b.RefreshMax
			spec, _ := a.SessionSpec(&c, t, seeds) //nolint:errcheck // FetchOptions was right above
			spec.Search = a.SearchSpec(&c, b.Asked)
			spec.Fetch.Options = network
			spec.Folder.Free = freeSettings()
			return spec
		},
		Ontology:   c.Ontology,
		RefreshMin: c.RefreshMin, OwnRefreshMin: given("refresh-min"), RefreshMax: c.RefreshMax, OwnRefreshMax: given("refresh-max"),
		Fetch: network, Proxy: fmt.Sprintf("%q", []string{c.Proxy, c.ProxyAuthEnv, c.ProxyAuthFile}),
		Status: resumption(a, c), Show: d.Show,
	}, nil
}

// resumption is the part of status.json that says how the run is resumed.
func resumption(a *cli.App, c *config.Config) progress.Status {
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // the command stands alone
	}
	return progress.Status{Version: cli.Version, Command: append([]string{"ontocrawl"}, a.Args...), Env: c.Environ(), Dir: dir}
}

// judging are the settings by which pages are judged and links are chosen. They and the options of methods stay
// the same for the life of a job; all others may change from run to run.
var judging = strings.Fields(`topic keywords topics tau alpha beta gamma delta epsilon judge phi segmenter
	strategy linkrank seed deterministic`)

// freeSettings are the parameters of a run folder that may change between the runs
// of a job: paths, bounds, politeness, and the ontology, whose edits are part of the
// work.
func freeSettings() []string {
	free := []string{"version", "ontologies", "seeds"}
	for _, k := range config.Keys() {
		if !slices.Contains(judging, k.Name) || k.Name == "topics" {
			free = append(free, "settings."+k.Name)
		}
	}
	return free
}

// settingError is a setting of a job with a wrong value.
type settingError struct {
	key  string
	text english.Phrase
}

func (e *settingError) Error() string { return e.text.String() }

// Message implements [english.Sentence].
func (e *settingError) Message() english.Phrase { return e.text }

// jobConfig returns the settings of a job: its own go before the environment's and the settings
// file's, and these before what its first run began with. Names of files are relative to the file
// of jobs.
func jobConfig(a *cli.App, j *monitor.Job) (*config.Config, error) {
	fs := pflag.NewFlagSet(j.Name, pflag.ContinueOnError)
	config.Bind(fs)
	var errs config.Errors
	options := cli.MethodOptions()
	for name, v := range j.Settings {
		if slices.ContainsFunc(options, func(o config.Option) bool { return o.Name == name }) {
			config.SetOption(fs, name, fmt.Sprint(v))
			continue
		}
		text := beside(filepath.Dir(j.File), name, fmt.Sprint(v))
		if err := fs.Set(name, text); err != nil {
			errs = append(errs, &settingError{name, english.Phrasef("%s is %q, but it must be %s", name, text, english.Word(typeWords(fs.Lookup(name).Value.Type())))})
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	c, err := config.Load(cli.SettingSources(fs, a.Env, a.SettingsFile()))
	if err != nil {
		return nil, err
	}
	if _, err := cli.PropertyMap(c); err != nil {
		return nil, &settingError{"map", english.Phrasef("%v", err)}
	}
	if p, _, err := session.ReadParams(scheduler.Dir(j.Folder, j.Name)); err == nil { // else opening the folder says why
		cli.Keep(c, &p, freeSettings())
	}
	c.Lang = cmp.Or(j.Lang, c.Lang, a.Locale())
	c.Search = strings.Join(j.Search.Sources, ",")
	c.From["search"] = config.Source{Kind: "file", Name: fmt.Sprintf("%s:%d", j.File, j.Search.Line)}
	return c, nil
}

// beside returns the names of files in the value of a setting relative to dir. A name that is no file there
// may be an embedded ontology, and stays.
func beside(dir, setting, value string) string {
	free := noFile[setting]
	if free == nil || free(value) && setting != "ontology" {
		return value
	}
	prefix := ""
	if setting == "map" {
		prefix, value = value[:1], value[1:]
	}
	names := []string{value}
	if path := filepath.Join(dir, value); !exists(path) {
		names = strings.Split(value, ",")
	}
	for i, name := range names {
		if path := filepath.Join(dir, name); name != "" && !filepath.IsAbs(name) && exists(path) {
			names[i] = path
		}
	}
	return prefix + strings.Join(names, ",")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// typeWords says what the values of a type of flag are.
func typeWords(flagType string) string {
	switch flagType {
	case "size":
		return "a size such as 512MB"
	case "int", "int64":
		return "a whole number"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	}
	return "a duration such as 500ms, 2s or 1m"
}

// checker checks jobs: settings, topic, seeds, concepts, run folders. Jobs with the same topic
// read it once. A job that was changed so that its runs would fail is a fault if strict; else the
// other jobs of its file go on.
func (d *Deps) checker(strict bool) func(*monitor.Job) []jobfile.Problem {
	topics := map[string]*topic.Topic{}
	return func(j *monitor.Job) []jobfile.Problem {
		c, err := jobConfig(d.App, j)
		if err != nil {
			return problemsOf(err)
		}
		if !cli.TopicGiven(c) {
			return []jobfile.Problem{{Phrase: english.Phrasef("a job needs a topic: topic, ontology, keywords or topics")}}
		}
		key := fmt.Sprintf("%q", []any{c.Topic, c.Ontology, c.Keywords, c.Topics, c.TopicFrom, c.Map, c.Strategy})
		t := topics[key]
		if t == nil {
			if t, err = d.Topic(context.Background(), c); err != nil {
				return []jobfile.Problem{{Key: topicKey(j), Phrase: english.Phrasef("%v", err)}}
			}
			topics[key] = t
		}
		var problems []jobfile.Problem
		if idle := cli.Idle(nil, c); strict {
			for _, name := range slices.Sorted(maps.Keys(idle)) {
				problems = append(problems, jobfile.Problem{Key: name, Phrase: idle[name], Warning: true})
			}
		}
		if strict {
			problems = append(problems, markProblems(j, t)...)
		}
		for _, w := range c.Warnings() {
			problems = append(problems, jobfile.Problem{Key: w.Key, Text: w.Key + ": " + w.Text, Warning: true})
		}
		if _, err := d.FetchOptions(c.FetchSettings); err != nil {
			problems = append(problems, jobfile.Problem{Key: "proxy", Phrase: english.Phrasef("%v", err)})
		}
		if key, err := cli.Browser(c); err != nil {
			problems = append(problems, jobfile.Problem{Key: key, Phrase: english.Phrasef("%s: %v", key, err)})
		}
		if _, err := d.EndpointSpec(c); err != nil {
			problems = append(problems, jobfile.Problem{Key: "judge-key-env", Phrase: english.Phrasef("%v", err)})
		}
		if c.Accounts != "" {
			if _, err := d.Accounts(c); err != nil {
				problems = append(problems, jobfile.Problem{Key: "accounts", Text: err.Error()})
			}
		}
		problems = append(problems, d.searchProblems(c, j)...)
		if _, err := jobcrawl.Seeds(j); err != nil {
			problems = append(problems, jobfile.Problem{Key: "seeds", Phrase: english.Phrasef("%v", err)})
		}
		problems = append(problems, d.begunProblems(c, j, t, strict)...)
		return append(problems, jobcrawl.ResolveConcepts(j, t.Vector)...)
	}
}

// markProblems tells of topics whose core concepts are others than their author may think, each with the way out.
func markProblems(j *monitor.Job, t *topic.Topic) (problems []jobfile.Problem) {
	for _, m := range t.Meant {
		for _, f := range check.Marks(m.Source.Ontology, check.Options{Topic: m.Means, Named: m.Named}) {
			if m.Narrow && f.Rule == check.CoreUnused {
				continue // it was said so
			}
			problems = append(problems, jobfile.Problem{Key: topicKey(j), Warning: true,
				Phrase: english.Phrasef("%s: %v; \"%s\" says what to do", m.Source.Name, f.Says, validateCommand(m.Source.Name, t.Made.Names))})
		}
	}
	return problems
}

// validateCommand is the command that says how the marks of an ontology are mended.
func validateCommand(ontology, names string) string {
	command := "ontocrawl ontology validate " + term.ShellWord(ontology) + " --fix-hints"
	if names != "" && !slices.Contains(topic.Embedded(), names) {
		command += " --topic " + term.ShellWord(names)
	}
	return command
}

// begunProblems compares a job with its run folder: what a run would refuse, and what only a default
// would change, which stops nothing.
func (d *Deps) begunProblems(c *config.Config, j *monitor.Job, t *topic.Topic, strict bool) (problems []jobfile.Problem) {
	for _, k := range c.Kept {
		problems = append(problems, jobfile.Problem{Warning: true, Phrase: english.Phrasef("\"%[1]s\" stays, because the job began with it, and nobody gives the setting; the default is \"%[2]s\" now. Write the first into the job, to be told no more, or the second with another name of the job, to begin anew",
			k.Line(k.Value), k.Line(k.Default))})
	}
	s, err := d.settings(d.App, j)
	if err != nil || j.Folder == "" {
		return problems // it is reported already
	}
	dir := scheduler.Dir(j.Folder, j.Name)
	diffs, err := session.Differences(s.Spec(t, nil, jobcrawl.Bounds{Dir: dir}))
	if err != nil {
		return append(problems, jobfile.Problem{Warning: !strict, Phrase: english.Phrasef("%v", err)})
	}
	for _, err := range session.Unusable(s.Spec(t, nil, jobcrawl.Bounds{Dir: dir})) {
		var part *session.SpecError
		errors.As(err, &part)
		problems = append(problems, jobfile.Problem{Key: part.Part, Phrase: english.Phrasef("%s: %v", part.Part, err)})
	}
	for _, x := range diffs {
		_, key, _ := strings.Cut(x.Path, ".")
		problems = append(problems, jobfile.Problem{Key: key, Warning: !strict, Phrase: jobcrawl.Changed([]rundir.Difference{x}, dir)})
	}
	return problems
}

// topicKey returns the key of a job that names its topic.
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
	var many config.Errors
	if errors.As(err, &many) {
		var all []jobfile.Problem
		for _, e := range many {
			all = append(all, problemsOf(e)...)
		}
		return all
	}
	var value *config.ValueError
	var own *settingError
	switch {
	case errors.As(err, &value):
		text := english.Phrasef("%s is %v, but it must be %s", value.Key, value.Value, value.Why())
		if value.From.Kind != "flag" { // it is not the job's own
			text = english.Phrasef("%v", value)
		}
		return []jobfile.Problem{{Key: value.Key, Phrase: text}}
	case errors.As(err, &own):
		return []jobfile.Problem{{Key: own.key, Phrase: own.text}}
	}
	return []jobfile.Problem{{Phrase: english.Phrasef("%v", err)}}
}
