package crawlcmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/read/markdown"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// ReadCommand returns the command read.
func ReadCommand(a *cli.App) *cobra.Command {
	r := reading{app: a}
	cmd := &cobra.Command{
		Use:   "read PAGE ... | --list FILE",
		Short: "Show what is read off a page, and why",
		Long: `Shows what is read off a page before anything is judged: title, kind, language, the
day of publication and which rule found it, author and site, the main text, the
blocks that are left out and for what, and the links by their place. PAGE is a
file, a URL, or - for standard input. PDF, DOCX, ODT, plain text, sitemaps and
feeds are read, too.

--list names many files: lines of a path (relative to the list), the address of
the page and its Content-Type, with tabs between them; the last two may be left
out. --json prints a line for each page, with the events that the page tells of and
their figures (docs/events.md). A page that cannot be read has a line with its
error.

One page cannot show what its host repeats on all pages. Of several pages of a
host, what stands on more than half of those before is left out from the second
on, as in a crawl. The host of a file is known by its address in the list.

Exit codes: 0 all were read; 1 a page could not be fetched, or one of several
could not be read; 2 the command line, a setting, the list or the only page is
wrong.`,
		Example: `  ontocrawl read saved.html
  ontocrawl read https://weather.example/news/1.html
  ontocrawl read bulletin.pdf feed.xml --json
  ontocrawl read --list pages.tsv --json > read.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if r.settings, err = a.Load(cmd); err != nil {
				return err
			}
			jobs, err := r.jobs(args)
			if err != nil {
				return err
			}
			return r.all(cmd.Context(), jobs)
		},
	}
	config.Bind(cmd.Flags(), "delay", "crawl-delay-cap", "timeout", "max-body", "documents", "max-redirects", "chain-cookies", "contact", "allow-private")
	cmd.Flags().BoolVar(&r.json, "json", false, "print a line of JSON for each page")
	cmd.Flags().StringVar(&r.list, "list", "", "file with lines of PATH, URL and CONTENT-TYPE, with tabs between them")
	return cmd
}

// reading is one call of read.
type reading struct {
	app      *cli.App
	settings *config.Config
	list     string
	json     bool
	hosts    repeated.Texts // of the pages read before
}

// toRead is one page that is to be read.
type toRead struct {
	name             string // as the user wrote it
	path             string // file, URL or "-"
	url, contentType string // of a file of the list; "": not known
}

// jobs are the pages that the command line names.
func (r *reading) jobs(args []string) (all []toRead, err error) {
	switch {
	case r.list == "" && len(args) == 0:
		return nil, cli.Usagef("name a file or a URL, or give --list")
	case r.list != "" && len(args) > 0:
		return nil, cli.Usagef("--list and %q contradict each other", term.Clip(args[0], 80))
	case r.list == "":
		for _, name := range args {
			all = append(all, toRead{name: name, path: name})
		}
		return all, nil
	}
	b, err := os.ReadFile(r.list)
	if err != nil {
		return nil, cli.Usage(err)
	}
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			continue
		}
		f := append(strings.Split(line, "\t"), "", "")
		j := toRead{name: f[0], path: f[0], url: f[1], contentType: f[2]}
		if !filepath.IsAbs(j.path) {
			j.path = filepath.Join(filepath.Dir(r.list), j.path)
		}
		all = append(all, j)
	}
	return all, nil
}

// all reads and shows the pages. Of several, one that cannot be read does not stop the others.
func (r *reading) all(ctx context.Context, jobs []toRead) error {
	failed := 0
	for i, j := range jobs {
		out, answer, err := r.one(ctx, &j)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && len(jobs) == 1 && r.list == "" {
			return err
		}
		if err != nil {
			failed++
		}
		if err := r.show(i, &j, out, answer, err); err != nil {
			return err
		}
	}
	if failed > 0 {
		return cli.Exit(cli.ExitFailure, english.Errorf("%d of %d pages could not be read", failed, len(jobs)))
	}
	return nil
}

func (r *reading) one(ctx context.Context, j *toRead) (*markdown.Readout, *crawl.Response, error) {
	answer, err := readPage(ctx, r.app, r.settings, j.path)
	if err != nil {
		return nil, nil, err
	}
	if key, err := urlkey.Canonical(j.url); err == nil {
		answer.URL, answer.Final = key, key
	}
	if j.contentType != "" {
		answer.ContentType = j.contentType
	}
	reader := markdown.Reader{Documents: r.app.Documents(r.settings)}
	if answer.Final != fileAddress {
		reader.Hosts = &r.hosts
	}
	out, err := reader.Read(ctx, answer)
	if err != nil && !errors.Is(err, context.Canceled) {
		err = cli.Usagef("%s: %w", j.name, err)
	}
	return out, answer, err
}

// show writes one page, or why there is none.
func (r *reading) show(i int, j *toRead, out *markdown.Readout, answer *crawl.Response, failed error) error {
	w := r.app.Out
	if r.json {
		rec := record{File: j.name}
		if failed != nil {
			rec.Error = redact.Text(failed.Error())
		} else {
			rec.fill(out, answer.Final)
			if err := rec.tell(out, answer.Final); err != nil {
				return err
			}
		}
		return term.WriteJSON(w, &rec, "")
	}
	if i > 0 {
		fmt.Fprintln(w)
	}
	if failed != nil {
		_, err := fmt.Fprintf(r.app.Err, "ontocrawl: %s\n", term.Safe(redact.Text(message.Of(r.app.Err).Error(failed))))
		return err
	}
	return writeReadout(w, j.name, out)
}
