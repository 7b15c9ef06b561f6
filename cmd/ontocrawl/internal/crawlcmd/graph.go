package crawlcmd

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// graphFlags are the flags of graph.
type graphFlags struct {
	filter                                 export.Filter
	to, format, gazetteer, sameAs, hazards string
	asJSON                                 bool

	alike  *eventgraph.SameAs
	places *gazetteer.Gazetteer
	kinds  *extract.Hazards
}

// GraphCommand returns the command graph. jobs returns the run folders of a file of jobs or of its
// folder.
func GraphCommand(a *cli.App, jobs func(name string) ([]string, error)) *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use:   "graph RUN|JOBS",
		Short: "Write what the pages of a run say about events, as a graph",
		Long: `Reads the pages of the run folder RUN and writes a graph of events: storms by name
and number, floods, landslides, earthquakes, fires and accidents by kind, day and
place; landfalls; figures with units (wind, rain, pressure, dead, missing,
injured, displaced, losses); warnings and their colour. Each statement has its
sentence, page, time, place and confidence. Figures that differ stand side by
side. What several pages tell in Chinese (both scripts) or English is one event,
with the reason. docs/events.md describes the vocabulary and the rules.

Relative times ("yesterday", 昨日) are resolved against the date of their page;
without one they stay as written. A unit that does not fit its figure and a date
beyond reason are listed and are no statements.

--gazetteer FILE adds places in the format of GeoNames (the file of a country, or
cities500.txt) to those of this program. --same-as FILE has the IRI
of an event or place, a tab and a thing of Wikidata (Q123) on each line; nothing
is linked to Wikidata without it. --hazards FILE adds kinds of events, with their
words and figures (docs/events.md), to those of this program.

With .geojson or --format geojson the events of one run are features for a map
(QGIS, Leaflet): places, days, names, newest figures and pages of each. With
.cap.xml or --format cap they are a draft of an alert (CAP 1.2), which nobody
has sent.

For a file of jobs, or the folder of its runs, the graph of each job that has a run is
written: one named graph for the run folder of a job, which all its runs share. A job
can keep its graph up to date by itself (docs/monitoring.md, event-graph).

The run is not changed. Pages that ask not to be kept cannot be read; they are
counted. While a crawl uses the run, only its archive can be read. The file named
by --out appears when it is complete. --json prints what the graph holds (for JOBS a
list, one for each graph), and needs --out.

Exit codes: 0 written; 1 nothing was written, because reading or writing failed;
2 the command line, RUN, JOBS, the ontology of the run or a table is wrong.`,
		Example: `  ontocrawl graph runs/typhoon -o events.trig
  ontocrawl graph runs/typhoon --relevant --lang zh --lang en -o events.nq --json
  ontocrawl graph runs/typhoon --gazetteer CN.txt --same-as wikidata.tsv -o events.trig
  ontocrawl graph jobs.yaml -o events.trig
  ontocrawl graph runs/typhoon --relevant -o events.geojson
  ontocrawl graph runs/typhoon --relevant -o events.cap.xml
  ontocrawl graph runs/typhoon --format nquads | sort -u > events.nq`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runGraph(cmd, a, jobs, args[0], &f) },
	}
	config.Bind(cmd.Flags(), append(JudgeSettings(), "log-level", "log-format")...)
	for _, name := range JudgeSettings() {
		cmd.Flags().Lookup(name).Hidden = true
	}
	fs := cmd.Flags()
	fs.StringVarP(&f.to, "out", "o", "", "file to write (default: standard output)")
	fs.StringVar(&f.format, "format", "", "trig, nquads, geojson or cap (default: by the name of --out, else trig)")
	fs.StringVar(&f.gazetteer, "gazetteer", "", "file of places in the format of GeoNames")
	fs.StringVar(&f.hazards, "hazards", "", "table of kinds of events with their words")
	fs.StringVar(&f.sameAs, "same-as", "", "table of IRIs and things of Wikidata")
	fs.BoolVar(&f.filter.Relevant, "relevant", false, "only relevant pages")
	fs.Float64Var(&f.filter.Min, "min", 0, "only pages of at least this relevance")
	fs.StringSliceVar(&f.filter.Hosts, "host", nil, "only pages of this host and of hosts below it; may be repeated")
	fs.StringSliceVar(&f.filter.Langs, "lang", nil, "only pages in this language (zh, en, zh-Hant); may be repeated")
	fs.BoolVar(&f.asJSON, "json", false, "print what the graph holds as JSON")
	return cmd
}

