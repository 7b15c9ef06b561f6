package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// versionReport is what "ontocrawl version" says.
type versionReport struct {
	Version  string   `json:"version"`
	Commit   string   `json:"commit"` // "" if the program was built outside of its repository
	Modified bool     `json:"modified"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Reads    []string `json:"reads"`      // ontology syntaxes
	Runs     int      `json:"run_format"` // of the run folders that it writes; earlier ones are read
}

func newVersion(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version, the commit, and the formats that it knows",
		Long: `Prints the version of this program, the commit and the Go release that it was
built from, and the formats that it reads. A bug report should hold this.

Exit codes: 0 printed.`,
		Example: `  ontocrawl version
  ontocrawl version --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, _ := debug.ReadBuildInfo()
			r := newVersionReport(info)
			if asJSON {
				return a.JSON(r)
			}
			_, err := fmt.Fprint(a.Out, r)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// newVersionReport takes the commit from info, which may be nil.
func newVersionReport(info *debug.BuildInfo) versionReport {
	r := versionReport{Version: cli.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Runs: crawl.RunFormat, Reads: syntax.All().Names()}
	if info == nil {
		return r
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			r.Commit = s.Value
		case "vcs.modified":
			r.Modified = s.Value == "true"
		}
	}
	return r
}

func (r versionReport) String() string {
	commit := r.Commit
	switch {
	case commit == "":
		commit = "unknown"
	case r.Modified:
		commit += ", with changes that are not committed"
	}
	return fmt.Sprintf("ontocrawl %s\ncommit: %s\ngo: %s %s\nontologies: %s\nrun folders: formats 1 to %d\n",
		r.Version, commit, r.Go, r.Platform, strings.Join(r.Reads, ", "), r.Runs)
}
