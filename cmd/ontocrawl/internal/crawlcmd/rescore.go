package crawlcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// rescoreFlags are the flags of rescore that are not settings.
type rescoreFlags struct {
	format string
	asJSON bool
	top    int
	write  string
}

// JudgeSettings are the settings that decide how a page is judged. One that is
// not given is the run's.
func JudgeSettings() []string {
	return append([]string{"topic", "topic-from", "judge", "phi", "tag-weights", "segmenter"},
		slices.DeleteFunc(slices.Clone(cli.SimilarityFlags()), func(name string) bool { return name == "lang" || strings.HasPrefix(name, "log-") })...)
}

func RescoreCommand(a *cli.App) *cobra.Command {
	var f rescoreFlags
	cmd := &cobra.Command{
		Use:   "rescore RUN",
		Short: "Judge a run's archived pages again, by another ontology or other settings",
		Long: `Reads the pages that the run folder RUN has archived, judges each again, and
shows which verdicts changed: pages that would be relevant now, pages that would
no longer be, and whose relevance moved most. Nothing is fetched.

A setting that is not given has the value of the run. With --ontology and
without --topic the topic is that of the run, or the root of the new ontology if
the run used an embedded one.

The run is not changed; --write writes the pages with their new verdicts to a
file like pages.jsonl. Only archived pages can be judged: the relevant ones, or
all pages of a run made with --warc all. With relevant pages only, the judge sees
fewer blocks that a host repeats, so a few pages may get a higher score even with
the same ontology.

Exit codes: 0 no verdict changed; 1 some did, or it failed while working (then
it says why); 2 the command line, RUN or the ontology is wrong.`,
		Example: `  ontocrawl rescore runs/typhoon --ontology my-typhoon.owl
  ontocrawl rescore runs/typhoon --phi 0.6 --top 50
  ontocrawl rescore runs/typhoon --ontology my-typhoon.owl --format markdown > review.md
  ontocrawl rescore runs/typhoon --judge present --write again.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd.Flags().Changed("format")); err != nil {
				return err
			}
			c, old, err := loadAs(a, cmd, args[0])
			if err != nil {
				return err
			}
			return runRescore(cmd.Context(), a, c, args[0], old, &f)
		},
	}
	config.Bind(cmd.Flags(), append(JudgeSettings(), "lang", "log-level", "log-format")...)
	fs := cmd.Flags()
	fs.StringVar(&f.format, "format", "text", "text, markdown or json")
	fs.BoolVar(&f.asJSON, "json", false, "the same as --format json")
	fs.IntVar(&f.top, "top", 20, "show so many pages of each list; 0 means all")
	fs.StringVar(&f.write, "write", "", "file for the pages with their new verdicts, as in pages.jsonl")
	return cmd
}

func (f *rescoreFlags) check(formatGiven bool) error {
	switch {
	case f.asJSON && formatGiven && f.format != "json":
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
	return nil
}

// inherit sets every judging flag that was not given to the value of the run.
func inherit(cmd *cobra.Command, settings map[string]any) error {
	fs := cmd.Flags()
	own := fs.Changed("ontology")
	for _, name := range JudgeSettings() {
		value, ok := settings[name]
		if !ok || fs.Changed(name) || name == "topic" && own && settings["ontology"] == "" {
			continue
		}
		if err := fs.Set(name, fmt.Sprint(value)); err != nil {
			return cli.Usagef("%s of the run: %w", name, err)
		}
	}
	return nil
}

// RescoreReport is the JSON form of a run judged again.
type RescoreReport struct {
	Run         string        `json:"run"`
	Was         judgedBy      `json:"was"`
	Now         judgedBy      `json:"now"`
	Pages       int           `json:"pages"`        // of the run
	Judged      int           `json:"judged"`       // again
	NotArchived int           `json:"not_archived"` // without an archived answer
	Unreadable  int           `json:"unreadable"`
	WasRelevant int           `json:"was_relevant"` // among the pages judged again
	NowRelevant int           `json:"now_relevant"`
	Gained      []changedPage `json:"gained"` // relevant now and not before, the most relevant first
	Lost        []changedPage `json:"lost"`   // relevant before and not now, the most relevant first
	Moved       []changedPage `json:"moved"`  // same verdict, the largest change first
}

type judgedBy struct {
	Topic      string         `json:"topic"`
	Judge      string         `json:"judge"`
	Phi        float64        `json:"phi"`
	Ontologies []topic.Origin `json:"ontologies"`
}

type changedPage struct {
	URL          string  `json:"url"`
	Title        string  `json:"title"`
	WasRelevance float64 `json:"was_relevance"`
	Relevance    float64 `json:"relevance"`
}

// tiny bounds changes of relevance that come from the order of additions only.
const tiny = 1e-9

func runRescore(ctx context.Context, a *cli.App, c *config.Config, dir string, old session.Params, f *rescoreFlags) error {
	t, err := a.Topic(ctx, c)
	if err != nil {
		return err
	}
	judge, err := cli.Judge(c, t)
	if err != nil {
		return err
	}
	rep := &RescoreReport{
		Run: dir, Was: judgedBy{Topic: old.Topic, Ontologies: old.Ontologies},
		Now:    judgedBy{Topic: t.Name, Judge: judge.Name(), Phi: judge.Phi(), Ontologies: t.Origins},
		Gained: []changedPage{}, Lost: []changedPage{}, Moved: []changedPage{},
	}
	rep.Was.Judge, rep.Was.Phi = old.Judge()
	judged := func(w io.Writer) error { return judgeAgain(ctx, a, dir, judge, rep, w) }
	if f.write == "" {
		err = judged(io.Discard)
	} else if within(f.write, dir) {
		return cli.Usagef("--write %s lies in the run folder, which belongs to the run; name another place", f.write)
	} else {
		err = cli.ReplaceFile(f.write, judged)
	}
	if err != nil {
		return cli.Failure(err)
	}
	rep.sort()
	if err := printRescore(a, rep, f); err != nil {
		return cli.Failure(err)
	}
	if len(rep.Gained)+len(rep.Lost) > 0 {
		return cli.Exit(cli.ExitFailure, cli.ErrSilent)
	}
	return nil
}

// judgeAgain fills rep and writes the pages with their new verdicts.
func judgeAgain(ctx context.Context, a *cli.App, dir string, judge *relevance.Judge, rep *RescoreReport, w io.Writer) error {
	folder, err := openArchive(dir)
	if err != nil {
		return err
	}
	if folder == nil {
		return cli.Usagef("%s has no archive: it was made with --warc none, so its pages would have to be fetched again", dir)
	}
	defer folder.Close()
	return rescore.Run(ctx, rundir.Current(dir), folder, judge, func(v *rescore.Verdict) error {
		rep.add(v)
		if v.Err != nil {
			if !errors.Is(v.Err, rescore.ErrNotArchived) {
				fmt.Fprintf(a.Err, "ontocrawl: %s: %s\n", term.Readable(v.Was.URL), term.Safe(v.Err.Error()))
			}
			return nil
		}
		p := v.Page()
		line, err := p.Line()
		if err == nil {
			_, err = w.Write(line)
		}
		return err
	})
}

func (r *RescoreReport) add(v *rescore.Verdict) {
	r.Pages++
	switch {
	case errors.Is(v.Err, rescore.ErrNotArchived):
		r.NotArchived++
		return
	case v.Err != nil:
		r.Unreadable++
		return
	}
	r.Judged++
	if v.Was.Relevant {
		r.WasRelevant++
	}
	if v.Now.Relevant {
		r.NowRelevant++
	}
	p := changedPage{URL: v.Was.URL, Title: v.Was.Title, WasRelevance: float64(v.Was.Relevance), Relevance: v.Now.Relevance}
	switch {
	case v.Gained():
		r.Gained = append(r.Gained, p)
	case v.Lost():
		r.Lost = append(r.Lost, p)
	case math.Abs(v.Moved()) > tiny:
		r.Moved = append(r.Moved, p)
	}
}

func (r *RescoreReport) sort() {
	by := func(list []changedPage, key func(*changedPage) float64) {
		slices.SortStableFunc(list, func(a, b changedPage) int { return cmp.Compare(key(&b), key(&a)) })
	}
	by(r.Gained, func(p *changedPage) float64 { return p.Relevance })
	by(r.Lost, func(p *changedPage) float64 { return p.WasRelevance })
	by(r.Moved, func(p *changedPage) float64 { return math.Abs(p.Relevance - p.WasRelevance) })
}

func printRescore(a *cli.App, r *RescoreReport, f *rescoreFlags) error {
	switch f.format {
	case "json":
		return a.JSON(r)
	case "markdown":
		return r.write(a.Out, f.top, term.Markdown{})
	}
	return r.write(a.Out, f.top, term.Plain{})
}

func (r *RescoreReport) write(w io.Writer, top int, l term.Layout) error {
	l.Title(w, fmt.Sprintf("%s judged again: %d of %d pages", r.Run, r.Judged, r.Pages))
	if r.NotArchived > 0 {
		l.Note(w, fmt.Sprintf("Of %d pages no answer was archived; --warc all keeps every one that may be kept.", r.NotArchived))
	}
	if r.Unreadable > 0 {
		l.Note(w, fmt.Sprintf("%d archived answers could not be read.", r.Unreadable))
	}
	l.Section(w, "Verdicts")
	t := &term.Table{Head: []string{"", "topic", "judge", ">phi", ">relevant", ">share"}}
	t.Add("before", r.Was.Topic, r.Was.Judge, fmt.Sprint(r.Was.Phi), fmt.Sprint(r.WasRelevant), term.Percent(r.WasRelevant, r.Judged))
	t.Add("now", r.Now.Topic, r.Now.Judge, fmt.Sprint(r.Now.Phi), fmt.Sprint(r.NowRelevant), term.Percent(r.NowRelevant, r.Judged))
	if err := l.Table(w, t); err != nil {
		return err
	}
	for _, part := range []struct {
		title string
		list  []changedPage
	}{{"Relevant now", r.Gained}, {"No longer relevant", r.Lost}, {"Same verdict, other relevance", r.Moved}} {
		if len(part.list) == 0 {
			continue
		}
		l.Section(w, fmt.Sprintf("%s: %d", part.title, len(part.list)))
		if err := writeChanged(w, l, part.list, top); err != nil {
			return err
		}
	}
	if len(r.Gained)+len(r.Lost) == 0 {
		l.Note(w, "No verdict has changed.")
	}
	return nil
}

func writeChanged(w io.Writer, l term.Layout, list []changedPage, top int) error {
	t := &term.Table{Head: []string{">before", ">now", "page", "title"}}
	n := len(list)
	if top > 0 {
		n = min(n, top)
	}
	for _, p := range list[:n] {
		t.Add(fmt.Sprintf("%.3f", p.WasRelevance), fmt.Sprintf("%.3f", p.Relevance), term.Readable(p.URL), term.Clip(p.Title, 60))
	}
	if err := l.Table(w, t); err != nil {
		return err
	}
	if n < len(list) {
		l.Note(w, fmt.Sprintf("and %d more; --top 0 shows all", len(list)-n))
	}
	return nil
}
