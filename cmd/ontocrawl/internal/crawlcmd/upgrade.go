package crawlcmd

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// upgrade says what this version would change in a folder.
type upgrade struct {
	Folder string    `json:"folder"`
	Now    int       `json:"format"` // of run folders that this version writes
	Runs   []runWas  `json:"runs"`
	Store  *storeWas `json:"store"` // nil: there is none
}

// runWas is a run folder as it is.
type runWas struct {
	Run     string    `json:"run"`
	Format  int       `json:"format"`
	Version string    `json:"version"` // of the program that settled it last
	Kept    []keptWas `json:"kept"`
}

// keptWas is a setting of a run that is not the default of this version.
type keptWas struct {
	Name    string `json:"name"`
	Value   any    `json:"value"`
	Default any    `json:"default"` // of this version
}

// storeWas is the history of jobs as it is.
type storeWas struct {
	Format int `json:"format"`
	Now    int `json:"format_written"`
}

// UpgradeCommand is "upgrade".
func UpgradeCommand(a *cli.App) *cobra.Command {
	var check, asJSON bool
	cmd := &cobra.Command{
		Use:   "upgrade --check FOLDER",
		Short: "Say what this version would change in a folder of runs or jobs",
		Long: `Reads the folder of a run, of jobs or of a node, and says in which formats it is, what
the next run would bring to the present ones, and which settings stay as they are
although this version has another default. It changes nothing: crawls and the daemon
upgrade a folder by themselves.

Exit codes: 0 said; 1 it cannot be read; 2 FOLDER is none; 3 a process has the history
of the jobs open, or a newer version wrote it.`,
		Example: `  ontocrawl upgrade --check runs/typhoon
  ontocrawl upgrade --check monitor --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if !check {
				return cli.Usagef("give --check: crawls and the daemon upgrade a folder by themselves")
			}
			u, err := upgradeOf(a, args[0])
			if err != nil {
				return checkError(err)
			}
			if asJSON {
				return a.JSON(u)
			}
			return cli.WithCode(cli.ExitFailure, u.write(a))
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "say what would change, and change nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func upgradeOf(a *cli.App, dir string) (*upgrade, error) {
	in := runcheck.PlaceOf(dir)
	if in == runcheck.Run {
		if err := runcheck.IsRun(dir); err != nil {
			return nil, err
		}
	}
	u := &upgrade{Folder: dir, Now: crawl.RunFormat, Runs: []runWas{}}
	for _, run := range in.Runs(dir) {
		was, err := runWasOf(run)
		if err != nil {
			return nil, err
		}
		u.Runs = append(u.Runs, was)
	}
	if in != runcheck.Jobs {
		return u, nil
	}
	x, err := store.Examine(store.Dir(dir), a.Logger(&config.Config{}))
	if errors.Is(err, fs.ErrNotExist) {
		return u, nil
	}
	if err != nil {
		return nil, err
	}
	u.Store = &storeWas{x.Version, store.Format}
	return u, x.Close()
}

func runWasOf(run string) (was runWas, err error) {
	if err := rundir.CheckFormat(run); err != nil {
		return was, err
	}
	p, _, err := readParams(run)
	if err != nil {
		return was, err
	}
	was = runWas{Run: run, Version: p.Version, Kept: []keptWas{}}
	if was.Format, err = rundir.FormatOf(run); err != nil {
		return was, err
	}
	c, err := config.Load(cli.SettingSources(nil, nil, ""))
	if err != nil {
		return was, err
	}
	now := c.Values()
	for _, name := range append(JudgeSettings(), strategySettings()...) {
		value, ok := p.Settings[name]
		if name == "topic" || name == "ontology" || name == "keywords" || name == "topics" || name == "topic-from" || !ok {
			continue
		}
		if d, known := now[name]; known && fmt.Sprint(d) != fmt.Sprint(value) {
			was.Kept = append(was.Kept, keptWas{name, value, d})
		}
	}
	return was, nil
}

func (u *upgrade) write(a *cli.App) error {
	for i := range u.Runs {
		r := &u.Runs[i]
		message.Fprintf(a.Out, "%s: run folder format %d, of ontocrawl %s; this program writes format %d\n", term.Safe(r.Run), r.Format, term.Safe(r.Version), u.Now)
		if r.Format < u.Now {
			message.Fprint(a.Out, "  the next run brings it there: the journal stays as it is, run.yaml gets the present names, and the files of lines are written again where they differ\n")
		} else {
			message.Fprint(a.Out, "  nothing is to be done\n")
		}
		for _, k := range r.Kept {
			message.Fprintf(a.Out, "  %s stays %v; a new run has %v\n", term.Safe(k.Name), term.Safe(fmt.Sprint(k.Value)), term.Safe(fmt.Sprint(k.Default)))
		}
	}
	if s := u.Store; s != nil {
		message.Fprintf(a.Out, "history of the jobs: format %d; this program writes format %d, each entry when it is written next\n", s.Format, s.Now)
	}
	return nil
}
