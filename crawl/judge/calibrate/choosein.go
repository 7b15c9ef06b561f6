package calibrate

import (
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
)

// ChooseIn returns pages of the run folder dir about which an answer tells most, n at most, the first to ask first: as
// [Choose] does, with the marks of people as what is known.
func ChooseIn(dir string, n int) ([]Page, error) {
	run, err := Load(dir)
	if err != nil {
		return nil, err
	}
	file, err := marks.Open(dir)
	if err != nil {
		return nil, err
	}
	known, err := file.Latest()
	if err != nil {
		return nil, err
	}
	run.LearnMarks(known)
	chosen := Choose(run.Pages, run.Known, n)
	pages := make([]Page, len(chosen))
	for i, at := range chosen {
		pages[i] = run.Pages[at]
	}
	return pages, nil
}
