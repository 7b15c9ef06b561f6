package ontologycmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// result holds what a command line printed, and its exit code.
type result struct {
	code     int
	out, err string
}

func testApp() *app { return &app{&cli.App{}} }

// run executes a command line that begins with "ontology".
func run(ctx context.Context, args []string, s cli.Streams, env []string) int {
	a := &cli.App{Streams: s, Args: args, Env: env}
	root := &cobra.Command{Use: "ontocrawl", SilenceUsage: true, SilenceErrors: true}
	root.PersistentFlags().StringVar(&a.ConfigFile, "config", "", "")
	root.PersistentFlags().Var(&a.Limits, "limit", "")
	root.AddCommand(Command(a, nil))
	root.SetArgs(args)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return cli.ExitOK
	}
	if !errors.Is(err, cli.ErrSilent) {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(s.Err, "ontocrawl: %s\n", term.Safe(line))
		}
	}
	var ce *cli.ExitError
	if errors.As(err, &ce) {
		return ce.Code
	}
	return cli.ExitUsage
}

func ontocrawl(t *testing.T, args ...string) result {
	t.Helper()
	return ontocrawlIn(t, "", args...)
}

func ontocrawlIn(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), args, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs}, []string{"LANG=en_GB.UTF-8"})
	return result{code, out.String(), errs.String()}
}

// write writes a file into dir and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func readFile(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// twoStorms is an ontology in which one name is borne by two concepts.
func twoStorms(t *testing.T, dir string) string {
	t.Helper()
	return write(t, dir, "storms.ttl", `@prefix : <http://storms.example/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Weather a owl:Class ; rdfs:label "weather"@en .
:SandStorm a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "storm"@en .
:SnowStorm a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "storm"@en .
:Rain a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "rain"@en .
`)
}
