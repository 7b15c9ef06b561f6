package help

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
)

// tree is a small program: one command with all settings, one group.
func tree(out *bytes.Buffer) *cobra.Command {
	root := &cobra.Command{Use: "prog", SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().String("config", "", "file with settings")
	nothing := func(*cobra.Command, []string) error { return nil }
	walk := &cobra.Command{Use: "walk", Short: "Walk about", RunE: nothing, Annotations: map[string]string{Common: "seeds fresh"}}
	walk.Flags().Bool("fresh", false, "start over")
	walk.Flags().Bool("plain", false, "no colours")
	config.Bind(walk.Flags())
	job := &cobra.Command{Use: "job", Short: "Jobs"}
	job.AddCommand(&cobra.Command{Use: "check", Short: "Check jobs", RunE: nothing}, &cobra.Command{Use: "run", RunE: nothing})
	root.AddCommand(walk, job)
	Install(root)
	root.SetOut(out)
	root.SetErr(out)
	return root
}

func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := tree(&out)
	root.SetArgs(args)
	err := root.ExecuteContext(context.Background())
	return out.String(), err
}

// Every flag is listed once, under one heading, and the common ones come first.
func TestEachFlagStandsUnderOneHeading(t *testing.T) {
	out, err := run(t, "walk", "--help")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range config.Keys() {
		if n := strings.Count(out, "\n      --"+k.Name+" "); n != 1 {
			t.Errorf("--%s is listed %d times", k.Name, n)
		}
	}
	var headings []string
	for line := range strings.Lines(out) {
		if title, ok := strings.CutSuffix(line, ":\n"); ok && !strings.HasPrefix(title, " ") {
			headings = append(headings, title)
		}
	}
	if len(headings) < 8 || !slices.Equal(headings[:4], []string{"Usage", "Most used flags", "Flags", "Topic"}) ||
		headings[len(headings)-1] != "Flags of all commands" {
		t.Errorf("headings: %q", headings)
	}
	first, _, _ := strings.Cut(out[strings.Index(out, "Most used flags:"):], "\n\n")
	if !strings.Contains(first, "--seeds") || !strings.Contains(first, "--fresh") || strings.Contains(first, "--plain") {
		t.Errorf("the first heading has other flags:\n%s", first)
	}
}

func TestWrongCommandsNameTheNearest(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"job chek", `prog job has no command "chek"; the nearest is "check"`},
		{"wlak", `prog has no command "wlak"; the nearest is "walk"`},
		{"help wlak", `prog has no command "wlak"; the nearest is "walk"`},
		{"help job rnu", `prog job has no command "rnu"; the nearest is "run"`},
		{"help walk far", `prog walk has no commands below it: "far" is too much`},
	} {
		out, err := run(t, strings.Fields(tt.args)...)
		var exit *cli.ExitError
		if !errors.As(err, &exit) || exit.Code != cli.ExitUsage || !strings.HasPrefix(err.Error(), tt.want) || out != "" {
			t.Errorf("%s: %v, printed %q; want %s", tt.args, err, out, tt.want)
		}
	}
}

func TestHelpShowsACommand(t *testing.T) {
	for _, args := range []string{"help job", "job", "job --help"} {
		out, err := run(t, strings.Fields(args)...)
		if err != nil || !strings.Contains(out, "Usage:\n  prog job COMMAND\n") || !strings.Contains(out, "  check ") {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
	if out, err := run(t, "__complete", "help", "job", "c"); err != nil || !strings.HasPrefix(out, "check\t") {
		t.Errorf("completion of help: %v\n%s", err, out)
	}
}
