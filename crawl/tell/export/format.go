package export

import (
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// A Format is a form of a run's pages.
type Format string

const (
	FormatJSONL   Format = "jsonl"
	formatCSV     Format = "csv"
	formatWARC    Format = "warc"
	formatTurtle  Format = "turtle"
	formatJSONLD  Format = "jsonld"
	FormatCDXJ    Format = "cdxj" // an index of the archive
	formatBibTeX  Format = "bibtex"
	formatCSL     Format = "csl-json"
	formatParquet Format = "parquet"
)

// Formats returns all formats.
func Formats() []Format {
	return []Format{FormatJSONL, formatCSV, formatWARC, formatTurtle, formatJSONLD, FormatCDXJ, formatBibTeX, formatCSL, formatParquet}
}

// FormatOf returns the format that the name of a file shows.
func FormatOf(name string) (Format, bool) {
	for suffix, format := range map[string]Format{
		".jsonl": FormatJSONL, ".csv": formatCSV, ".warc.gz": formatWARC, ".ttl": formatTurtle, ".jsonld": formatJSONLD, ".cdxj": FormatCDXJ,
		".bib": formatBibTeX, ".csl.json": formatCSL, ".parquet": formatParquet,
	} {
		if strings.HasSuffix(strings.ToLower(name), suffix) {
			return format, true
		}
	}
	return "", false
}

// Cites reports whether a file of the format is a bibliography: of relevant pages, if nothing else is wanted.
func (f Format) Cites() bool { return f == formatBibTeX || f == formatCSL }

// Describes reports whether the format says what the run is.
func (f Format) Describes() bool { return f == formatTurtle || f == formatJSONLD }

// Write writes the pages of the run folder dir to w. run describes the run in a graph,
// folder is its archive, or nil. Of WARC it returns how many pages were written, and how
// many have no archived answer. CDXJ has no choice of pages: it needs the archive only.
func (f Format) Write(w io.Writer, dir string, run *Run, pages iter.Seq2[rundir.Page, error], folder *warc.Folder) (written, without int, err error) {
	switch {
	case folder == nil && (f == formatWARC || f == FormatCDXJ):
		return 0, 0, english.Errorf("%s has no archive: it was made with --warc none", dir)
	case f == FormatCDXJ:
		_, err = folder.Index(w)
	case f == formatWARC:
		software := strings.Replace(run.Program, " ", "/", 1)
		info := warc.Header{{Name: "software", Value: software}, {Name: "description", Value: "chosen pages of " + term.Safe(dir)}}
		return WARC(w, pages, folder, info, time.Now())
	case f == formatBibTeX:
		err = bibTeX(w, pages)
	case f == formatCSL:
		err = csljson(w, pages)
	case f == formatParquet:
		err = Parquet(w, run, pages)
	case f == formatCSV:
		err = CSV(w, pages)
	case f == formatTurtle:
		err = Turtle(w, run, pages, folder)
	case f == formatJSONLD:
		err = JSONLD(w, run, pages, folder)
	default:
		err = jsonl(w, pages)
	}
	return 0, 0, err
}

// Identify sets the times of the run in dir, and its ID. The ID is made of the run's
// parameters, the text of run.yaml, and its start: a second export has the same ID.
func (r *Run) Identify(dir string, params []byte) {
	if s, err := rundir.ReadSummary(dir); err == nil { // a run that has just begun has no summary
		r.Started = s.Started.Time
		if s.Stopped != rundir.Running {
			r.Finished = s.Finished.Time
		}
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d", params, r.Started.UnixMilli())
	b := h.Sum(nil)
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80 // version 8: made by a custom rule (RFC 9562, 5.8)
	r.ID = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:16])
}
