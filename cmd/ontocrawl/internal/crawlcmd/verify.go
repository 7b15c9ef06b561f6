package crawlcmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/backup"
)

// VerifyCommand is "verify".
func VerifyCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify FOLDER",
		Short: "Check a run folder, or the folder of jobs or of a node, for damage",
		Long: `Reads the whole run folder FOLDER and checks its parts against each other: the
journal, the kept texts, the checkpoint, every record of the WARC files with its
digests, the places and the index of the answers, the .jsonl files, what servers
asked for, and what the run has learned. It says what is damaged, what that costs,
and what mends it.

Of a crawl in parts, a node and the folder of the jobs, each run folder is checked,
and the files around them; of the jobs the store of their history, too.

It changes nothing. The crawl may be finished or dead, but not running. Temporary
files of up to some hundred megabytes are made.

Exit codes: 0 sound; 1 damaged, or it cannot be read; 2 FOLDER is none;
3 a process has it open, or a newer version wrote it.`,
		Example: `  ontocrawl verify runs/typhoon
  ontocrawl verify runs/typhoon --json | jq '.findings[] | select(.level == "damaged")'
  ontocrawl verify monitor
  ontocrawl verify runs/typhoon && rsync -a runs/typhoon backup:`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if in := runcheck.PlaceOf(args[0]); in != runcheck.Run {
				return verifyAround(cmd.Context(), a, args[0], in, asJSON)
			}
			rep, err := runcheck.Verify(cmd.Context(), args[0])
			if err != nil {
				return checkError(err)
			}
			if asJSON {
				err = a.JSON(rep)
			} else {
				err = rep.Write(a.Out)
			}
			return damageCode(err, rep.Sound)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// verifyAround verifies the run folders in a folder, and the files around them.
func verifyAround(ctx context.Context, a *cli.App, dir string, in runcheck.Place, asJSON bool) error {
	around, err := verifyFiles(ctx, a, dir, in)
	if err != nil {
		return checkError(err)
	}
	all := []*runcheck.Report{around}
	for _, dir := range in.Runs(dir) {
		rep, err := runcheck.Verify(ctx, dir)
		if err != nil {
			return checkError(err)
		}
		all = append(all, rep)
	}
	sound := true
	for _, rep := range all {
		sound = sound && rep.Sound
		if asJSON {
			continue
		}
		if err := rep.Write(a.Out); err != nil {
			return cli.WithCode(cli.ExitFailure, err)
		}
	}
	if asJSON {
		return damageCode(a.JSON(map[string]any{"around": around, "parts": all[1:]}), sound)
	}
	return damageCode(nil, sound)
}

// verifyFiles verifies what stands around run folders.
func verifyFiles(ctx context.Context, a *cli.App, dir string, in runcheck.Place) (*runcheck.Report, error) {
	if in == runcheck.Jobs {
		return backup.VerifyJobs(ctx, dir, a.Logger(&config.Config{}))
	}
	return runcheck.VerifyAround(ctx, dir, in)
}

// checkError gives an error of verify and repair its exit code.
func checkError(err error) error {
	var none *runcheck.NotRunError
	if errors.As(err, &none) {
		return cli.Usage(err)
	}
	return cli.SessionError(err)
}

// damageCode is the answer by the exit code.
func damageCode(err error, sound bool) error {
	if err == nil && !sound {
		return cli.Exit(cli.ExitFailure, cli.ErrSilent)
	}
	return cli.WithCode(cli.ExitFailure, err)
}
