package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
	"github.com/spf13/cobra"
)

type streams struct {
	in       io.Reader
	out, err io.Writer
}

// fetchImport brings an imported ontology from the network.
type fetchImport = func(ctx context.Context, iri string) (io.ReadCloser, error)

// base is what the commands share: streams, environment, the settings' file.
type base struct {
	streams
	args, env  []string
	configFile string
	fetch      fetchImport         // set by --fetch-imports
	limits     limits              // set by --limit
	piped      []byte              // what stood on standard input
	log        *slog.Logger        // of a desk, for what its jobs say; nil: each verb makes its own
	dict       *lexicon.Dictionary // of a desk: read once for all its crawls, for it takes 0.7 s of CPU and 98 MB
}

// load reads the settings for cmd.
func (a *base) load(cmd *cobra.Command) (*config.Config, error) {
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
func (a *base) settingsFile() string {
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
func (a *base) locale() string {
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
func (a *base) logger(c *config.Config) *slog.Logger {
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

// json prints v, indented, without HTML escapes.
func (a *base) json(v any) error { return writeJSON(a.out, v, "  ") }

// propertyMap is what the rules of --map say.
func propertyMap(c *config.Config) (map[string]owl.Meaning, error) {
	m := make(map[string]owl.Meaning, len(c.Rules))
	var wrong []error
	for _, r := range c.Rules {
		meaning, err := owl.ParseMeaning(r.Meaning)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: map: property %q: %w", r.From, r.Property, err))
		}
		m[r.Property] = meaning
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, usage(err)
	}
	return m, nil
}