// graphFormat returns the format of --format, else of the file name.
func graphFormat(f *graphFlags) (eventgraph.Format, error) {
	switch format := eventgraph.Format(f.format); {
	case format == eventgraph.TriG || format == eventgraph.NQuads || format.OfOneRun():
		return format, nil
	case f.format != "":
		return "", cli.Usagef("--format is %q, but it must be trig, nquads, geojson or cap", f.format)
	case f.to == "" || f.to == "-":
		return eventgraph.TriG, nil
	}
	format, ok := eventgraph.FormatOf(f.to)
	if !ok {
		return "", cli.Usagef("the name of %s does not show its format (.trig, .nq, .geojson or .cap.xml); name the format with --format", f.to)
	}
	return format, nil
}

// check refuses a wrong command line.
func (f *graphFlags) check(dir string) error {
	switch {
	case f.filter.Min < 0 || f.filter.Min > 1:
		return cli.Usagef("--min is %v, but it must be between 0 and 1", f.filter.Min)
	case f.asJSON && (f.to == "" || f.to == "-"):
		return cli.Usagef("--json needs --out, because the graph goes to standard output without it")
	case within(f.to, dir):
		return cli.Usagef("--out %s lies in the run folder, which belongs to the run; name another place", f.to)
	}
	return nil
}

// runGraph writes the graph of a run, or one for each job that has a run.
func runGraph(cmd *cobra.Command, a *cli.App, jobs func(string) ([]string, error), name string, f *graphFlags) error {
	format, err := graphFormat(f)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	dirs, several := []string{name}, err == nil && !info.IsDir() || !IsRun(name)
	if several {
		if dirs, err = jobs(name); err != nil {
			return err
		}
	}
	if several && format.OfOneRun() {
		return cli.Usagef("%s has the events of one run; %s is of several, so name the run folder of one of them", string(format), name)
	}
	for _, dir := range dirs {
		if err := f.check(dir); err != nil {
			return err
		}
	}
	if f.alike, f.places, err = f.tables(); err != nil {
		return err
	}
	var all []*eventgraph.Summary
	err = a.WriteTo(f.to, func(w io.Writer) error {
		for _, dir := range dirs {
			s, err := graphOf(cmd, a, dir, f, w, format)
			if err != nil {
				return err
			}
			all = append(all, s)
		}
		return nil
	})
	if err != nil {
		return cli.Failure(err)
	}
	if n := len(all); n > 0 {
		all[n-1].UnusedSameAs = f.alike.Unused() // of all graphs
	}
	return cli.Failure(f.told(a, all, dirs, several))
}

// told says what the graphs hold.
func (f *graphFlags) told(a *cli.App, all []*eventgraph.Summary, dirs []string, several bool) error {
	switch {
	case f.asJSON && several:
		return a.JSON(all)
	case f.asJSON:
		return a.JSON(all[0])
	}
	for i, s := range all {
		if several {
			message.Fprintf(a.Err, "ontocrawl: %s:\n", term.Safe(dirs[i])) //nolint:errcheck // the next line reports it
		}
		if i < len(all)-1 {
			s.UnusedSameAs = nil
		}
		if err := writeGraphSummary(a.Err, s); err != nil {
			return err
		}
	}
	return nil
}

// graphOf writes the graph of one run folder.
func graphOf(cmd *cobra.Command, a *cli.App, dir string, f *graphFlags, w io.Writer, format eventgraph.Format) (*eventgraph.Summary, error) {
	c, _, err := loadAs(a, settingsOnly(cmd), dir)
	if err != nil {
		return nil, err
	}
	run, err := RunOf(dir)
	if err != nil {
		return nil, err
	}
	b, err := f.builder(cmd, a, c)
	if err != nil {
		return nil, err
	}
	unread, err := addPages(cmd, a, c, dir, f, b)
	if err != nil {
		return nil, err
	}
	s, err := b.Write(w, format, &run, f.alike)
	if err != nil {
		return nil, err
	}
	s.Unread = unread
	return s, nil
}

// settingsOnly is a command with the settings of cmd that were given. The settings of a run are
// put into its flags, and the next run begins without them.
func settingsOnly(cmd *cobra.Command) *cobra.Command {
	one := &cobra.Command{}
	one.SetContext(cmd.Context())
	config.Bind(one.Flags(), append(JudgeSettings(), "log-level", "log-format")...)
	cmd.Flags().Visit(func(given *pflag.Flag) {
		if f := one.Flags().Lookup(given.Name); f != nil {
			one.Flags().Set(f.Name, given.Value.String()) //nolint:errcheck // it was set so before
		}
	})
	return one
}

