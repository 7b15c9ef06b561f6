package crawlcmd

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
)

// calibrateFlags are the flags of calibrate that are not settings.
type calibrateFlags struct {
	questions int
	labels    string
	askFile   string
	asJSON    bool
}

// CalibrateCommand returns the command calibrate.
func CalibrateCommand(a *cli.App) *cobra.Command {
	var f calibrateFlags
	cmd := &cobra.Command{
		Use:   "calibrate RUN",
		Short: "Set the threshold of a run by a person's answers about its pages",
		Long: `Asks whether pages of the run folder RUN are about its topic, 20 of them, chosen so
that the answers tell most. From the answers it computes the threshold (phi) with
the largest expected F1, and the run remembers it: crawl, its --refresh and
rescore use it from then on, and the next crawl judges all kept pages by it,
without fetching any. A phi in flags, environment or YAML still rules.

The answers are kept in RUN/labels.tsv, one by one: whoever ends early loses
nothing, and a later calibration goes on and asks about no page twice. --ask-file
writes the questions for somebody else to fill in, and --labels reads that file
or any other: lines of an address and yes or no between tabs, commas or semicolons, or JSON
objects with url and answer. With --labels nothing is asked.

It also says which core marks the answers contradict, which concepts they would
mark, and which words the pages answered yes share and no label has, as far as
the run keeps the text of its pages.

Exit codes: 0 the threshold is set, or the questions are written; 1 the answers are too
few or all alike, or it failed while working (then it says why); 2 the command line, RUN, the
ontology or the file of labels is wrong; 130 ended before the last question.`,
		Example: `  ontocrawl calibrate runs/typhoon
  ontocrawl calibrate runs/typhoon --ask-file questions.csv
  ontocrawl calibrate runs/typhoon --labels questions.csv --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			c, p, err := loadAs(a, cmd, args[0])
			if err != nil {
				return err
			}
			t, err := a.Topic(cmd.Context(), c)
			if err != nil {
				return err
			}
			s := calibration{calibrateFlags: &f, app: a, dir: args[0], config: c, params: p, topic: t}
			return cli.Failure(s.run(cmd.Context()))
		},
	}
	BindRunSettings(cmd)
	fs := cmd.Flags()
	fs.IntVar(&f.questions, "questions", 20, "ask about so many pages")
	fs.StringVar(&f.labels, "labels", "", "take the answers of this file instead of asking (- for standard input)")
	fs.StringVar(&f.askFile, "ask-file", "", "write the questions to this file, to be filled in and read by --labels: .tsv, .csv or .jsonl")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON")
	return cmd
}

// BindRunSettings gives cmd the settings that say how a run was judged. Only those are
// listed that a run cannot know: where files lie now, and the language of names.
func BindRunSettings(cmd *cobra.Command) {
	config.Bind(cmd.Flags(), append(JudgeSettings(), "lang", "log-level", "log-format")...)
	for _, name := range JudgeSettings() {
		if name != "ontology" && name != "topics" && name != "topic-from" {
			cmd.Flags().Lookup(name).Hidden = true
		}
	}
}

func (f *calibrateFlags) check() error {
	switch {
	case f.questions < 1 || f.questions > mostAsked:
		return cli.Usagef("--questions is %d, but it must be from 1 to %d", f.questions, mostAsked)
	case f.labels != "" && f.askFile != "":
		return cli.Usagef("--labels reads answers and --ask-file writes questions: give one of them")
	case f.askFile != "" && f.asJSON:
		return cli.Usagef("--json prints the result, and --ask-file asks first: name a file that ends in .jsonl for questions as JSON")
	}
	return nil
}
