package jobedit

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Interview asks the five questions.
type Interview struct {
	In   io.Reader // answers, one a line; nil: nothing is asked, and the defaults count
	Out  io.Writer // questions
	Path string    // of the file of jobs
	Lang string    // of the questions: "zh", else English
	// Topics are the names of topics that need no file. The first stands for the topic
	// while it is not answered.
	Topics []string
	// Check checks a whole file of jobs. Its error may be a [*yamlread.Error].
	Check func(data []byte) error
}

// defaults are the answers to an empty line. A topic and sources have none.
var defaults = Answers{AskLanguages: all, AskReport: "alerts.xml", AskEvery: "1h"}

// Run completes the answers given and returns the file, which Check has accepted. An
// answer that was typed and is wrong is asked for again; one that was given is an
// [*AnswerError]. It returns when ctx ends, though a read of In may still wait.
func (v *Interview) Run(ctx context.Context, given Answers) (*FirstFile, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var lines <-chan line
	if v.In != nil {
		lines = v.read(ctx)
	}
	a := given
	for q := range a {
		a[q] = strings.TrimSpace(a[q])
	}
	for q := range questions {
		if err := v.answer(ctx, q, &a, lines); err != nil {
			return nil, err
		}
	}
	return a.file(v.Path, v.Lang)
}

// answer settles the question q.
func (v *Interview) answer(ctx context.Context, q Question, a *Answers, lines <-chan line) error {
	if a[q] == "" && lines == nil {
		a[q] = defaults[q]
	}
	if a[q] != "" || lines == nil {
		return v.check(q, a)
	}
	for {
		v.ask(q)
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case l := <-lines:
			if l.err != nil {
				return wrong(q, english.Errorf("no answer: %w", l.err))
			}
			a[q] = cmp.Or(strings.TrimSpace(l.text), defaults[q])
		}
		err := v.check(q, a)
		if err == nil {
			return nil
		}
		var bad *AnswerError
		if !errors.As(err, &bad) || bad.Question != q {
			return err
		}
		fmt.Fprintf(v.Out, "  %s: %s\n", textOf(v.Lang).wrong, term.Safe(bad.Text))
	}
}

// ask prints the question q.
func (v *Interview) ask(q Question) {
	t := textOf(v.Lang)
	question := t.ask[q]
	if q == AskTopic {
		question = fmt.Sprintf(question, strings.Join(v.Topics, ", "))
	}
	if defaults[q] != "" {
		question += " [" + fmt.Sprintf(t.fallback, defaults[q]) + "]"
	}
	fmt.Fprintf(v.Out, "%d/%d %s\n> ", q+1, questions, question)
}

// check checks the answer to q in a file whose other answers, as far as they are
// missing, are right.
func (v *Interview) check(q Question, a *Answers) error {
	if a[q] == "" {
		return &AnswerError{Question: q, Text: textOf(v.Lang).none}
	}
	whole := Answers{AskSources: "https://example.org/"}
	if len(v.Topics) > 0 {
		whole[AskTopic] = v.Topics[0]
	}
	for i := range questions {
		whole[i] = cmp.Or(whole[i], defaults[i])
		if i <= q { // what was given for the rest is checked when its turn comes
			whole[i] = a[i]
		}
	}
	f, err := whole.file(v.Path, v.Lang)
	if err != nil {
		return err
	}
	if err := v.Check(f.Data); err != nil {
		return &AnswerError{Question: q, Text: faults(err)}
	}
	return nil
}

// faults are the faults of a file without their lines, which nobody has seen yet.
func faults(err error) string {
	var bad *yamlread.Error
	if !errors.As(err, &bad) {
		return err.Error()
	}
	var all []string
	for _, f := range bad.Findings {
		if !f.Warning {
			all = append(all, f.Text)
		}
	}
	return strings.Join(all, "; ")
}

// line is a line of the answers, or why there is none.
type line struct {
	text string
	err  error
}

// longestLine is far above any list of seeds that somebody types.
const longestLine = 1 << 20

// read reads lines until In or ctx ends.
func (v *Interview) read(ctx context.Context) <-chan line {
	lines := make(chan line)
	go func() {
		s := bufio.NewScanner(v.In)
		s.Buffer(nil, longestLine)
		for {
			l := line{}
			if s.Scan() {
				l.text = s.Text()
			} else {
				l.err = cmp.Or(s.Err(), errors.New("the input ended"))
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
			if l.err != nil {
				return
			}
		}
	}()
	return lines
}

// Next says what was written and what to do with it.
func (f *FirstFile) Next(w io.Writer, lang string) {
	t := textOf(lang)
	path := term.Safe(term.ShellWord(f.Path))
	fmt.Fprintf(w, t.written+"\n%s\n", term.Safe(f.Path), f.Job, t.next)
	for _, s := range []string{"job check " + path, "job run " + f.Job + " --now --jobs " + path, "watch " + path} {
		fmt.Fprintf(w, "  ontocrawl %s\n", s)
	}
}
