package crawlcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// markFlags are the flags of mark.
type markFlags struct {
	note, by, from, out string
	read, unread        bool
	list, asJSON        bool
	ask                 int

	noted bool
}

// MarkCommand returns the command mark.
func MarkCommand(a *cli.App) *cobra.Command {
	var f markFlags
	cmd := &cobra.Command{
		Use:   "mark RUN [URL [right|wrong|unsure|none]]",
		Short: "Say of a run's pages whether they belong to the topic, and list what was said",
		Long: `Marks a page of the run folder RUN: right if it belongs to the topic, whatever the
judge says, wrong if it does not, unsure if nobody can tell; none takes an earlier
mark back. --note adds a text, --read and --unread say whether somebody has read the
page. Marks stand in RUN/marks.jsonl. A running crawl is not disturbed, and several
people may mark at the same time. The answers to ontocrawl calibrate are marks, too,
and calibrate asks about no page that is marked.

--from takes the marks of a file: lines of an address and right or wrong (or yes or
no) between tabs, commas or semicolons, with or without a head, or JSON objects with
url and verdict, also with note, read, by and at (then the marks of another run). An
address that the run does not hold is marked all the same, and reported.

--list prints what holds of each page; with --out it is a file of labels that eval,
calibrate and mark --from take: .tsv, .csv or .jsonl.

--ask names pages about which a mark tells most: where the threshold may lie, and
nobody has said anything.

What marks are good for: ontocrawl teach RUN.

Exit codes: 0 marked, or listed; 1 it failed while working; 2 the command line, RUN,
a mark or the file is wrong, and nothing was marked.`,
		Example: `  ontocrawl mark runs/typhoon https://weather.example/news/1.html wrong --note "about a film"
  ontocrawl mark runs/typhoon https://weather.example/news/1.html none
  ontocrawl mark runs/typhoon --ask 10
  ontocrawl mark runs/typhoon --from labels.csv --by li
  ontocrawl mark runs/typhoon --list --json
  ontocrawl mark runs/typhoon --list --out labels.tsv`,
		Args: cobra.RangeArgs(1, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.noted = cmd.Flags().Changed("note")
			if err := f.check(args); err != nil {
				return err
			}
			if err := checkRun(args[0]); err != nil {
				return err
			}
			if f.ask > 0 {
				return f.worthAsking(a, args[0])
			}
			file, err := marks.Open(args[0])
			if err != nil {
				return cli.WithCode(cli.ExitFailure, err)
			}
			switch {
			case f.list:
				return f.show(a, file)
			case f.from != "":
				return f.take(cmd.Context(), a, file, args[0])
			}
			return f.mark(cmd.Context(), a, file, args)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.note, "note", "", `a note about the page; "" deletes it`)
	fs.StringVar(&f.by, "by", os.Getenv("USER"), "who marks")
	fs.BoolVar(&f.read, "read", false, "somebody has read the page")
	fs.BoolVar(&f.unread, "unread", false, "nobody has read the page")
	fs.StringVar(&f.from, "from", "", "take the marks of this file (- for standard input)")
	fs.IntVar(&f.ask, "ask", 0, "name so many pages about which a mark tells most")
	fs.BoolVar(&f.list, "list", false, "print what holds of each marked page")
	fs.StringVar(&f.out, "out", "", "with --list: write a file of labels, .tsv, .csv or .jsonl")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON")
	cmd.Flags().Lookup("by").DefValue = ""
	return cmd
}

func (f *markFlags) check(args []string) error {
	one := f.noted || f.read || f.unread
	switch {
	case f.ask < 0 || f.ask > mostAsked:
		return cli.Usagef("--ask is %d, but it must be from 1 to %d", f.ask, mostAsked)
	case f.ask > 0 && (f.list || f.from != "" || f.out != "" || one || len(args) > 1):
		return cli.Usagef("--ask marks nothing: leave out what else is given, or leave out --ask")
	case f.list && (f.from != "" || one || len(args) > 1):
		return cli.Usagef("--list marks nothing: leave out what else is given, or leave out --list")
	case f.out != "" && !f.list:
		return cli.Usagef("--out goes with --list")
	case f.out != "" && f.asJSON:
		return cli.Usagef("--json prints the list; the name of the file of --out says its form")
	case f.out != "" && within(f.out, args[0]):
		return cli.Usagef("--out %s lies in the run folder, which belongs to the run; name another place", f.out)
	case f.list, f.ask > 0:
		return nil
	case f.from != "" && (one || len(args) > 1):
		return cli.Usagef("--from takes the marks of a file: leave out the address, and --note, --read and --unread")
	case f.from != "":
		return nil
	case f.read && f.unread:
		return cli.Usagef("--read and --unread contradict each other")
	case len(args) == 1:
		return cli.Usagef("say which page: ontocrawl mark %s URL right, wrong, unsure or none; or --ask 10, --from FILE, or --list", term.ShellWord(args[0]))
	case len(args) == 2 && !one:
		return cli.Usagef("say what the page is: right, wrong, unsure or none, or give --note, --read or --unread")
	}
	return nil
}

// mark marks one page.
func (f *markFlags) mark(ctx context.Context, a *cli.App, file *marks.File, args []string) (err error) {
	m := marks.Mark{URL: args[1], By: f.by}
	if len(args) == 3 {
		if m.Verdict, err = marks.ParseVerdict(args[2]); err != nil {
			return cli.Usage(err)
		}
	}
	if f.noted {
		m.Note = &f.note
	}
	if f.read || f.unread {
		m.Read = &f.read
	}
	return f.append(ctx, a, file, args[0], []marks.Mark{m})
}

// take marks what a file says, all of it or nothing.
func (f *markFlags) take(ctx context.Context, a *cli.App, file *marks.File, dir string) error {
	r := a.In
	if f.from != "-" {
		in, err := os.Open(f.from)
		if err != nil {
			return cli.Usage(err)
		}
		defer in.Close()
		r = in
	}
	list, err := marks.Import(r, f.by)
	if err != nil {
		return cli.Usage(fmt.Errorf("%s: %w", f.from, err))
	}
	return f.append(ctx, a, file, dir, list)
}

// append keeps marks and says of which pages the run knows nothing.
func (f *markFlags) append(ctx context.Context, a *cli.App, file *marks.File, dir string, list []marks.Mark) error {
	if err := file.Append(ctx, list...); err != nil {
		var bad *marks.MarkError
		if errors.As(err, &bad) {
			return cli.Usage(err)
		}
		return cli.Failure(err)
	}
	all, err := file.All() // with their keys
	if err != nil {
		return cli.Failure(err)
	}
	unknown, err := unknownOf(dir, all[max(0, len(all)-len(list)):])
	if err != nil {
		return cli.Failure(err)
	}
	if f.asJSON {
		return cli.Failure(a.JSON(struct {
			Marked  int      `json:"marked"`
			Unknown []string `json:"unknown"`
		}{len(list), unknown}))
	}
	for i, key := range unknown {
		if i == 3 {
			message.Fprintf(a.Err, "ontocrawl: and %d more addresses that the run does not hold\n", len(unknown)-i)
			break
		}
		message.Fprintf(a.Err, "ontocrawl: the run does not hold %s; the mark is kept\n", term.Readable(key))
	}
	_, err = message.Fprintf(a.Out, "%d marked\n", len(list))
	return err
}

// unknownOf returns the marked addresses that the run in dir does not hold.
func unknownOf(dir string, list []marks.Mark) ([]string, error) {
	wanted := map[string]bool{}
	for _, m := range list {
		wanted[m.URL] = true
	}
	for p, err := range rundir.Current(dir) {
		if err != nil {
			return nil, err
		}
		delete(wanted, p.URL)
		delete(wanted, p.Asked)
	}
	unknown := []string{}
	for _, m := range list {
		if wanted[m.URL] {
			delete(wanted, m.URL)
			unknown = append(unknown, m.URL)
		}
	}
	return unknown, nil
}

// show prints what holds of each page.
func (f *markFlags) show(a *cli.App, file *marks.File) error {
	all, err := file.Latest()
	if err != nil {
		return cli.Failure(err)
	}
	list := make([]marks.State, 0, len(all))
	for _, key := range marks.Keys(all) {
		list = append(list, all[key])
	}
	if n := file.Faults(); n > 0 {
		message.Fprintf(a.Err, "ontocrawl: %s: %d lines are no marks and were left out\n", rundir.MarksFile, n)
	}
	switch {
	case f.out != "":
		return cli.Failure(a.WriteTo(f.out, func(w io.Writer) error {
			return marks.Export(w, strings.ToLower(filepath.Ext(f.out)), list)
		}))
	case f.asJSON:
		return cli.Failure(a.JSON(list))
	}
	t := &term.Table{Head: []string{"mark", "read", "page", "marked by", "at", "note"}}
	for _, s := range list {
		read := ""
		if s.Read {
			read = message.Of(a.Out).Text("read")
		}
		t.Add(string(s.Verdict), read, term.Readable(s.URL), term.Clip(s.By, 20), s.At.Format("2006-01-02 15:04"), term.Clip(s.Note, 40))
	}
	return cli.Failure(t.Write(a.Out))
}
