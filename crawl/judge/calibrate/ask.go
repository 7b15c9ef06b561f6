package calibrate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Dialogue asks a person on a terminal.
type Dialogue struct {
	In    io.Reader
	Out   io.Writer
	Topic string // as a person calls it
	Texts Texts  // nil: no sentences are shown
	Name  func(iri string) string
	Keep  func(p *Page, r Reply) error // called with each reply, before the next question
}

// ErrQuit says that the person ended the dialogue before its last question.
var ErrQuit = errors.New("calibrate: ended before the last question")

// Ask asks n questions, or fewer if the run has fewer pages to ask about, and takes the
// replies into the run. The end of the input ends it as the key q does, with ErrQuit. The end of
// ctx ends it with the error of ctx.
func (d *Dialogue) Ask(ctx context.Context, run *Run, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := readLines(ctx, d.In)
	n = min(n, run.left())
	message.Fprintf(d.Out, "%d questions about pages of this run. y: yes, n: no, ?: cannot tell, b: back, q: quit. Each key with Enter.\n", n)
	var asked []int
	for at := 0; at < n; {
		if at == len(asked) {
			next := Choose(run.Pages, run.Known, 1)
			if len(next) == 0 {
				return nil
			}
			asked = append(asked, next[0])
		}
		key, err := d.one(ctx, run, asked[at], message.Of(d.Out).Sprintf("Question %d of %d", at+1, n), lines)
		switch {
		case err != nil:
			return err
		case key == "b":
			at = max(0, at-1)
			continue
		case key == "q":
			return ErrQuit
		}
		reply, _ := parseReply(key)
		run.Known[asked[at]] = reply
		if err := d.Keep(&run.Pages[asked[at]], reply); err != nil {
			return err
		}
		at++
	}
	return nil
}

// one asks one question and returns the key: b, q or a reply.
func (d *Dialogue) one(ctx context.Context, run *Run, i int, head string, lines <-chan string) (string, error) {
	q, err := run.Question(ctx, i, d.Texts, d.Name)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	p := &run.Pages[i]
	fmt.Fprintf(d.Out, "\n%s\n  %s\n  %s\n", head, term.Safe(titleOf(message.Of(d.Out), p)), term.Readable(p.URL))
	switch {
	case err != nil:
		message.Fprintf(d.Out, "  (its text cannot be read: %s)\n", term.Safe(message.Of(d.Out).Error(err)))
	case q.Sentence != "":
		fmt.Fprintf(d.Out, "  “%s”\n", term.Safe(q.Sentence))
	}
	message.Fprintf(d.Out, "  found: %s\n", term.Safe(q.Why))
	for {
		message.Fprintf(d.Out, "Is this page about %s? [y/n/?/b/q] ", term.Safe(d.Topic))
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case line, ok := <-lines:
			if !ok {
				fmt.Fprintln(d.Out)
				return "q", nil
			}
			key := strings.ToLower(strings.TrimSpace(line))
			switch key {
			case "b", "back", "返回":
				return "b", nil
			case "q", "quit", "退出":
				return "q", nil
			}
			if _, ok := parseReply(key); ok {
				return key, nil
			}
			message.Fprint(d.Out, "Please type y, n, ?, b or q, and Enter.\n")
		}
	}
}

func titleOf(lang *message.Printer, p *Page) string {
	if strings.TrimSpace(p.Title) == "" {
		return lang.Text("(no title)")
	}
	return p.Title
}

// readLines reads lines in a goroutine of its own, so that a signal ends the dialogue
// while it waits. The goroutine ends with the input, or with ctx at its next line.
func readLines(ctx context.Context, r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		s := bufio.NewScanner(r)
		for s.Scan() {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
