package jobcmd

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

func (j *job) show() *cobra.Command {
	return &cobra.Command{
		Use:   "show RUN",
		Short: "Show what a run found: new, changed, gone, gained and lost pages",
		Long: `Shows one run, written NAME/NUMBER as in "job history" (NAME alone is its last
run), with every relevant page that it found new, changed or gone, and every page
whose verdict has changed: by an edit of the ontology, or by what was learned.

It also answers when the file of jobs or an ontology is broken, and says so.

Exit codes: 0 shown; 2 there is no such run, or no file of jobs; 3 the store cannot be
opened.`,
		Example: `  ontocrawl job show typhoon/12
  ontocrawl job show typhoon --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, digits, numbered := strings.Cut(args[0], "/")
			number, err := strconv.Atoi(digits)
			if numbered && (err != nil || number < 1) {
				return cli.Usagef("%q is no run; runs are written NAME/NUMBER, such as typhoon/12", args[0])
			}
			r, one, err := j.openPast(cmd, name)
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // only read
			s, err := readFound(r, one.Name, number)
			if err != nil {
				return exitError(err)
			}
			return j.print(s, func() error { return s.Write(j.Out) })
		},
	}
}
