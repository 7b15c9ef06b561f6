package program

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// versionReport is the output of "ontocrawl version".
type versionReport struct {
	Version  string   `json:"version"`
	Module   string   `json:"module"` // its version by the go command: the version of "go install", else by the commit; "" if unknown
	Commit   string   `json:"commit"` // its first 12 digits if "go install" took a commit; "" if it took a tag, or the build had no repository
	Date     string   `json:"date"`   // of the commit, as RFC 3339 in UTC; "" likewise
	Modified bool     `json:"modified"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Reads    []string `json:"reads"`        // ontology syntaxes
	Writes   []string `json:"writes"`       // likewise
	Runs     int      `json:"run_format"`   // of the run folders that it writes; earlier ones are read
	Store    int      `json:"store_format"` // of the folder of the jobs, likewise
}

func newVersion(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version, the commit, and the formats that it knows",
		Long: `Prints the version of this program, the commit with its date and the Go release that it
was built from, and the formats that it reads and writes. A bug report should hold this.

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
			_, err := fmt.Fprint(a.Out, r.text(message.Of(a.Out)))
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// newVersionReport takes the commit from info, which may be nil.
func newVersionReport(info *debug.BuildInfo) versionReport {
	r := versionReport{Version: cli.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Runs: crawl.RunFormat, Store: store.Format, Reads: syntax.All().Names(), Writes: syntax.All().Written().Names()}
	if info == nil {
		return r
	}
	if v := info.Main.Version; v != "(devel)" {
		r.Module = v
	}
	r.Commit, r.Date = ofPseudoVersion(r.Module)
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.time":
			r.Date = s.Value
		case "vcs.revision":
			r.Commit = s.Value
		case "vcs.modified":
			r.Modified = s.Value == "true"
		}
	}
	return r
}

// ofPseudoVersion returns the commit and its time that a version names if it stands for a commit
// without a tag (go.dev/ref/mod#pseudo-versions): "go install" of a commit records no more.
func ofPseudoVersion(version string) (commit, date string) {
	m := regexp.MustCompile(`[.-](\d{14})-([0-9a-f]{12})(?:\+|$)`).FindStringSubmatch(version)
	if m == nil {
		return "", ""
	}
	at, err := time.Parse("20060102150405", m[1])
	if err != nil {
		return "", ""
	}
	return m[2], at.Format(time.RFC3339)
}

// text returns r in the language of p.
func (r versionReport) text(p *message.Printer) string {
	unknown := p.Text("unknown")
	commit := cmp.Or(r.Commit, unknown)
	switch {
	case r.Commit != "" && r.Modified:
		commit = p.Sprintf("%s, with changes that are not committed", commit)
	case r.Commit == "" && r.Module != "":
		commit = p.Sprintf("that of the tag %s", r.Module)
	}
	return p.Sprintf("ontocrawl %s\nmodule: %s\ncommit: %s\ndate: %s\ngo: %s %s\nontologies: %s\nontologies written: %s\nrun folders: formats 1 to %d\nfolder of the jobs: formats 1 to %d\n",
		r.Version, cmp.Or(r.Module, unknown), commit, cmp.Or(r.Date, unknown), r.Go, r.Platform, strings.Join(r.Reads, ", "), strings.Join(r.Writes, ", "), r.Runs, r.Store)
}
