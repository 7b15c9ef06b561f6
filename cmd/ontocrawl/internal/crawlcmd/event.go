package crawlcmd

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// eventFlags are the flags of event.
type eventFlags struct {
	fact, into, unit, to, note, by string
	pages                          []string
	value                          float64
	asJSON                         bool

	valued bool
}

// EventCommand returns the command event.
func EventCommand(a *cli.App) *cobra.Command {
	var f eventFlags
	cmd := &cobra.Command{
		Use:   "event RUN [EVENT [confirm|refuse|correct|merge|split|withdraw|acknowledge|assign|note]]",
		Short: "List the events of a run, and say which of them, and of their facts, are so",
		Long: `Lists the events that the relevant pages of the run folder RUN tell of, with their ids;
with EVENT its facts, with theirs. What a person decides wins over what pages say, and
stays when they are read anew:

  confirm   the event, or the fact of --fact, is so
  refuse    it is not: the event goes, and does not return; the fact counts no more
  correct   the fact of --fact has the value of --value
  merge     the event is the one of --into
  split     the pages of --page tell of another event
  withdraw  takes back what was decided about the event, or the fact

Three more say who works on an event, and change nothing of what pages say of it:

  acknowledge  somebody has seen it
  assign       the person of --to works on it; without --to nobody does any more
  note         the text of --note, for who comes next

Decisions stand in RUN/events/decisions.jsonl with who and when; nothing is deleted
there. A graph of events that is kept (docs/events.md) has them from its next update on.

Exit codes: 0 decided, or listed; 1 it failed while working; 2 the command line, RUN,
or a decision is wrong, and nothing was decided.`,
		Example: `  ontocrawl event runs/typhoon
  ontocrawl event runs/typhoon 0f3a2b1c4d5e6f70
  ontocrawl event runs/typhoon 0f3a2b1c4d5e6f70 refuse --note "a drill"
  ontocrawl event runs/typhoon 0f3a2b1c4d5e6f70 correct --fact 77aa00bb11cc22dd --value 12
  ontocrawl event runs/typhoon 0f3a2b1c4d5e6f70 assign --to wang --note "calls the port"`,
		Args: cobra.RangeArgs(1, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.valued = cmd.Flags().Changed("value")
			return f.run(cmd, a, args)
		},
	}
	config.Bind(cmd.Flags(), append(JudgeSettings(), "log-level", "log-format")...)
	for _, name := range JudgeSettings() {
		cmd.Flags().Lookup(name).Hidden = true
	}
	fs := cmd.Flags()
	fs.StringVar(&f.fact, "fact", "", "id of the fact that is meant, not the event")
	fs.Float64Var(&f.value, "value", 0, "with correct: the value")
	fs.StringVar(&f.unit, "unit", "", "with correct: the unit of the value (default: the one that it had)")
	fs.StringVar(&f.into, "into", "", "with merge: id of the event that it is")
	fs.StringArrayVar(&f.pages, "page", nil, "with split: address of a page that tells of another event; may be repeated")
	fs.StringVar(&f.to, "to", "", "with assign: who works on it")
	fs.StringVar(&f.note, "note", "", "why, or the text of note")
	fs.StringVar(&f.by, "by", os.Getenv("USER"), "who decides")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON")
	fs.Lookup("by").DefValue = ""
	return cmd
}

func (f *eventFlags) run(cmd *cobra.Command, a *cli.App, args []string) error {
	dir := args[0]
	if err := checkRun(dir); err != nil {
		return err
	}
	if len(args) == 3 && !slices.Contains(eventgraph.Verbs(), eventgraph.Verb(args[2])) {
		return cli.Usagef("%q is none of %v", args[2], eventgraph.Verbs())
	}
	if len(args) < 3 && (f.fact != "" || f.into != "" || f.to != "" || f.note != "" || f.valued || len(f.pages) > 0) {
		return cli.Usagef("say what is decided: ontocrawl event %s EVENT confirm, refuse, correct, merge, split, withdraw, acknowledge, assign or note", term.ShellWord(dir))
	}
	cards, kept, err := eventsOf(cmd, a, dir)
	if err != nil {
		return cli.Failure(err)
	}
	switch len(args) {
	case 1:
		return cli.Failure(f.list(a, cards))
	case 2:
		return f.show(a, cards, args[1])
	}
	return f.decide(cmd, a, dir, cards, kept, args)
}

// eventsOf are the events that are kept of a run, else those that its relevant pages tell of.
func eventsOf(cmd *cobra.Command, a *cli.App, dir string) (cards *eventgraph.Cards, kept bool, err error) {
	cache := &eventgraph.Cache{Folder: func(string) (string, bool) { return dir, true }}
	if cards, _, err = cache.Cards(""); err != nil || cards != nil {
		return cards, true, err
	}
	c, _, err := loadAs(a, settingsOnly(cmd), dir)
	if err != nil {
		return nil, false, err
	}
	var g graphFlags
	g.filter.Relevant = true
	b, err := g.builder(cmd, a, c)
	if err != nil {
		return nil, false, err
	}
	if _, err := addPages(cmd, a, c, dir, &g, b); err != nil {
		return nil, false, err
	}
	if cards, err = b.Cards().Acted(dir); err != nil {
		return nil, false, err
	}
	cards.At = time.Now().UTC().Truncate(time.Second)
	return cards, false, nil
}

