package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// Captured yields the archived relevant pages of run folders, by name.
func Captured(folders map[string]string) func(context.Context) iter.Seq2[Doc, error] {
	return docsOf(folders, true)
}

// Archived yields all archived pages of run folders, by name, relevant or not.
func Archived(folders map[string]string) func(context.Context) iter.Seq2[Doc, error] {
	return docsOf(folders, false)
}

func docsOf(folders map[string]string, relevant bool) func(context.Context) iter.Seq2[Doc, error] {
	return func(ctx context.Context) iter.Seq2[Doc, error] {
		docs := document.New(document.Options{})
		return func(yield func(Doc, error) bool) {
			for _, name := range slices.Sorted(maps.Keys(folders)) {
				if !capturedIn(ctx, name, folders[name], relevant, docs, yield) {
					return
				}
			}
		}
	}
}

func capturedIn(ctx context.Context, name, dir string, relevant bool, docs *document.Converter, yield func(Doc, error) bool) bool {
	from, err := warc.OpenFolder(filepath.Join(dir, rundir.WARCDir))
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if err != nil {
		return yield(Doc{}, err)
	}
	defer from.Close() //nolint:errcheck // only read
	for p, err := range rundir.Current(dir) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return yield(Doc{}, fmt.Errorf("%s: %w", dir, err))
		}
		if relevant && !p.Relevant || p.WARC == nil || p.NoIndex {
			continue
		}
		d := Doc{Job: name, URL: p.URL, Host: urlkey.Host(p.URL), Title: p.Name(), Lang: p.Lang, Captured: p.FetchedAt.Time, Relevance: float64(p.Relevance)}
		// A page whose answer cannot be read is found by its title.
		d.Text, _ = textOf(ctx, docs, from, p.WARC.Ref())
		if !yield(d, nil) {
			return false
		}
	}
	return true
}

// textOf returns the readable text of the page at ref, without menus.
func textOf(ctx context.Context, docs *document.Converter, from *warc.Folder, ref crawl.Ref) (string, error) {
	all, err := from.Exchanges(ref)
	if err != nil {
		return "", err
	}
	answer, err := replay.Answer(all)
	if err != nil {
		return "", err
	}
	if answer, _, err = docs.Response(ctx, answer); err != nil {
		return "", err
	}
	p, err := page.Parse(answer)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, block := range p.Blocks {
		if block.Region == crawl.RegionMain && !block.Title {
			b.WriteString(block.Text)
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

// eachFile calls each with the lists of pages and changes of run folders, by job.
func eachFile(folders map[string]string, each func(job, name string, info fs.FileInfo)) {
	for _, job := range slices.Sorted(maps.Keys(folders)) {
		for _, name := range [...]string{rundir.PagesFile, rundir.ChangesFile} {
			if info, err := os.Stat(filepath.Join(folders[job], name)); err == nil {
				each(job, name, info)
			}
		}
	}
}

// Count is how many pages of run folders are archived, about: those that were when they
// were recorded. Lines are not decoded, so it is as fast as the disk.
func Count(folders map[string]string) (n int) {
	for _, dir := range folders {
		n += rundir.CountArchived(dir)
	}
	return n
}
