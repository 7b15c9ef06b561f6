package rundir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// PartsDir is the folder of a run that is divided into parts. Each part is a run folder.
const PartsDir = "parts"

// PartDir is the folder of a part of the run in dir, by its number from 0.
func PartDir(dir string, part int) string {
	return filepath.Join(dir, PartsDir, fmt.Sprintf("%03d", part))
}

// Parts are the folders of the parts of the run in dir, in the order of their numbers; nil
// if it is not divided.
func Parts(dir string) (parts []string) {
	entries, err := os.ReadDir(filepath.Join(dir, PartsDir))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && n >= 0 && e.IsDir() && PartDir(dir, n) == filepath.Join(dir, PartsDir, e.Name()) {
			parts = append(parts, PartDir(dir, n))
		}
	}
	return parts
}

// divisionFile stands in PartsDir; see [DivisionFile].
const divisionFile = "division"

// Divide notes into how many parts the run in dir is divided, unless that is noted, and
// returns what is noted. restored is not nil if the note was lost and its copy had it.
func Divide(dir string, parts int) (have int, restored *atomicfile.RestoredError, err error) {
	text, restored, err := atomicfile.Mend(DivisionFile(dir), atomicfile.Options{}, nil)
	switch {
	case err == nil:
		if have, err = Division(text); err != nil {
			return 0, nil, unreadDivision(dir)
		}
		return have, restored, nil
	case !errors.Is(err, fs.ErrNotExist):
		return 0, nil, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, PartsDir), 0o700); err != nil {
		return 0, nil, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	return parts, nil, WriteDivision(dir, parts)
}

// Divided is into how many parts the run in dir is divided; 0: it is not.
func Divided(dir string) (parts int, err error) {
	text, _, err := atomicfile.ReadKept(DivisionFile(dir), atomicfile.Options{}, nil)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	if parts, err = Division(text); err != nil {
		return 0, unreadDivision(dir)
	}
	return parts, nil
}

func unreadDivision(dir string) error {
	return english.Errorf("crawl/keep/rundir: %s does not say \"parts: N\", so nobody knows which part a site belongs to; there are %d folders of parts beside it; \"ontocrawl repair %s\" looks for what it said", DivisionFile(dir), len(Parts(dir)), dir)
}

// DivisionFile says into how many parts the run in dir is divided. It is there before the first part.
func DivisionFile(dir string) string { return filepath.Join(dir, PartsDir, divisionFile) }

