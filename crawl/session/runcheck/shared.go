package runcheck

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// PlaceOf says what a folder is, by what stands in it; Run if it is nothing else.
func PlaceOf(dir string) Place {
	for _, is := range []struct {
		name string
		in   Place
	}{{rundir.ParamsFile, Run}, {rundir.StateDir, Run}, {rundir.PartsDir, Shared}, {"node", Shared}, {"store", Jobs}, {"ledger", Jobs}, {"jobs", Jobs}} {
		if _, err := os.Stat(filepath.Join(dir, is.name)); err == nil {
			return is.in
		}
	}
	return Run
}

// Runs are the run folders in the folder dir.
func (in Place) Runs(dir string) []string {
	switch in {
	case Shared:
		return rundir.Parts(dir)
	case Jobs:
		all, _ := filepath.Glob(filepath.Join(dir, "jobs", "*")) // the pattern is right
		return slices.DeleteFunc(all, func(dir string) bool { return IsRun(dir) != nil })
	}
	return []string{dir}
}

// VerifyAround checks the files of the folder dir that stand around run folders, as Shared or Jobs
// lists them.
func VerifyAround(ctx context.Context, dir string, in Place) (*Report, error) {
	c, err := around(ctx, dir, in)
	if err != nil {
		return nil, err
	}
	return c.rep, nil
}

func around(ctx context.Context, dir string, in Place) (*checkup, error) {
	c := &checkup{dir: dir, in: in, rep: &Report{Run: dir, Sound: true, Findings: []Finding{}}}
	err := c.checkFiles(ctx)
	if name := "parts/division"; in == Shared && c.missing(name) && len(c.copies) == 0 && len(rundir.Parts(dir)) > 0 {
		c.rep.damaged(name, english.Phrasef("it is missing"), english.Phrasef("which part a site belongs to: no crawl goes on without it"), english.Phrasef("repair writes it again if its parts say how many they are"))
	}
	return c, err
}

// RepairAround mends what VerifyAround finds.
func RepairAround(ctx context.Context, dir string, in Place, opt Options) (*Repaired, error) {
	c, err := around(ctx, dir, in)
	if err != nil {
		return nil, err
	}
	r := &repair{checkup: c, opt: opt, log: slog.Default(), did: &Repaired{DryRun: opt.DryRun, Before: c.rep, Actions: []Action{}}}
	for _, step := range []func(context.Context) error{r.mendCopies, r.mendDivision, r.setAside} {
		if err := step(ctx); err != nil {
			return r.did, fmt.Errorf("crawl/session/runcheck: repair %s: %w", dir, err)
		}
	}
	if !opt.DryRun {
		r.did.After, err = VerifyAround(ctx, dir, in)
	}
	return r.did, err
}

// mendDivision writes the number of parts again that the parameters of all parts agree on.
func (r *repair) mendDivision(context.Context) error {
	name := "parts/division"
	if len(r.copies) > 0 && r.copies[0].name == name || !r.rep.damagedIn(func(f string) bool { return f == name }) {
		return nil
	}
	parts, all := 0, rundir.Parts(r.dir)
	for _, dir := range all {
		p, _, err := session.ReadParams(dir)
		n, ok := p.Settings["parts"].(int)
		if err != nil || !ok || parts != 0 && n != parts {
			n = -1
		}
		parts = n
	}
	if parts < max(1, len(all)) {
		r.act(name, "", english.Phrasef("stays lost: the parameters of its parts do not say how many they are"))
		return nil
	}
	r.act(name, "", english.Phrasef("is written again: the parameters of its parts say that they are %d", parts))
	if r.opt.DryRun {
		return nil
	}
	return rundir.WriteDivision(r.dir, parts)
}
