package crawlcmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/backup"
)

// RepairCommand is "repair".
func RepairCommand(a *cli.App) *cobra.Command {
	var dry, asJSON bool
	cmd := &cobra.Command{
		Use:   "repair FOLDER",
		Short: "Mend a damaged folder of a run, of jobs or of a node, so that its crawls go on",
		Long: `Checks the run folder FOLDER as "ontocrawl verify" does, and mends what it finds:

  - A damaged or missing journal is made anew: of what can still be read of it,
    of pages.jsonl, errors.jsonl, changes.jsonl and models.jsonl, and of the WARC
    files. No recorded page is fetched again.
  - In a WARC file a record that says what is lost takes the place of each that
    cannot be read, so that all others keep theirs.
  - Files that are derived from the journal are written again.
  - A damaged store of the history of jobs is made anew: of what can still be read of
    it, of the journals of the jobs, of files of alerts and of audit.jsonl.

It never guesses: what neither the state nor another file has is said to be lost.
What it replaces is kept, in FOLDER/damaged/ or as FILE.damaged. Then the command that
made the run goes on with it. A new journal needs as much disk space as the old one.

Exit codes: 0 the run is sound now (with --dry-run: said what is to be done); 1 part
of the damage stays, or writing failed; 2 FOLDER is none; 3 a process has it
open, or a newer version wrote it.`,
		Example: `  ontocrawl repair runs/typhoon --dry-run
  ontocrawl repair runs/typhoon
  ontocrawl repair monitor
  ontocrawl repair runs/typhoon --json | jq .actions`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.KeepPrivate()
			opt := runcheck.Options{DryRun: dry, Logger: a.Logger(&config.Config{})}
			if in := runcheck.PlaceOf(args[0]); in != runcheck.Run {
				return repairAround(cmd.Context(), a, args[0], in, opt, asJSON)
			}
			did, err := runcheck.Repair(cmd.Context(), args[0], opt)
			if err != nil {
				return checkError(err)
			}
			if asJSON {
				err = a.JSON(did)
			} else {
				err = did.Write(a.Out)
			}
			return damageCode(err, dry || did.After.Sound)
		},
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "say what would be done, and change nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// repairAround mends run folders, and then the files around them.
func repairAround(ctx context.Context, a *cli.App, dir string, in runcheck.Place, opt runcheck.Options, asJSON bool) error {
	all := []*runcheck.Repaired{}
	for _, dir := range in.Runs(dir) {
		did, err := runcheck.Repair(ctx, dir, opt)
		if err != nil {
			return checkError(err)
		}
		all = append(all, did)
	}
	around, err := repairFiles(ctx, dir, in, opt) // what is lost there may stand in the runs
	if err != nil {
		return checkError(err)
	}
	all = append(all, around)
	sound := true
	for _, did := range all {
		sound = sound && (opt.DryRun || did.After.Sound)
		if asJSON {
			continue
		}
		if err := did.Write(a.Out); err != nil {
			return cli.WithCode(cli.ExitFailure, err)
		}
	}
	if asJSON {
		return damageCode(a.JSON(map[string]any{"around": around, "parts": all[:len(all)-1]}), sound)
	}
	return damageCode(nil, sound)
}

// repairFiles mends what stands around run folders.
func repairFiles(ctx context.Context, dir string, in runcheck.Place, opt runcheck.Options) (*runcheck.Repaired, error) {
	if in == runcheck.Jobs {
		return backup.RepairJobs(ctx, dir, opt)
	}
	return runcheck.RepairAround(ctx, dir, in, opt)
}
