package crawlcmd

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// rescoreFlags are the flags of rescore that are not settings.
type rescoreFlags struct {
	format string
	asJSON bool
	top    int
	write  string
	again  bool
	alone  bool
	ask    bool
}

// JudgeSettings are the settings that decide how a page is judged. One that is
// not given is the run's.
func JudgeSettings() []string {
	return append([]string{"topic", "core", "topics", "keywords", "topic-from", "judge", "phi", "tag-weights", "taught", "segmenter", config.MethodOption},
		slices.DeleteFunc(slices.Clone(cli.SimilarityFlags()), func(name string) bool { return name == "lang" || strings.HasPrefix(name, "log-") })...)
}

func RescoreCommand(a *cli.App) *cobra.Command {
	var f rescoreFlags
	cmd := &cobra.Command{
		Use:   "rescore RUN",
		Short: "Judge a run's pages again, by another ontology or other settings",
		Long: `Reads the pages that the run folder RUN has kept, judges each again, and shows
which verdicts changed: pages that would be relevant now, pages that would no
longer be, and whose relevance moved most. Nothing is fetched.

A setting that is not given has the value of the run. With --ontology and
without --topic the topic is that of the run, or the root of the new ontology if
the run used an embedded one.

--read-again reads archived answers as this version of the program reads pages,
even if their text is kept. So the pages of an earlier version get the title,
language, kind, headline, site, author and date that they would get today, in
the file of --write. The date of a feed stays, unless the page names an instant.
What is not archived is judged from its text, and its fields stay as they are.

--with-endpoint first asks the service of judge-endpoint about pages of which the
judge is not certain, those nearest to the threshold first, at most as many as
judge-queries says, and waits for the answers. They stand in opinions.jsonl of
the run folder, and its next run uses them; a page is asked about once. It must
be the topic of the run. --without-endpoint shows what the answers changed.

Nothing else of the run is changed; --write writes the pages with their new
verdicts to a file like pages.jsonl. A page is judged from its kept text
(--keep-text all, the default), or else from its archived answer (--warc); one
that asks not to be kept has neither. While a crawl uses the run, only its
archive can be read. From an archive of relevant pages only, the judge sees
fewer blocks that a host repeats, so a few pages may get a higher score even
with the same ontology.

Exit codes: 0 no verdict changed; 1 some did, or it failed while working (then
it says why); 2 the command line, RUN or the ontology is wrong.`,
		Example: `  ontocrawl rescore runs/typhoon --ontology my-typhoon.owl
  ontocrawl rescore runs/typhoon --phi 0.6 --top 50
  ontocrawl rescore runs/typhoon --ontology my-typhoon.owl --format markdown > review.md
  ontocrawl rescore runs/typhoon --judge present --write again.jsonl
  ontocrawl rescore runs/of-last-year --read-again --write again.jsonl
  ontocrawl rescore runs/typhoon --with-endpoint --judge-endpoint http://localhost:11434/v1 --judge-model qwen3:8b`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a.KeepPrivate()
			if err := f.check(cmd.Flags()); err != nil {
				return err
			}
			c, old, err := loadAs(a, cmd, args[0])
			if err != nil {
				return err
			}
			return runRescore(cmd.Context(), a, c, args[0], old, &f)
		},
	}
	config.Bind(cmd.Flags(), append(JudgeSettings(), "judge-endpoint", "judge-model", "judge-key-env", "judge-queries", "lang", "log-level", "log-format")...)
	fs := cmd.Flags()
	fs.StringVar(&f.format, "format", "text", "text, markdown or json")
	fs.BoolVar(&f.asJSON, "json", false, "the same as --format json")
	fs.IntVar(&f.top, "top", 20, "show so many pages of each list; 0 means all")
	fs.StringVar(&f.write, "write", "", "file for the pages with their new verdicts, as in pages.jsonl")
	fs.BoolVar(&f.again, "read-again", false, "read archived answers again, rather than judge by kept texts")
	fs.BoolVar(&f.ask, "with-endpoint", false, "first ask judge-endpoint about uncertain pages, and keep its answers")
	fs.BoolVar(&f.alone, "without-endpoint", false, "judge without the second opinions that the run has from judge-endpoint")
	return cmd
}

func (f *rescoreFlags) check(fs *pflag.FlagSet) error {
	switch {
	case f.asJSON && fs.Changed("format") && f.format != "json":
		return cli.Usagef("--json and --format %s contradict each other", f.format)
	case f.asJSON:
		f.format = "json"
	}
	if !slices.Contains([]string{"text", "markdown", "json"}, f.format) {
		return cli.Usagef("--format is %q, but it must be text, markdown or json", f.format)
	}
	if f.top < 0 {
		return cli.Usagef("--top is %d, but it must be 0 or more", f.top)
	}
	return f.checkAsk(fs)
}

