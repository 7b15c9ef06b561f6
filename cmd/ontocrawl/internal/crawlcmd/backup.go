package crawlcmd

import (
	"errors"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/watch/backup"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// BackupCommand is "backup".
func BackupCommand(a *cli.App) *cobra.Command {
	var out string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "backup FOLDER -o FILE",
		Short: "Keep a run folder, or the folder of jobs, in one file",
		Long: `Writes the folder of a run or of jobs to FILE, an archive in the forms tar and zstd
with a checksum of each file. Crawls and the daemon may go on meanwhile: the backup is
what a kill at that moment would leave. It is checked as "ontocrawl verify" does before
FILE is written, so beside FILE there must be room for a copy of the folder.

What can be made again is left out: the search index, locks, the token of the page.
Files that receivers have elsewhere, and the file of the jobs, are not in the folder.

Exit codes: 0 FILE is written; 1 the folder is damaged, or it cannot be read or
written; 2 FOLDER is none, or of a crawl in parts; 3 a newer version wrote it.`,
		Example: `  ontocrawl backup runs/typhoon -o typhoon.tar.zst
  ontocrawl backup monitor -o /backup/monitor.tar.zst --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.KeepPrivate()
			if out == "" {
				return cli.Usagef("name a file: -o FILE")
			}
			if within(out, args[0]) {
				return cli.Usagef("%s lies in the folder itself", out)
			}
			made, err := backup.Backup(cmd.Context(), args[0], out, backup.Options{Version: cli.Version, Now: time.Now(), Logger: a.Logger(&config.Config{})})
			if errors.Is(err, backup.ErrParts) {
				return cli.Usage(err)
			}
			if err != nil {
				return checkError(err)
			}
			if asJSON {
				return a.JSON(made)
			}
			message.Fprintf(a.Out, "%s: %d files of %d bytes in %d bytes\n", term.Safe(made.File), made.Files, made.Bytes, made.Size)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// RestoreCommand is "restore".
func RestoreCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "restore FILE FOLDER",
		Short: "Make a folder of a backup",
		Long: `Makes the folder FOLDER of what "ontocrawl backup" has written to FILE. FOLDER must be
new or empty. All of FILE is read and checked before anything is written, and FOLDER is
there as a whole or not at all. Its files can be read by you alone.

Exit codes: 0 FOLDER is there; 1 FILE is cut or damaged, or it cannot be read or
written; 2 FILE is no backup, or of a newer version; 3 FOLDER is not empty.`,
		Example: `  ontocrawl restore typhoon.tar.zst runs/typhoon
  ontocrawl restore /backup/monitor.tar.zst monitor`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			a.KeepPrivate()
			done, err := backup.Restore(args[0], args[1])
			var path *fs.PathError
			switch {
			case errors.Is(err, backup.ErrFolder):
				return cli.Exit(cli.ExitConflict, err)
			case errors.Is(err, backup.ErrCut), errors.As(err, &path):
				return cli.WithCode(cli.ExitFailure, err)
			case err != nil:
				return cli.Usage(err)
			case asJSON:
				return a.JSON(done)
			}
			message.Fprintf(a.Out, "%s: %d files of %d bytes, as of %s\n", term.Safe(done.Folder), done.Files, done.Bytes, done.Made.Format(time.RFC3339))
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
