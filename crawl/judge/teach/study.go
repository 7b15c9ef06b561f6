package teach

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
)

// Study learns from the marks of the run in dir. opt is the judge of the run, and the threshold in
// force. Nothing is written: [Apply] does that.
func Study(ctx context.Context, dir string, opt Options, from Sources) (*Report, error) {
	file, err := marks.Open(dir)
	if err != nil {
		return nil, err
	}
	all, err := file.Latest()
	if err != nil {
		return nil, err
	}
	right, unsure := map[string]bool{}, 0
	for key, s := range all {
		switch {
		case s.Judged():
			right[key] = s.Verdict == marks.Right
		case s.Verdict == marks.Unsure:
			unsure++
		}
	}
	g, err := gather(ctx, dir, right, from)
	if err != nil {
		return nil, err
	}
	r, err := Learn(g.Examples, opt)
	if err != nil {
		return nil, err
	}
	r.Run, r.Unsure = dir, unsure
	r.Unknown, r.NoText = append(r.Unknown, g.Unknown...), append(r.NoText, g.NoText...)
	present, err := Read(dir)
	if present != nil {
		r.Present = present.ID
	}
	return r, err
}