// builder knows the ontologies of the run and the user's places.
func (f *graphFlags) builder(cmd *cobra.Command, a *cli.App, c *config.Config) (*eventgraph.Builder, error) {
	t, err := a.Topic(cmd.Context(), c)
	if err != nil {
		return nil, err
	}
	opt := extract.Options{Places: f.places, Hazards: f.kinds}
	for _, s := range t.Sources {
		opt.Terms = append(opt.Terms, eventgraph.Terms(s.Graph())...)
	}
	b, err := eventgraph.NewBuilder(opt)
	return b, cli.Failure(err)
}

func addPages(cmd *cobra.Command, a *cli.App, c *config.Config, dir string, f *graphFlags, b *eventgraph.Builder) (unread int, err error) {
	from, err := rescore.Open(dir, a.Logger(c))
	if err != nil {
		return 0, err
	}
	defer from.Close() //nolint:errcheck // it was only read
	if from.Why != nil {
		message.Fprintf(a.Err, "ontocrawl: the kept texts cannot be read now: %s\n", term.Safe(message.Of(a.Err).Error(from.Why)))
	}
	var restored *atomicfile.RestoredError
	if err := b.AddEarlier(dir, f.filter.Allow); errors.As(err, &restored) {
		message.Fprintf(a.Err, "ontocrawl: %s\n", term.Safe(message.Of(a.Err).Error(restored)))
	} else if err != nil {
		return 0, cli.Failure(err)
	}
	unread, err = b.AddRun(cmd.Context(), f.filter.Select(rundir.Current(dir)), from, rescore.Plain{})
	b.Finish()
	if err == nil {
		if err = b.Decide(dir); errors.As(err, &restored) {
			message.Fprintf(a.Err, "ontocrawl: %s\n", term.Safe(message.Of(a.Err).Error(restored)))
			err = nil
		}
	}
	return unread, err
}

// tables reads the user's files.
func (f *graphFlags) tables() (alike *eventgraph.SameAs, places *gazetteer.Gazetteer, err error) {
	err = withFile(f.gazetteer, func(r io.Reader) (err error) {
		places, err = gazetteer.Read(r, term.Safe(f.gazetteer))
		return err
	})
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	err = withFile(f.hazards, func(r io.Reader) (err error) {
		f.kinds, err = extract.ReadHazards(r, term.Safe(f.hazards))
		return err
	})
	if err != nil {
		return nil, nil, cli.Usage(err)
	}
	err = withFile(f.sameAs, func(r io.Reader) (err error) {
		alike, err = eventgraph.ReadSameAs(r, term.Safe(f.sameAs))
		return err
	})
	return alike, places, cli.WithCode(cli.ExitUsage, err)
}

// withFile opens a file that was named, and reads it.
func withFile(name string, read func(io.Reader) error) error {
	if name == "" {
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return read(file)
}

// shownDoubts is how many doubtful figures the text shows.
const shownDoubts = 10

func writeGraphSummary(w io.Writer, s *eventgraph.Summary) error {
	message.Fprintf(w, "ontocrawl: %d triples: %d events (%d named, %d told by several pages), %d statements, %d contradictions, %d places\n",
		s.Triples, s.Events, s.Named, s.Joined, s.Statements, s.Contradictions, s.Places)
	_, err := message.Fprintf(w, "ontocrawl: from %d pages; %d could not be read; %d have no date, and %d of their times were not resolved; of %d statements the event is not clear\n",
		s.Pages, s.Unread, s.Undated, s.Unresolved, s.Unattached)
	for _, d := range s.Doubtful[:min(len(s.Doubtful), shownDoubts)] {
		message.Fprintf(w, "ontocrawl: doubtful: %s: %s (%s)\n", term.Readable(d.Page), term.Safe(d.Why), term.Safe(d.Text))
	}
	if s.DoubtfulAll > shownDoubts {
		message.Fprintf(w, "ontocrawl: %d are doubtful in all (--json)\n", s.DoubtfulAll)
	}
	for _, iri := range s.UnusedSameAs {
		message.Fprintf(w, "ontocrawl: --same-as: the graph has no %s\n", term.Safe(iri))
	}
	return err
}
