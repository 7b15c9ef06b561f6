package export

import (
	"errors"
	"io"
	"iter"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// parquetPage is a row: the columns of a table ([Columns]), with the evidence in full in the place of its concepts and
// labels.
type parquetPage struct {
	URL         string            `parquet:"url"`
	Title       string            `parquet:"title"`
	Lang        string            `parquet:"lang,dict"`
	Relevance   float64           `parquet:"relevance"`
	Relevant    bool              `parquet:"relevant"`
	FetchedAt   time.Time         `parquet:"fetched_at,timestamp(millisecond)"`
	Status      int32             `parquet:"status"`
	Depth       int32             `parquet:"depth"`
	Parent      string            `parquet:"parent"`
	Links       int32             `parquet:"links"`
	Canonical   string            `parquet:"canonical"`
	Published   string            `parquet:"published"` // a day, or an instant with its zone
	PublishedBy string            `parquet:"published_by,dict"`
	Kind        string            `parquet:"kind,dict"`
	Headline    string            `parquet:"headline"`
	Site        string            `parquet:"site,dict"`
	Author      string            `parquet:"author"`
	DuplicateOf string            `parquet:"duplicate_of"`
	Evidence    []parquetEvidence `parquet:"evidence,list"`
}

// parquetEvidence is a [crawl.Evidence].
type parquetEvidence struct {
	Concept      string  `parquet:"concept,dict"`
	Label        string  `parquet:"label,dict"`
	Group        string  `parquet:"group,dict"`
	Count        int32   `parquet:"count"`
	Contribution float64 `parquet:"contribution"`
}

// rowGroup is how many pages are held in memory until they are written.
const rowGroup = 10_000

// Parquet writes pages as an Apache Parquet file, whose columns are compressed with Zstandard.
func Parquet(w io.Writer, run *Run, pages iter.Seq2[rundir.Page, error]) error {
	out := parquet.NewGenericWriter[parquetPage](w, parquet.MaxRowsPerRowGroup(rowGroup), parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault}),
		parquet.CreatedBy("ontocrawl", run.Program, "parquet-go"))
	for p, err := range pages {
		if err == nil {
			_, err = out.Write([]parquetPage{parquetRow(&p)})
		}
		if err != nil {
			return errors.Join(err, out.Close())
		}
	}
	return out.Close()
}

func parquetRow(p *rundir.Page) parquetPage {
	row := parquetPage{
		URL: p.URL, Title: p.Title, Lang: p.Lang, Relevance: float64(p.Relevance), Relevant: p.Relevant, FetchedAt: p.FetchedAt.Time,
		Status: int32(p.Status), Depth: int32(p.Depth), Parent: p.Parent, Links: int32(p.Links), Canonical: p.Canonical,
		Published: p.Published.String(), PublishedBy: p.PublishedBy, Kind: p.Kind, Headline: p.Headline, Site: p.Site, Author: p.Author,
		DuplicateOf: p.DuplicateOf, Evidence: make([]parquetEvidence, len(p.Evidence)),
	}
	for i, e := range p.Evidence {
		row.Evidence[i] = parquetEvidence{e.Concept, e.Label, e.Group, int32(e.Count), e.Contribution}
	}
	return row
}
