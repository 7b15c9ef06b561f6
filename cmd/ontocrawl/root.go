package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// version is the version of this program. A release is tagged with it.
const version = "0.1.0"

// Exit codes. They are an interface: scripts branch on them.
const (
	exitOK          = 0   // done, or nothing left to do
	exitFailure     = 1   // it went wrong while working (disk, network setup, a bug)
	exitUsage       = 2   // the command line, a setting or an input file is wrong
	exitRefused     = 3   // the run folder holds another run, or is damaged
	exitPartly      = 4   // ontology convert: written, but for what it told
	exitInterrupted = 130 // stopped by a signal; the same command goes on
)

// codeError carries the exit code of an error.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

// usage marks err as the user's to mend.
func usage(err error) error { return &codeError{exitUsage, err} }

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// errSummed is an interruption of which the summary has told.
var errSummed = errors.New("interrupted")

type streams struct {
	in       io.Reader
	out, err io.Writer
}

// app is what the verbs share: streams, environment, the settings' file.
type app struct {
	streams
	args, env  []string
	configFile string
	fetch      fetchImport         // set by --fetch-imports
	limits     limits              // set by --limit
	piped      []byte              // what stood on standard input
	log        *slog.Logger        // of a desk, for what its jobs say; nil: each verb makes its own
	dict       *lexicon.Dictionary // of a desk: read once for all its crawls, for it takes 0.7 s of CPU and 98 MB
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, s streams, env []string) int {
	a := &app{streams: s, args: args, env: env}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var ce *codeError
	code := exitUsage // what cobra itself refuses is a wrong command line
	if errors.As(err, &ce) {
		code = ce.code
	}
	if !errors.Is(err, errSummed) && !errors.Is(err, errSilent) {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(s.err, "ontocrawl: %s\n", safe(line))
		}
	}
	return code
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "ontocrawl",
		Short: "Crawl the web for a topic that an ontology defines",
		Long: `ontocrawl loads a domain ontology as Protégé saves it, weighs every concept
against the topic, and walks the web after pages that speak of it, in Chinese
and English.

Settings come from flags, ONTOCRAWL_* variables and a YAML file, in that order
of strength; "ontocrawl config" shows what is in force.

Exit codes: 0 done; 1 failed while working; 2 wrong command line, setting or
input; 3 the run folder holds another run or is damaged; 4 converted, but not
all could be said in that syntax; 130 interrupted (the same command goes on).
"ontology validate", "ontology diff" and "rescore" also answer by their exit code: see
their help.`,
		Example: `  ontocrawl demo
  ontocrawl similarity 台风 风暴潮
  ontocrawl crawl --topic typhoon --seeds seeds.txt --max-pages 500 --out runs/typhoon`,
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("ontocrawl {{.Version}}\n")
	root.PersistentFlags().StringVar(&a.configFile, "config", "", "YAML file with settings (also ONTOCRAWL_CONFIG)")
	root.PersistentFlags().Var(&a.limits, "limit", "raise a limit of reading ontologies, as in depth=5000: "+limitNames)
	root.AddCommand(newDemo(a), newCrawl(a), newExportPages(a), newRescore(a), newSimilarity(a), newTopic(a), newScore(a), newConfig(a), newOntology(a), newStatus(a), newEval(a), newTune(a), newReport(a), newJob(a), newWatch(a), newServe(a))
	return root
}

// load reads the settings for cmd.
func (a *app) load(cmd *cobra.Command) (*config.Config, error) {
	c, err := config.Load(config.Sources{Flags: cmd.Flags(), Environ: a.env, File: a.settingsFile()})
	if err != nil {
		return nil, usage(err)
	}
	if _, err := propertyMap(c); err != nil { // config does not know the meanings
		return nil, err
	}
	if c.Lang == "" {
		c.Lang = a.locale()
	}
	return c, nil
}

// settingsFile is the YAML file with settings, "" if there is none.
func (a *app) settingsFile() string {
	if a.configFile != "" {
		return a.configFile
	}
	for _, kv := range a.env {
		if v, ok := strings.CutPrefix(kv, config.EnvPrefix+"CONFIG="); ok {
			return v
		}
	}
	return ""
}

// locale is "zh" if the user's locale is Chinese, else "en".
func (a *app) locale() string {
	for _, name := range []string{"LC_ALL=", "LC_MESSAGES=", "LANG="} {
		for _, kv := range a.env {
			if v, ok := strings.CutPrefix(kv, name); ok && v != "" {
				if strings.HasPrefix(v, "zh") {
					return "zh"
				}
				return "en"
			}
		}
	}
	return "en"
}

// logger writes to the error stream. Attribute values that could steer a
// terminal are quoted by slog's handlers.
func (a *app) logger(c *config.Config) *slog.Logger {
	if a.log != nil {
		return a.log
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // Validate has let only known levels through
	}
	opt := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(a.err, opt))
	}
	return slog.New(slog.NewTextHandler(a.err, opt))
}

// terminal reports whether w is a terminal, and its width in columns.
func terminal(w io.Writer) (columns int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns < 20 {
		columns = 80
	}
	return columns, true
}