func (f *eventFlags) decide(cmd *cobra.Command, a *cli.App, dir string, cards *eventgraph.Cards, kept bool, args []string) error {
	o := eventgraph.Order{Event: args[1], Into: f.into, Decision: eventgraph.Decision{What: eventgraph.Verb(args[2]), By: f.by, Fact: f.fact, Unit: f.unit, Pages: f.pages, To: f.to, Note: f.note}}
	if f.valued {
		o.Value = &f.value
	}
	if o.What == eventgraph.Merge && f.into == "" {
		return cli.Usagef("merge needs --into EVENT")
	}
	err := eventgraph.Decide(cmd.Context(), dir, cards, o)
	if bad := new(eventgraph.DecisionError); errors.As(err, &bad) || errors.Is(err, fs.ErrNotExist) {
		return cli.Usage(err)
	} else if err != nil {
		return cli.Failure(err)
	}
	if f.asJSON {
		return cli.Failure(a.JSON(struct {
			Decided bool `json:"decided"`
		}{true}))
	}
	if kept && !o.What.IsDuty() {
		_, err = message.Fprintf(a.Out, "decided; it counts from the next update of the kept events on\n")
		return err
	}
	_, err = message.Fprintf(a.Out, "decided\n")
	return err
}

// list prints the events, those that people set aside last.
func (f *eventFlags) list(a *cli.App, cards *eventgraph.Cards) error {
	if f.asJSON {
		whole, err := cards.Whole()
		if err != nil {
			return err
		}
		return a.JSON(whole)
	}
	t := &term.Table{Head: []string{"event", "kind", "name", "days", "places", "pages", "with", "decided"}}
	for i := range cards.Cards {
		c := &cards.Cards[i]
		days := c.Begin
		if c.End != c.Begin {
			days += "/" + c.End
		}
		var places []string
		for _, p := range c.Places {
			places = append(places, p.Name)
		}
		t.Add(c.ID, c.Kind, calledOf(c.Names), days, listed(places), message.Of(a.Out).Sprintf("%d", c.Pages), c.With(), decidedBy(c.Decided))
	}
	for i := range cards.Aside {
		c := &cards.Aside[i]
		t.Add(c.ID, c.Kind, calledOf(c.Names), c.Begin, listed(c.Places), "", "", decidedBy(&c.Decided))
	}
	return t.Write(a.Out)
}

func calledOf(all []eventgraph.Named) string {
	var names []string
	for _, n := range all {
		names = append(names, n.Text)
	}
	return listed(names)
}

// listed are the first of some names.
func listed(all []string) string { return term.Clip(strings.Join(all[:min(len(all), 3)], ", "), 40) }

func decidedBy(d *eventgraph.Decided) string {
	if d == nil {
		return ""
	}
	return term.Clip(strings.TrimSpace(string(d.What)+" "+d.By+" "+d.At.Format("2006-01-02 15:04")+" "+d.Note), 60)
}

// show prints the facts of one event.
func (f *eventFlags) show(a *cli.App, cards *eventgraph.Cards, id string) error {
	i := slices.IndexFunc(cards.Cards, func(c eventgraph.Card) bool { return c.ID == id })
	if i < 0 {
		return cli.Usagef("there is no event %s; ontocrawl event RUN lists them", term.Clip(id, 40))
	}
	c, err := cards.Full(i)
	if err != nil {
		return cli.Failure(err)
	}
	if f.asJSON {
		return cli.Failure(a.JSON(c))
	}
	t := &term.Table{Head: []string{"fact", "kind", "value", "modality", "day", "place", "decided", "sentence"}}
	for k := range c.Figures {
		g := &c.Figures[k]
		value := strings.TrimSpace(g.Colour + " " + g.Warns)
		if g.Unit != "" {
			value = message.Of(a.Out).Sprintf("%s%v %s", g.Bound, g.Value, g.Unit)
		}
		if g.Doubt != "" {
			value += " (?)"
		}
		t.Add(g.ID, g.Kind, value, g.Modality, g.Day, term.Clip(g.Where, 20), decidedBy(g.Decided), term.Clip(g.Sentence, 60))
	}
	if err := t.Write(a.Out); err != nil {
		return cli.Failure(err)
	}
	for i := range c.Log {
		d := &c.Log[i]
		message.Fprintf(a.Out, "%s\n", term.Readable(strings.Join(strings.Fields(d.At.Format("2006-01-02 15:04")+" "+d.By+" "+string(d.What)+" "+d.To+" "+d.Fact+" "+d.Note), " "))) //nolint:errcheck // the next write reports it
	}
	for _, p := range c.Told {
		message.Fprintf(a.Out, "%s\n", term.Readable(p.URL)) //nolint:errcheck // the next write reports it
	}
	return nil
}
