package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// fetchImport fetches an imported ontology from the network.
type fetchImport = func(ctx context.Context, iri string) (io.ReadCloser, error)

// StartBroker starts the broker of a cluster inside this process, with the others of its kind, and connects to it.
type StartBroker = func(context.Context, natsjs.Serve) (*natsjs.Access, error)

// App holds what the commands share: streams, environment, settings file.
type App struct {
	Streams
	Args, Env   []string
	ConfigFile  string
	FetchImport fetchImport         // set by --fetch-imports
	StartBroker StartBroker         // nil: this program has no broker inside
	Limits      Limits              // set by --limit
	Piped       []byte              // what stood on standard input
	Log         *slog.Logger        // of the daemon, for its jobs; nil: each command makes its own
	Memory      *Memory             // of this process, whose crawls share it; program.Run makes it; nil: each client has its own
	Private     func()              // makes what the process writes from now on its user's own; nil: nothing
	ReadPDF     []string            // command line of this program as a reader of PDF, for machines without pdftotext; nil: there is none
	Dictionary  *lexicon.Dictionary // of the daemon: loaded once for all its crawls, as it takes 0.7 s of CPU and 98 MB

	noted bool // how options are given now
}

// Load reads the settings for cmd.
func (a *App) Load(cmd *cobra.Command) (*config.Config, error) {
	c, err := config.Load(SettingSources(cmd.Flags(), a.Env, a.SettingsFile()))
	if err != nil {
		return nil, Usage(err)
	}
	if _, err := PropertyMap(c); err != nil { // config does not know the meanings
		return nil, err
	}
	if err := checkSources(cmd, c); err != nil { // nor the kinds of sources
		return nil, err
	}
	if err := refuseIdle(cmd.Flags(), c); err != nil {
		return nil, err
	}
	a.noteFormer(c)
	if c.Lang == "" {
		c.Lang = a.Locale()
	}
	for _, w := range c.Warnings() {
		a.Logger(c).Warn(w.String())
	}
	return c, nil
}

// checkSources checks the search sources. A command whose flag search is not the setting, as
// eval, says itself what it may be.
func checkSources(cmd *cobra.Command, c *config.Config) error {
	if f := cmd.Flags().Lookup("search"); f != nil && f.Annotations[config.GroupAnnotation] == nil {
		return nil
	}
	_, err := SearchSettings(c)
	return err
}

// SettingsFile is the YAML file with settings, "" if there is none.
func (a *App) SettingsFile() string {
	if a.ConfigFile != "" {
		return a.ConfigFile
	}
	for _, kv := range a.Env {
		if v, ok := strings.CutPrefix(kv, config.EnvPrefix+"CONFIG="); ok {
			return v
		}
	}
	return ""
}

// KeepPrivate is for commands that write run folders or the folder of the jobs. What a
// user asks for by --out has the modes of the user's umask, so other commands do not
// call it.
func (a *App) KeepPrivate() {
	if a.Private != nil {
		a.Private()
	}
}

// LookupEnv looks up a variable of the environment.
func (a *App) LookupEnv(name string) (string, bool) {
	for _, kv := range a.Env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v, true
		}
	}
	return "", false
}

// Logger writes to the error stream. The handlers of slog quote values that could
// control a terminal.
func (a *App) Logger(c *config.Config) *slog.Logger {
	if a.Log != nil {
		return a.Log
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // Validate has let only known levels through
	}
	opt := &slog.HandlerOptions{Level: level, ReplaceAttr: withoutPasswords}
	if c.LogFormat == "json" { // for programs: never translated
		return slog.New(slog.NewJSONHandler(a.Err, opt))
	}
	return slog.New(message.LogHandler(slog.NewTextHandler(a.Err, opt), message.Of(a.Err)))
}

// withoutPasswords covers the passwords of URLs in whatever is logged.
func withoutPasswords(_ []string, at slog.Attr) slog.Attr {
	switch at.Value.Kind() {
	case slog.KindString:
		at.Value = slog.StringValue(redact.Text(at.Value.String()))
	case slog.KindAny:
		switch v := at.Value.Any().(type) {
		case error:
			at.Value = slog.StringValue(redact.Text(v.Error()))
		case []string:
			covered := make([]string, len(v))
			for i, s := range v {
				covered[i] = redact.Text(s)
			}
			at.Value = slog.AnyValue(covered)
		}
	}
	return at
}

// JSON prints v, indented, without HTML escapes.
func (a *App) JSON(v any) error { return term.WriteJSON(a.Out, v, "  ") }

// PropertyMap is the meaning of properties by the rules of --map.
func PropertyMap(c *config.Config) (map[string]owl.Meaning, error) {
	m := make(map[string]owl.Meaning, len(c.Rules))
	var wrong []error
	for _, r := range c.Rules {
		meaning, err := owl.ParseMeaning(r.Meaning)
		if err != nil {
			wrong = append(wrong, english.Errorf("%s: map: property %q: %w", r.From, r.Property, err))
		}
		m[r.Property] = meaning
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, Usage(err)
	}
	return m, nil
}