// checkAsk refuses to ask what the next run of the folder would not ask: of another topic, or of pages read otherwise.
func (f *rescoreFlags) checkAsk(fs *pflag.FlagSet) error {
	if !f.ask {
		return nil
	}
	for _, name := range []string{"ontology", "topic", "core", "topics", "keywords", "topic-from", "read-again", "without-endpoint"} {
		if fs.Changed(name) {
			return cli.Usagef("--with-endpoint asks about the topic of the run, as it was read; leave out --%s", name)
		}
	}
	return nil
}

// inherit sets every judging flag that was not given to the value of the run.
func inherit(cmd *cobra.Command, settings map[string]any) error {
	fs := cmd.Flags()
	own := fs.Changed("ontology")
	for _, name := range JudgeSettings() {
		value, ok := settings[name]
		if !ok || fs.Changed(name) || own && (name == "topic" && settings["ontology"] == "" || name == "keywords" || name == "topics") {
			continue
		}
		if err := fs.Set(name, fmt.Sprint(value)); err != nil {
			return cli.Usagef("%s of the run: %w", name, err)
		}
	}
	config.TakeOptions(fs, settings, cli.MethodOptions())
	return nil
}

func runRescore(ctx context.Context, a *cli.App, c *config.Config, dir string, old session.Params, f *rescoreFlags) error {
	defer a.Present(dir)()
	t, err := a.Topic(ctx, c)
	if err != nil {
		return err
	}
	if own, _ := old.Settings["ontology"].(string); c.Ontology == own && cli.SameFile(filepath.Dir(own), filepath.Join(dir, filepath.FromSlash(rundir.SourcesDir))) {
		message.Fprintf(a.Err, "ontocrawl: judged by the copy that the run has of its ontology, %s; name an edited one with --ontology\n", term.Readable(own))
	}
	judge, taught, err := judgeAgain(c, t, dir)
	if err != nil {
		return err
	}
	if f.ask {
		first, _, err := judgeAgain(c, t, dir)
		if err == nil {
			err = askOpinions(ctx, a, c, dir, first)
		}
		if err != nil {
			return err
		}
	}
	if !f.alone {
		if err := useOpinions(judge, dir); err != nil {
			return err
		}
	}
	was := rescore.Judgement{Topic: old.Topic, Ontologies: old.Ontologies}
	was.Judge, was.Phi = old.Judge()
	rep := rescore.NewReport(dir, was, rescore.Judgement{Topic: t.Name, Judge: judge.Name(), Phi: judge.Phi(), Taught: taught, Ontologies: t.Origins})
	judged := func(w io.Writer) error {
		from, err := openKept(a, c, dir)
		if err != nil {
			return err
		}
		defer from.Close()
		from.Again = f.again
		err = rep.Fill(ctx, from, judge, func() bool { return judge.Relearn() != nil }, w, func(v *rescore.Verdict) {
			message.Fprintf(a.Err, "ontocrawl: %s: %s\n", term.Readable(v.Was.URL), term.Safe(message.Of(a.Err).Error(v.Err)))
		})
		if err == nil && rep.Pages > 0 && rep.NotKept == rep.Pages {
			err = cli.Usagef("%s has kept neither text nor answer of any page, so its pages would have to be fetched again; it was made with --keep-text none, or by an earlier version, and its archive (--warc) has none of them", dir)
		}
		return err
	}
	switch {
	case f.write == "":
		err = judged(io.Discard)
	case within(f.write, dir):
		return cli.Usagef("--write %s lies in the run folder, which belongs to the run; name another place", f.write)
	default:
		err = cli.ReplaceFile(f.write, judged)
	}
	if err == nil {
		err = f.print(a, rep)
	}
	if err != nil {
		return cli.Failure(err)
	}
	if rep.Changed() {
		return cli.Exit(cli.ExitFailure, cli.ErrSilent)
	}
	return nil
}

// judgeAgain is a judge for the pages of the run in dir, and the ID of the correction that marks taught.
func judgeAgain(c *config.Config, t *topic.Topic, dir string) (*relevance.Judge, string, error) {
	judge, err := cli.Judge(c, t)
	if err != nil {
		return nil, "", err
	}
	taught, err := useTaught(judge, c, dir)
	return judge, taught, err
}

// openKept opens what is kept of the pages of a run.
func openKept(a *cli.App, c *config.Config, dir string) (*rescore.Source, error) {
	from, err := rescore.Open(dir, a.Logger(c))
	if err != nil {
		return nil, err
	}
	from.Documents = a.Documents(c)
	if from.Why != nil {
		message.Fprintf(a.Err, "ontocrawl: the kept texts cannot be read, so only archived pages are judged: %s\n", term.Safe(message.Of(a.Err).Error(from.Why)))
	}
	return from, nil
}

func (f *rescoreFlags) print(a *cli.App, r *rescore.Report) error {
	switch f.format {
	case "json":
		return a.JSON(r)
	case "markdown":
		return r.Write(a.Out, f.top, term.Markdown{})
	}
	return r.Write(a.Out, f.top, term.Plain{})
}
