package crawlcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// calibration is one call of calibrate.
type calibration struct {
	*calibrateFlags
	app    *cli.App
	dir    string
	config *config.Config
	params session.Params
	topic  *topic.Topic

	judge *relevance.Judge
	pages *calibrate.Run
	kept  *calibrate.Kept
	texts calibrate.Texts
}

func (s *calibration) run(ctx context.Context) error {
	if s.labels == "" && s.askFile == "" {
		if _, ok := term.Columns(s.app.Out); !ok || !isTerminal(s.app.In) {
			return cli.Usagef("there is no terminal to ask on: give a file of answers with --labels, or write the questions to a file with --ask-file")
		}
	}
	if err := s.open(); err != nil {
		return err
	}
	defer s.kept.Close() //nolint:errcheck // each answer is on disk
	texts, close, err := openTexts(s.app, s.config, s.dir, s.judge)
	if err != nil {
		return err
	}
	defer close()
	s.texts = texts
	if s.pages.Askable() == 0 && len(s.pages.Known) == 0 {
		return cli.Usagef("no page of %s mentions the topic, so there is nothing to calibrate; ontocrawl coverage %s says what the labels found", s.dir, term.ShellWord(s.dir))
	}
	switch {
	case s.askFile != "":
		return s.writeQuestions(ctx)
	case s.labels != "":
		if err := s.readLabels(); err != nil {
			return err
		}
		return s.conclude(ctx, nil)
	}
	d := calibrate.Dialogue{In: s.app.In, Out: s.app.Out, Topic: s.topicName(), Texts: s.texts, Name: s.name(), Keep: s.kept.Add}
	quit := d.Ask(ctx, s.pages, s.questions)
	if quit != nil && !errors.Is(quit, calibrate.ErrQuit) && ctx.Err() == nil {
		return quit
	}
	fmt.Fprintln(s.app.Out)
	return s.conclude(context.WithoutCancel(ctx), quit)
}

// open reads the run and the answers that it keeps.
func (s *calibration) open() (err error) {
	if s.judge, err = cli.Judge(s.config, s.topic); err != nil {
		return err
	}
	if err := useModel(s.judge, s.dir); err != nil {
		return err
	}
	if s.pages, err = calibrate.Load(s.dir); err != nil {
		return err
	}
	kept, _, faults, err := calibrate.OpenKept(s.dir, nil)
	if err != nil {
		return err
	}
	if faults != nil {
		message.Fprintf(s.app.Err, "ontocrawl: %s: left out: %s\n", rundir.LabelsFile, term.Safe(message.Of(s.app.Err).Error(faults)))
	}
	s.kept = kept
	known, err := marks.Open(s.dir)
	if err != nil {
		return err
	}
	all, err := known.Latest() // the answers kept are among them
	if err != nil {
		return err
	}
	s.pages.LearnMarks(all)
	s.pages.Changed = nil // whoever answers twice has thought again
	return nil
}

// openTexts opens what the run in dir keeps of the text of its pages. What it returns reads
// a page, and lets the judge note what may be learned from it.
func openTexts(a *cli.App, c *config.Config, dir string, judge *relevance.Judge) (texts calibrate.Texts, close func(), err error) {
	from, err := rescore.Open(dir, a.Logger(c))
	if err != nil {
		return nil, nil, err
	}
	from.Documents = a.Documents(c)
	if from.Why != nil {
		message.Fprintf(a.Err, "ontocrawl: the kept texts cannot be read now: %s\n", term.Safe(message.Of(a.Err).Error(from.Why)))
	}
	return func(ctx context.Context, p *rundir.Page) (*crawl.Page, error) {
		page, err := from.Page(ctx, *p, judge)
		if page != nil {
			judge.Score(page)
		}
		return page, err
	}, func() { from.Close() }, nil
}

func isTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	_, ok = term.Columns(f)
	return ok
}

func (s *calibration) name() func(iri string) string {
	names := map[string]string{}
	for _, e := range s.topic.Vector.Entries {
		names[e.IRI] = e.En
		if s.config.Lang == "zh" {
			names[e.IRI] = e.Zh
		}
	}
	return func(iri string) string { return names[iri] }
}

// topicName returns the name of the topic in the user's language.
func (s *calibration) topicName() string {
	for _, e := range s.topic.Vector.Entries {
		if e.En == s.topic.Vector.Name && s.config.Lang == "zh" {
			return e.Zh
		}
	}
	return s.topic.Name
}