// WriteDivision notes into how many parts the run in dir is divided, whatever is noted.
func WriteDivision(dir string, parts int) error {
	if err := atomicfile.Keep(DivisionFile(dir), fmt.Appendf(nil, "parts: %d\n", parts), atomicfile.Options{}); err != nil {
		return fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	return nil
}

// Division reads the text of a [DivisionFile].
func Division(text []byte) (parts int, err error) {
	if _, err := fmt.Sscanf(string(text), "parts: %d\n", &parts); err != nil || parts < 1 || string(text) != fmt.Sprintf("parts: %d\n", parts) {
		return 0, errors.New("it does not say \"parts: N\"")
	}
	return parts, nil
}

// Undivide forgets it.
func Undivide(dir string) error {
	if err := atomicfile.Remove(DivisionFile(dir), atomicfile.Options{}); err != nil {
		return fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	return nil
}

// PartOf says which part of how many a run folder is; ok is false if it is none. One that a node has
// put aside (NNN.left-N) is the same part.
func PartOf(dir string) (part, parts int, ok bool) {
	abs, err := filepath.Abs(dir)
	if err != nil || filepath.Base(filepath.Dir(abs)) != PartsDir {
		return 0, 0, false
	}
	if parts, err = Divided(filepath.Dir(filepath.Dir(abs))); err != nil {
		return 0, 0, false
	}
	name, _, _ := strings.Cut(filepath.Base(abs), ".left-")
	part, err = strconv.Atoi(name)
	return part, parts, err == nil && part >= 0 && part < parts
}

// PartsError reports that a folder holds a crawl in parts where one run was meant.
type PartsError struct {
	Dir   string
	Parts int
}

func (e *PartsError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *PartsError) Message() english.Phrase {
	return english.Phrasef("%s holds a crawl in %d parts, and each is a run folder: %s, ...; \"ontocrawl cluster merge %s --out RUN\" makes one run folder of them",
		e.Dir, e.Parts, PartDir(e.Dir, 0), e.Dir)
}

// SumSummaries sums up a run in parts, from the summaries of the parts. A host is in one
// part, so the counts of hosts are sums, too.
func SumSummaries(parts []Summary) (sum Summary) {
	sum.Languages, sum.Errors = map[string]int{}, map[string]int{}
	var squares float64
	for i := range parts {
		p := &parts[i]
		if !p.Started.IsZero() && (sum.Started.IsZero() || p.Started.Before(sum.Started.Time)) {
			sum.Started = p.Started
		}
		if p.Finished.After(sum.Finished.Time) {
			sum.Finished = p.Finished
		}
		sum.Seconds = max(sum.Seconds, p.Seconds)
		sum.Waiting += p.Waiting
		sum.Totals.sum(&p.Totals)
		if i == 0 || p.SinceFind < sum.SinceFind {
			sum.SinceFind = p.SinceFind
		}
		n := float64(p.Current)
		sum.Mean += n * p.Mean
		squares += n * (p.SD*p.SD + p.Mean*p.Mean)
		addCounts(sum.Languages, p.Languages)
		if p.Left != nil && sum.Left == nil {
			sum.Left = map[string]int{}
		}
		addCounts(sum.Left, p.Left)
		sum.Hosts.join(&p.Hosts)
	}
	if n := float64(sum.Current); n > 0 {
		sum.Mean /= n
		sum.SD = math.Sqrt(max(0, squares/n-sum.Mean*sum.Mean))
	}
	return sum
}

// sum adds the counts of p.
func (t *Totals) sum(p *Totals) {
	for _, n := range [...][2]*int{
		{&t.Visits, &p.Visits}, {&t.Requests, &p.Requests}, {&t.Pages, &p.Pages}, {&t.Current, &p.Current}, {&t.Relevant, &p.Relevant}, {&t.Lists, &p.Lists},
		{&t.Duplicates, &p.Duplicates}, {&t.NearDuplicates, &p.NearDuplicates}, {&t.Copies, &p.Copies}, {&t.Failures, &p.Failures},
		{&t.Sources, &p.Sources}, {&t.Queries, &p.Queries}, {&t.Revisits, &p.Revisits}, {&t.Unchanged, &p.Unchanged}, {&t.New, &p.New},
		{&t.Changed, &p.Changed}, {&t.Gone, &p.Gone}, {&t.Judged, &p.Judged}, {&t.Gained, &p.Gained}, {&t.Lost, &p.Lost},
		{&t.Hosts, &p.Hosts}, {&t.Outside, &p.Outside},
	} {
		*n[0] += *n[1]
	}
	for i, n := range p.Quarters {
		t.Quarters[i] += n
	}
	t.Model = max(t.Model, p.Model)
	addCounts(t.Errors, p.Errors)
	if t.Kinds == nil && p.Kinds != nil {
		t.Kinds = map[string]int{}
	}
	addCounts(t.Kinds, p.Kinds)
	t.HarvestRate, t.RequestsPerRelevant = 0, 0
	if t.Pages > 0 {
		t.HarvestRate = float64(t.Relevant) / float64(t.Pages)
	}
	if t.Relevant > 0 {
		t.RequestsPerRelevant = float64(t.Requests) / float64(t.Relevant)
	}
}

func addCounts(sum, more map[string]int) {
	for name, n := range more {
		sum[name] += n
	}
}

// join adds the hosts of another part.
func (h *Hosts) join(p *Hosts) {
	h.Count += p.Count
	most := func(all []Host, of func(*Host) int) []Host {
		sorts.Func(all, func(a, b Host) int { return cmp.Or(cmp.Compare(of(&b), of(&a)), cmp.Compare(a.Host, b.Host)) })
		return all[:min(len(all), topHosts)]
	}
	h.Top = most(slices.Concat(h.Top, p.Top), func(h *Host) int { return h.Pages })
	h.Failing = most(slices.Concat(h.Failing, p.Failing), func(h *Host) int { return h.Failures })
}
