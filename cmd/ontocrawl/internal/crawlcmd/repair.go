package crawlcmd

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// RepairCommand is "repair".
func RepairCommand(a *cli.App) *cobra.Command {
	var dry, asJSON bool
	cmd := &cobra.Command{
		Use:   "repair RUN",
		Short: "Mend a damaged run folder, so that its crawl goes on",
		Long: `Checks the run folder RUN as "ontocrawl verify" does, and mends what it finds:

  - A damaged or missing journal is made anew: of what can still be read of it,
    of pages.jsonl, errors.jsonl, changes.jsonl and models.jsonl, and of the WARC
    files. No recorded page is fetched again.
  - In a WARC file a record that says what is lost takes the place of each that
    cannot be read, so that all others keep theirs.
  - Files that are derived from the journal are written again.

It never guesses: what neither the state nor another file has is said to be lost.
What it replaces is kept, in RUN/damaged/ or as FILE.damaged. Then the command that
made the run goes on with it. A new journal needs as much disk space as the old one.

Exit codes: 0 the run is sound now (with --dry-run: said what is to be done); 1 part
of the damage stays, or writing failed; 2 RUN is no run folder; 3 a process has it
open, or a newer version wrote it.`,
		Example: `  ontocrawl repair runs/typhoon --dry-run
  ontocrawl repair runs/typhoon
  ontocrawl repair runs/typhoon --json | jq .actions`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if n := len(rundir.Parts(args[0])); n > 0 {
				return cli.Usage(&rundir.PartsError{Dir: args[0], Parts: n})
			}
			did, err := runcheck.Repair(cmd.Context(), args[0], runcheck.Options{DryRun: dry, Logger: a.Logger(&config.Config{})})
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