func (s *calibration) writeQuestions(ctx context.Context) error {
	if _, err := os.Stat(s.askFile); s.askFile != "-" && !errors.Is(err, fs.ErrNotExist) {
		return cli.Usagef("%s exists already; --labels reads the answers in it, or name another file", s.askFile)
	}
	if within(s.askFile, s.dir) {
		return cli.Usagef("--ask-file %s lies in the run folder, which belongs to the run; name another place", s.askFile)
	}
	var questions []calibrate.Question
	for _, i := range calibrate.Choose(s.pages.Pages, s.pages.Known, s.questions) {
		q, err := s.pages.Question(ctx, i, s.texts, s.name())
		if ctx.Err() != nil {
			return cli.WithCode(cli.ExitInterrupted, ctx.Err())
		}
		if err != nil {
			message.Fprintf(s.app.Err, "ontocrawl: %s: its text cannot be read: %s\n", term.Readable(s.pages.Pages[i].URL), term.Safe(message.Of(s.app.Err).Error(err)))
		}
		questions = append(questions, q)
	}
	if len(questions) == 0 {
		return cli.Usagef("every page of %s that is worth a question has been asked about", s.dir)
	}
	err := s.app.WriteTo(s.askFile, func(w io.Writer) error {
		return s.pages.WriteQuestions(w, calibrate.FormatOf(s.askFile), s.topicName(), questions)
	})
	if err == nil && s.askFile != "-" {
		message.Fprintf(s.app.Out, "%d questions are in %s. When yes, no or ? stands before each: ontocrawl calibrate %s --labels %s\n",
			len(questions), s.askFile, term.ShellWord(s.dir), term.ShellWord(s.askFile))
	}
	return err
}

// readLabels takes the answers of a file, and keeps those about pages of the run.
func (s *calibration) readLabels() error {
	r := s.app.In
	if s.labels != "-" {
		f, err := os.Open(s.labels)
		if err != nil {
			return cli.Usage(err)
		}
		defer f.Close()
		r = f
	}
	labels, err := marks.ReadLabels(r)
	if err != nil {
		return cli.Usage(english.Errorf("%s: %w", s.labels, err))
	}
	for _, l := range labels {
		reply, given := calibrate.ReplyOf(l.Verdict)
		if p, was, ok := s.pages.Find(l.URL); ok && given && was != reply {
			if err := s.kept.Add(p, reply); err != nil {
				return err
			}
		}
		s.pages.Learn([]marks.Label{l})
	}
	return nil
}

// conclude computes the threshold, sets it if the answers are enough, and prints the
// result.
func (s *calibration) conclude(ctx context.Context, quit error) error {
	res := s.pages.Result(s.judge.Phi())
	res.Run, res.Topic, res.Judge = s.dir, s.topic.Name, s.judge.Name()
	res.Marks = append(res.Marks, s.pages.Marks(s.topic.Vector, s.name())...)
	terms, err := s.pages.Terms(ctx, s.topic.Vector, s.texts)
	if err != nil {
		return err
	}
	res.Terms = append(res.Terms, terms...)
	if res.Set = res.Enough(); res.Set {
		if err := rundir.WriteCalibration(s.dir, &rundir.Calibration{
			Judge: res.Judge, Phi: res.Now.Phi, Answers: res.Yes + res.No, Yes: res.Yes, At: rundir.Time{Time: time.Now()},
		}); err != nil {
			return err
		}
	}
	if byHand := s.byHand(nil); byHand != "" && res.Set && s.asJSON {
		res.Notes = append(res.Notes, byHand) // JSON is English
	} else if byHand != "" && res.Set {
		res.Notes = append(res.Notes, s.byHand(message.Of(s.app.Out)))
	}
	if s.asJSON {
		err = s.app.JSON(res)
	} else {
		err = s.write(res)
	}
	switch {
	case err != nil:
		return err
	case quit != nil:
		return cli.Exit(cli.ExitInterrupted, cli.ErrSilent)
	case !res.Set:
		return cli.Exit(cli.ExitFailure, cli.ErrSilent)
	}
	return nil
}

// byHand says that a phi in the run's settings rules, if there is one.
func (s *calibration) byHand(p *message.Printer) string {
	switch phi := s.params.Settings["phi"].(type) {
	case float64:
		if phi != 0 {
			return p.Sprintf("This run was made with phi %v in its settings, which rules over the calibration.", phi)
		}
	}
	return ""
}

func (s *calibration) write(res *calibrate.Result) error {
	if err := res.Write(s.app.Out); err != nil || !res.Set {
		return err
	}
	message.Fprintf(s.app.Out, `
For other runs of this topic:
  in a settings file or a job: %s
  on the command line:         --phi %.2f
`, res.Line(), res.Now.Phi)
	if s.byHand(nil) != "" {
		return nil
	}
	_, err := message.Fprintf(s.app.Out, `
The run remembers phi %.2f. To see the pages whose verdict changes: ontocrawl rescore %s
The same crawl command once more, a refresh, or the next run of the job judges all
kept pages by it, without fetching them.
`, res.Now.Phi, term.ShellWord(s.dir))
	return err
}
