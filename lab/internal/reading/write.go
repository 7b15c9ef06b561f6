package reading

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// line holds what was read of a page, as a judge expects it.
type line struct {
	File   string `json:"file"`
	Text   string `json:"text"`
	Kind   string `json:"kind"`
	Title  string `json:"title"`
	Site   string `json:"site"`
	Author string `json:"author"`
}

// Write writes into dir what was read (out.jsonl) and the truth of the same pages
// (truth.jsonl).
func Write(dir string, reads []Read) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	var out, truth bytes.Buffer
	e := json.NewEncoder(&out)
	for _, r := range reads {
		if r.Page.Set == fromWeb { // its text is not known
			continue
		}
		truth.Write(r.Page.raw)
		truth.WriteByte('\n')
		about := maintext.About(r.Page.Doc)
		if err := e.Encode(line{r.Page.File, text(r), r.Kind, r.Headline, about.Site, about.Author}); err != nil {
			return fmt.Errorf("reading: %w", err)
		}
	}
	return errors.Join(
		atomicfile.Write(filepath.Join(dir, "out.jsonl"), out.Bytes(), atomicfile.Options{}),
		atomicfile.Write(filepath.Join(dir, "truth.jsonl"), truth.Bytes(), atomicfile.Options{}))
}

func text(r Read) string {
	var b strings.Builder
	for i, yes := range r.Main {
		if yes {
			b.WriteString(r.Page.Doc.Blocks[i].Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Apply returns what a model reads of pages.
func Apply(m *maintext.Model, pages []*Page) (reads []Read) {
	for _, p := range pages {
		r := maintext.Read(p.Doc, m)
		if r.Main == nil { // too little to tell: all of it stays
			r.Main = slices.Repeat([]bool{true}, len(p.Doc.Blocks))
		}
		reads = append(reads, Read{Page: p, Main: r.Main, Kind: r.About.Kind.String(), Headline: r.About.Headline})
	}
	return reads
}

// Ceiling is the choice of blocks by the truth itself: no model can choose better among
// them.
func Ceiling(pages []*Page) (reads []Read) {
	for _, p := range pages {
		r := Read{Page: p, Main: make([]bool, len(p.label))}
		for i, share := range p.label {
			r.Main[i] = share >= .5
		}
		reads = append(reads, r)
	}
	return reads
}
