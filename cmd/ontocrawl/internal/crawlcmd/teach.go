package crawlcmd

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// teachFlags are the flags of teach that are not settings.
type teachFlags struct {
	apply, forget, asJSON bool
	top                   int
}

// TeachCommand returns the command teach.
func TeachCommand(a *cli.App) *cobra.Command {
	var f teachFlags
	cmd := &cobra.Command{
		Use:   "teach RUN",
		Short: "Learn from the pages that people have marked right or wrong",
		Long: `Learns from the marks of the run folder RUN (ontocrawl mark, the answers to
ontocrawl calibrate) how the judge's verdicts must be corrected: which concepts,
words, hosts and fields speak more or less for a page than the judge thinks. It
shows what it moved, and precision, recall, F1 and average precision before and
after, by cross-validation: each marked page is judged by a model that did not see
it.

Nothing is changed without --apply, which writes RUN/taught.json. From then on
the run uses it: new pages, the next run of its job, and what is learned of links
get corrected verdicts; rescore shows which verdicts change, and the next crawl
of the run judges all kept pages again, without fetching any. --taught off, or
--forget, goes back. A model that does not improve the verdicts on the marked
pages is not applied. Whoever takes a mark back (mark RUN URL none) and teaches
again has the model without it.

It takes 20 marks, at least 5 of them right and 5 wrong.

Exit codes: 0 the model improves the verdicts, or is forgotten; 1 it does not, the
marks are too few, or it failed while working (then it says why); 2 the command
line, RUN or the ontology is wrong.`,
		Example: `  ontocrawl teach runs/typhoon
  ontocrawl teach runs/typhoon --apply
  ontocrawl teach runs/typhoon --json > taught-report.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.apply && f.forget:
				return cli.Usagef("--apply and --forget contradict each other")
			case f.top < 0:
				return cli.Usagef("--top is %d, but it must be 0 or more", f.top)
			}
			c, t, err := RunTopic(a, cmd, args[0])
			if err != nil {
				return err
			}
			if f.forget {
				return forget(a, args[0])
			}
			rep, err := Study(cmd.Context(), a, c, t, args[0])
			if err != nil {
				return cli.Failure(err)
			}
			return f.conclude(a, c, t, rep)
		},
	}
	BindRunSettings(cmd)
	fs := cmd.Flags()
	fs.BoolVar(&f.apply, "apply", false, "let the run use what was learned, if it improves the verdicts")
	fs.BoolVar(&f.forget, "forget", false, "let the run use no correction any more; the marks stay")
	fs.IntVar(&f.top, "top", 15, "show so many of each list; 0 means all")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON")
	return cmd
}

// StudyJob learns from the marks of the run in dir of a job whose settings are c, and writes nothing.
func StudyJob(ctx context.Context, a *cli.App, c *config.Config, dir string) (*teach.Report, error) {
	t, err := a.Topic(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.Phi == 0 {
		if c.Phi, err = rundir.CalibratedPhi(dir, c.Judge); err != nil {
			return nil, err
		}
	}
	return Study(ctx, a, c, t, dir)
}

// Study learns from the marks of the run in dir, and writes nothing.
func Study(ctx context.Context, a *cli.App, c *config.Config, t *topic.Topic, dir string) (*teach.Report, error) {
	judge, err := cli.Judge(c, t)
	if err != nil {
		return nil, err
	}
	from, err := openKept(a, c, dir)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	rep, err := teach.Study(ctx, dir, teach.Options{Judge: judge.Name(), Phi: judge.Phi()}, teach.Sources{
		Texts: func(ctx context.Context, p *rundir.Page) (*crawl.Page, error) { return from.Page(ctx, *p, judge) }, Words: relevance.WordsOf,
		Failed: func(url string, err error) {
			message.Fprintf(a.Err, "ontocrawl: %s: %s\n", term.Readable(url), term.Safe(message.Of(a.Err).Error(err)))
		},
	})
	if rep != nil {
		rep.Topic = t.Name
	}
	return rep, err
}

func forget(a *cli.App, dir string) error {
	was, err := teach.Read(dir)
	if was == nil && err == nil {
		message.Fprintf(a.Out, "%s uses no correction.\n", term.Safe(dir))
		return nil
	}
	if err := teach.Apply(dir, nil); err != nil {
		return cli.Failure(err)
	}
	message.Fprintf(a.Out, "%s uses no correction any more. The same crawl command once more, or the next run of the job, judges all kept pages without it.\n", term.Safe(dir))
	return nil
}

// conclude applies the model if it is to be, and prints the report.
func (f *teachFlags) conclude(a *cli.App, c *config.Config, t *topic.Topic, rep *teach.Report) error {
	if f.apply && rep.Improves {
		if err := teach.Apply(rep.Run, rep.Taught()); err != nil {
			return cli.Failure(err)
		}
		rep.Applied, rep.Present = true, rep.Model
	}
	var err error
	if f.asJSON {
		err = a.JSON(rep)
	} else if err = rep.Write(a.Out, f.top, namesOf(t, c.Lang)); err == nil {
		err = writeNext(a.Out, rep)
	}
	if err != nil {
		return cli.Failure(err)
	}
	if !rep.Improves {
		return cli.Exit(cli.ExitFailure, cli.ErrSilent)
	}
	return nil
}

// namesOf gives the concepts of a topic their names.
func namesOf(t *topic.Topic, lang string) func(iri string) string {
	names := map[string]string{}
	for _, e := range t.Vector.Entries {
		if names[e.IRI] = e.En; lang == "zh" {
			names[e.IRI] = e.Zh
		}
	}
	return func(iri string) string { return names[iri] }
}

// writeNext says what a person can do now.
func writeNext(w io.Writer, rep *teach.Report) error {
	run := term.ShellWord(rep.Run)
	var using english.Phrase
	if rep.Present != "" && !rep.Applied {
		using = english.Phrasef(" The run goes on with what it was taught before.")
	}
	var err error
	switch {
	case rep.Applied:
		_, err = message.Fprintf(w, "\nThe run uses this from now on. To see the pages whose verdict changes: ontocrawl rescore %s\nThe same crawl command once more, or the next run of the job, judges all kept pages by it, without fetching them.\n", run)
	case rep.Improves:
		_, err = message.Fprintf(w, "\nNothing is changed yet.%v To let the run use it: ontocrawl teach %s --apply\n", using, run)
	case rep.Enough:
		_, err = message.Fprintf(w, "\nIt does not improve the verdicts on the marked pages, so it cannot be applied.%v More marks may help, above all on pages that are judged wrongly.\n", using)
	}
	return err
}
