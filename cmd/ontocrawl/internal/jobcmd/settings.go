package jobcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobcrawl"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// notForJobs are settings that the daemon sets itself, or that belong to a process.
var notForJobs = []string{"seeds", "out", "max-pages", "max-requests", "max-time", "refresh-new", "memory", "metrics", "log-level", "log-format", "lang", "search", "queries"}

// JobOptions returns which settings and concepts a job may name.
func (d *Deps) JobOptions() jobfile.Options {
	opt := jobfile.Options{Check: d.checker(), LookupEnv: d.LookupEnv}
	for _, k := range config.Keys() {
		if !slices.Contains(notForJobs, k.Name) {
			opt.Settings = append(opt.Settings, k.Name)
		}
	}
	return opt
}

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
	given := func(key string) bool { return c.From[key].Kind != "default" }
	return &jobcrawl.Settings{
		Topic: func(ctx context.Context) (*topic.Topic, error) { return a.Topic(ctx, c) },
		Spec: func(t *topic.Topic, seeds []crawl.Link, b jobcrawl.Bounds) session.Spec {
			c := *c
			c.Out, c.Metrics, c.MaxPages, c.MaxRequests, c.MaxTime, c.RefreshNew = b.Dir, "", b.Pages, b.Requests, 0, b.Pages
			c.RefreshMin, c.RefreshMax = b.RefreshMin, b.RefreshMax
			if p, _, err := session.ReadParams(b.Dir); err == nil { // else opening the folder says why
				cli.KeepBalance(&c, &p)
			}
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

// judging are the settings by which pages are judged and links are chosen. They stay
// the same for the life of a job; all others may change from run to run.
var judging = strings.Fields(`topic keywords topics tau alpha beta gamma delta epsilon judge phi learn segmenter
	strategy linkrank eta omega d mu1 mu2 mu3 tenure tries seed temperature proposals
	balance chain work-copy accept-random revisit k-page k-link dwdbrm-reward deterministic`)

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
	text message.Phrase
}

func (e *settingError) Error() string { return e.text.String() }

// Localize implements [message.Localizer].
func (e *settingError) Localize(p *message.Printer) string { return e.text.Localize(p) }

// jobConfig returns the settings of a job: its own go before those of the
// environment and of the settings' file. Names of files are relative to the file of
// jobs.
func jobConfig(a *cli.App, j *monitor.Job) (*config.Config, error) {
	fs := pflag.NewFlagSet(j.Name, pflag.ContinueOnError)
	config.Bind(fs)
	var errs []error
	for name, v := range j.Settings {
		text := beside(filepath.Dir(j.File), name, fmt.Sprint(v))
		if err := fs.Set(name, text); err != nil {
			errs = append(errs, &settingError{name, message.Phrasef("%s is %q, but it must be %s", name, text, message.Word(typeWords(fs.Lookup(name).Value.Type())))})
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
		return nil, &settingError{"map", message.Phrasef("%v", err)}
	}
	c.Lang = cmp.Or(j.Lang, c.Lang, a.Locale())
	c.Search = strings.Join(j.Search.Sources, ",")
	c.From["search"] = config.Source{Kind: "file", Name: fmt.Sprintf("%s:%d", j.File, j.Search.Line)}
	return c, nil
}

// beside returns the name of a file relative to dir. A name that is no file there
// may be an embedded ontology, and stays.
func beside(dir, setting, name string) string {
	prefix := ""
	switch setting {
	case "map":
		if !strings.HasPrefix(name, "@") {
			return name
		}
		prefix, name = "@", name[1:]
	case "ontology", "topics", "web", "learn-from", "proxy-auth-file", "accounts":
	default:
		return name
	}
	path := filepath.Join(dir, name)
	if filepath.IsAbs(name) || !exists(path) {
		return prefix + name
	}
	return prefix + path
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// typeWords says what the values of a type of flag are.
func typeWords(flagType string) string {
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

// checker checks jobs: settings, topic, seeds, concepts. Jobs with the same topic
// read it once.
func (d *Deps) checker() func(*monitor.Job) []jobfile.Problem {
	topics := map[string]*topic.Topic{}
	return func(j *monitor.Job) []jobfile.Problem {
		c, err := jobConfig(d.App, j)
		if err != nil {
			return problemsOf(err)
		}
		if !cli.TopicGiven(c) {
			return []jobfile.Problem{{Phrase: message.Phrasef("a job needs a topic: topic, ontology, keywords or topics")}}
		}
		key := fmt.Sprintf("%q", []any{c.Topic, c.Ontology, c.Keywords, c.Topics, c.TopicFrom, c.Map, c.Strategy})
		t := topics[key]
		if t == nil {
			if t, err = d.Topic(context.Background(), c); err != nil {
				return []jobfile.Problem{{Key: topicKey(j), Phrase: message.Phrasef("%v", err)}}
			}
			topics[key] = t
		}
		var problems []jobfile.Problem
		for _, w := range c.Warnings() {
			problems = append(problems, jobfile.Problem{Key: w.Key, Text: w.Key + ": " + w.Text, Warning: true})
		}
		if _, err := d.FetchOptions(c.FetchSettings); err != nil {
			problems = append(problems, jobfile.Problem{Key: "proxy", Phrase: message.Phrasef("%v", err)})
		}
		if c.Accounts != "" {
			if _, err := d.Accounts(c); err != nil {
				problems = append(problems, jobfile.Problem{Key: "accounts", Text: err.Error()})
			}
		}
		problems = append(problems, d.searchProblems(c, j)...)
		if _, err := jobcrawl.Seeds(j); err != nil {
			problems = append(problems, jobfile.Problem{Key: "seeds", Phrase: message.Phrasef("%v", err)})
		}
		return append(problems, jobcrawl.ResolveConcepts(j, t.Vector)...)
	}
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
		text := message.Phrasef("%s is %v, but it must be %s", value.Key, value.Value, value.Why())
		if value.From.Kind != "flag" { // it is not the job's own
			text = message.Phrasef("%v", value)
		}
		return []jobfile.Problem{{Key: value.Key, Phrase: text}}
	case errors.As(err, &own):
		return []jobfile.Problem{{Key: own.key, Phrase: own.text}}
	}
	return []jobfile.Problem{{Phrase: message.Phrasef("%v", err)}}
}
