package evalcmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/eval"
	"github.com/ontocrawl/ontocrawl/message"
)

// rankersFile is written by eval --rankers.
const rankersFile = "rankers.json"

// rankResults are the content of that file. The names are an interface.
type rankResults struct {
	Version string        `json:"version"`
	Web     string        `json:"web"`
	Topic   string        `json:"topic"`
	Label   string        `json:"label"`
	Seeds   string        `json:"seeds"`
	Seed    int64         `json:"seed"`
	Repeat  int           `json:"repeat"`
	Rankers []eval.Ranked `json:"rankers"`
}

// runRankers compares rankers instead of crawls.
func runRankers(ctx context.Context, a *cli.App, c *config.Config, opt *evalOptions) error {
	if err := opt.check(c); err != nil {
		return err
	}
	if c.Seeds == "none" {
		return cli.Usagef("--rankers needs examples: give --seeds a number or a file of URLs")
	}
	e, err := newContest(ctx, a, c, opt)
	if err != nil {
		return err
	}
	defer e.web.Close() //nolint:errcheck // only read
	p := &eval.RankPlan{Web: e.web, Repeat: opt.repeat, Seed: uint64(c.Seed), Keywords: eval.KeywordsOf(e.coreLabels()),
		NewScorer: func() (crawl.Scorer, error) { return cli.Judge(c, e.topic) }}
	if p.Draw, err = e.draw(); err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return cli.Usage(english.Errorf("--out: %w", err))
	}
	ranked, err := p.Run(ctx)
	if err != nil {
		return failure(ctx, err)
	}
	res := &rankResults{cli.Version, c.Web, e.topic.Name, opt.label, c.Seeds, c.Seed, opt.repeat, ranked}
	err = cli.ReplaceFile(filepath.Join(c.Out, rankersFile), func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(res)
	})
	switch {
	case err != nil:
		return err
	case opt.json:
		return cli.Failure(a.JSON(res))
	}
	return cli.Failure(res.print(a.Out))
}

// coreLabels are the labels of the core concepts.
func (e *contest) coreLabels() (labels []string) {
	for i := range e.topic.Vector.Entries {
		if entry := &e.topic.Vector.Entries[i]; entry.Core {
			for _, l := range entry.Labels {
				labels = append(labels, l.Text)
			}
		}
	}
	return labels
}

// print prints the means over the runs.
func (r *rankResults) print(out io.Writer) error {
	m := r.Rankers[0].Runs[0]
	message.Fprintf(out, "%s on %s: %d pages ranked, %d of them with the label %s; %d runs\n\n",
		term.Safe(r.Topic), term.Safe(r.Web), m.Pages, m.Right, term.Safe(r.Label), r.Repeat)
	t := &term.Table{Head: []string{"ranker", ">P@17", ">P@35", ">P@R", ">hosts@R", ">MRR", ">mean rank", ">median rank"}}
	for _, k := range r.Rankers {
		row := []string{k.Ranker}
		for i, name := range eval.RankMeasures() {
			format := "%.3f"
			if i >= 5 {
				format = "%.1f"
			}
			row = append(row, fmt.Sprintf(format, k.Of[name].Mean))
		}
		t.Add(row...)
	}
	return t.Write(out)
}
