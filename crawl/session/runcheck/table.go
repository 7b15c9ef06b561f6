package runcheck

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Place is a folder that the program writes.
type Place string

// The places.
const (
	Run    Place = "run"    // of a crawl
	Shared Place = "shared" // around the parts of a crawl: of one that is divided, of a node
	Jobs   Place = "jobs"   // of the daemon and its jobs; below jobs/ each job has a run folder
)

// File is a row of the table of all files that the program writes in its folders.
type File struct {
	In      Place
	Pattern string // of package path; one that ends in "/" stands for all below a folder
	Owner   string // the package that writes it
	From    english.Phrase
	Check   english.Phrase

	kept       bool // it has a copy with checksums
	valid      func(c *checkup, text []byte) error
	cost, mend english.Phrase
	aside      bool // repair sets it aside if it cannot be read

	// Spare says that nothing is lost with the file: what needs it makes it again.
	Spare bool
	// Old says that values stand in it that were replaced: nothing reads them.
	Old bool
}

// Is reports whether name, in the folder of the row, is the file or its copy.
func (f *File) Is(name string) bool {
	if strings.HasSuffix(f.Pattern, "/") {
		return strings.HasPrefix(name, f.Pattern)
	}
	ok, _ := path.Match(f.Pattern, name)
	if !ok && f.kept {
		ok, _ = path.Match(atomicfile.CopyName(f.Pattern), name)
	}
	return ok
}

// Files is the table of all files that the program writes in its folders. What is not in it is not ours.
func Files() []File {
	derived, byState := english.Phrasef("the journal"), english.Phrasef("compared with the journal, line by line")
	copied, byCopy := english.Phrasef("its copy"), english.Phrasef("its copy, which has checksums")
	nothing, form, unchecked := english.Phrasef("nothing"), english.Phrasef("its form"), english.Phrasef("nobody: it may be deleted")
	again := english.Phrasef("it is made again when it is needed")
	sums := english.Phrasef("checksums in it")
	values := english.Phrasef("checksums of those values in it that nothing has replaced")
	rewritten := english.Phrasef("repair sets it aside, and the next run writes it again")
	deleted := english.Phrasef("repair sets it aside")
	described := english.Phrasef("%s and %s", rundir.ParamsFile, rundir.SummaryFile)
	byEnd := english.Phrasef("compared with those, once the run has ended")
	peoples := english.Phrasef("what people said, as far as it cannot be read")
	return []File{
		{In: Run, Pattern: rundir.PagesFile, Owner: "crawl/keep/rundir", From: derived, Check: byState},
		{In: Run, Pattern: "pages-*.jsonl*", Owner: "crawl/keep/rundir", From: derived, Check: byState},
		{In: Run, Pattern: rundir.ErrorsFile, Owner: "crawl/keep/rundir", From: derived, Check: byState},
		{In: Run, Pattern: rundir.ChangesFile, Owner: "crawl/keep/rundir", From: derived, Check: byState},
		{In: Run, Pattern: rundir.ModelsFile, Owner: "crawl/keep/rundir", From: derived, Check: byState},
		{In: Run, Pattern: rundir.SummaryFile, Owner: "crawl/keep/rundir", From: copied, Check: byCopy, kept: true, valid: object, cost: english.Phrasef("the time that was spent crawling"), mend: rewritten, aside: true},
		{In: Run, Pattern: rundir.StatusFile, Owner: "crawl/tell/progress", From: again, Check: form, valid: object, cost: nothing, mend: rewritten, aside: true, Spare: true},
		{In: Run, Pattern: rundir.MemoryFile, Owner: "crawl/session", From: again, Check: sums, valid: memory, cost: english.Phrasef("what the next crawl could learn from this run, until this one ends again"), mend: rewritten, aside: true},
		{In: Run, Pattern: rundir.ParamsFile, Owner: "crawl/keep/rundir", From: english.Phrasef("the state"), Check: english.Phrasef("compared with the state"), valid: (*checkup).checkParams, cost: english.Phrasef("nothing: the state has the parameters"), mend: english.Phrasef("repair writes it again")},
		{In: Run, Pattern: rundir.CitationFile, Owner: "crawl/session", From: described, Check: byEnd},
		{In: Run, Pattern: rundir.CardFile, Owner: "crawl/session", From: described, Check: byEnd},
		{In: Run, Pattern: rundir.LabelsFile, Owner: "crawl/judge/calibrate", From: copied, Check: byCopy, kept: true, valid: labels, cost: peoples, mend: deleted, aside: true},
		{In: Run, Pattern: rundir.MarksFile, Owner: "crawl/judge/marks", From: copied, Check: byCopy, kept: true, valid: lines, cost: peoples, mend: deleted, aside: true},
		{In: Run, Pattern: rundir.OpinionsFile, Owner: "crawl/judge/endpoint", From: copied, Check: byCopy, kept: true, valid: lines, cost: english.Phrasef("second opinions in the lines that cannot be read, which are asked for again"), mend: deleted, aside: true},
		{In: Run, Pattern: rundir.TaughtFile, Owner: "crawl/judge/teach", From: copied, Check: byCopy, kept: true, valid: taught, cost: english.Phrasef("the correction that marks taught"), mend: english.Phrasef("repair sets it aside; ontocrawl teach makes it anew from the marks"), aside: true},
		{In: Run, Pattern: rundir.CalibrationFile, Owner: "crawl/judge/calibrate", From: copied, Check: byCopy, kept: true, valid: object, cost: english.Phrasef("the threshold that people's answers gave"), mend: english.Phrasef("repair sets it aside; ontocrawl calibrate makes it anew from %s", rundir.LabelsFile), aside: true},
		{In: Run, Pattern: "audit*.jsonl", Owner: "crawl/watch/access", From: copied, Check: byCopy, kept: true, valid: lines, cost: english.Phrasef("who gave the orders in the lines that cannot be read"), mend: deleted, aside: true},
		{In: Run, Pattern: "page-token", Owner: "crawl/watch/serve", From: again, Check: unchecked, Spare: true},
		{In: Run, Pattern: "state/promises", Owner: "crawl/fetch/polite", From: nothing, Check: sums, valid: promises, cost: english.Phrasef("what some servers asked for: the delay of each is learned again"), mend: english.Phrasef("the next run leaves the lines out")},
		{In: Run, Pattern: "state/inflight", Owner: "crawl/engine", From: again, Check: unchecked, Spare: true},
		{In: Run, Pattern: "state/crash*", Owner: "crawl/session", From: nothing, Check: unchecked},
		{In: Run, Pattern: "state/HEAD", Owner: "crawl/keep/state", From: english.Phrasef("its other half, which the next commit writes"), Check: sums, Spare: true},
		{In: Run, Pattern: "state/db/DISCARD", Owner: "crawl/keep/state", From: again, Check: sums, Spare: true},
		{In: Run, Pattern: "state/db/KEYREGISTRY", Owner: "crawl/keep/state", From: again, Check: sums, Spare: true},
		{In: Run, Pattern: "state/db/*.vlog", Owner: "crawl/keep/state", From: english.Phrasef("the files of lines, and the archives"), Check: values, Old: true},
		{In: Run, Pattern: "state/", Owner: "crawl/keep/state", From: english.Phrasef("the files of lines, and the archives"), Check: sums},
		{In: Run, Pattern: "warc/linked.txt", Owner: "crawl/keep/warc", From: nothing, Check: form, valid: names, cost: english.Phrasef("which archives the parts of a run share: a merge copies some twice"), mend: deleted, aside: true},
		{In: Run, Pattern: "warc/", Owner: "crawl/keep/warc", From: nothing, Check: english.Phrasef("digests in each record")},
		{In: Run, Pattern: "events/earlier.jsonl", Owner: "crawl/tell/eventgraph", From: copied, Check: byCopy, kept: true, valid: lines, cost: english.Phrasef("what pages said before they changed or vanished, in the lines that cannot be read"), mend: deleted, aside: true},
		{In: Run, Pattern: "events/decisions.jsonl", Owner: "crawl/tell/eventgraph", From: copied, Check: byCopy, kept: true, valid: lines, cost: peoples, mend: deleted, aside: true},
		{In: Run, Pattern: "events/", Owner: "crawl/tell/eventgraph", From: english.Phrasef("the kept texts, and the archives"), Check: unchecked},
		{In: Run, Pattern: rundir.SourcesDir + "/", Owner: "crawl/topic", From: copied, Check: byCopy, kept: true, valid: anything, cost: english.Phrasef("the ontology or samples of the run: give commands --ontology or --topic-from"), mend: rewritten, Spare: true},
		{In: Run, Pattern: rundir.GivenTaught, Owner: "crawl/session", From: copied, Check: byCopy, kept: true, valid: taught, cost: english.Phrasef("the correction that the run was given"), mend: rewritten, aside: true},
		{In: Run, Pattern: "ontology/decisions.jsonl", Owner: "crawl/judge/enrich", From: copied, Check: byCopy, kept: true, valid: lines, cost: peoples, mend: deleted, aside: true},
		{In: Run, Pattern: "ontology/versions.jsonl", Owner: "crawl/watch/versions", From: copied, Check: byCopy, kept: true, valid: lines, cost: english.Phrasef("which versions of the ontology were in force"), mend: deleted, aside: true},
		{In: Run, Pattern: "ontology/offers.json", Owner: "crawl/watch/jobontology", From: again, Check: form, valid: object, cost: nothing, mend: deleted, aside: true},
		{In: Run, Pattern: "ontology/*.gz", Owner: "crawl/watch/versions", From: nothing, Check: english.Phrasef("its name, which is its checksum")},
		{In: Run, Pattern: "ontology/replaced/", Owner: "crawl/watch/jobontology", From: nothing, Check: unchecked},
		{In: Run, Pattern: "sites.jsonl", Owner: "crawl/find/discover", From: again, Check: form, valid: lines, cost: nothing, mend: deleted, aside: true},
		{In: Run, Pattern: "queries.jsonl", Owner: "crawl/find/discover", From: again, Check: form, valid: lines, cost: nothing, mend: deleted, aside: true},
		{In: Run, Pattern: "seeds.txt", Owner: "crawl/find/discover", From: again, Check: unchecked, Spare: true},
		{In: Run, Pattern: "best.html", Owner: "cmd/ontocrawl", From: again, Check: unchecked, Spare: true},
		{In: Run, Pattern: "report.html", Owner: "lab/report", From: again, Check: unchecked, Spare: true},
		{In: Run, Pattern: "run.lock", Owner: "crawl/watch/scheduler", From: again, Check: unchecked, Spare: true},
		{In: Run, Pattern: "search/", Owner: "crawl/find/library", From: english.Phrasef("the archives"), Check: unchecked},
		{In: Run, Pattern: "damaged/", Owner: "crawl/session/runcheck", From: nothing, Check: unchecked},
		{In: Run, Pattern: "*.damaged*", Owner: "crawl/keep/rundir", From: nothing, Check: unchecked},

		{In: Shared, Pattern: "parts/division", Owner: "crawl/keep/rundir", From: english.Phrasef("its copy, or %s of its parts", rundir.ParamsFile), Check: byCopy, kept: true, valid: division, cost: english.Phrasef("which part a site belongs to: no crawl goes on without it"), mend: english.Phrasef("repair writes it again if its parts say how many they are")},
		{In: Shared, Pattern: "parts/promises", Owner: "crawl/fetch/polite", From: nothing, Check: sums, valid: promises, cost: english.Phrasef("what some servers asked for: the delay of each is learned again"), mend: english.Phrasef("the next run leaves the lines out")},
		{In: Shared, Pattern: "parts/", Owner: "crawl/keep/rundir", From: nothing, Check: english.Phrasef("each part is a run folder")},
		{In: Shared, Pattern: rundir.StatusFile, Owner: "crawl/tell/progress", From: again, Check: form, valid: object, cost: nothing, mend: rewritten, aside: true, Spare: true},
		{In: Shared, Pattern: "node", Owner: "crawl/share/node", From: copied, Check: byCopy, kept: true, valid: names, cost: english.Phrasef("which parts of the cluster are here"), mend: deleted},
		{In: Shared, Pattern: "cluster", Owner: "crawl/share/node", From: copied, Check: byCopy, kept: true, valid: names, cost: english.Phrasef("of which cluster the parts are"), mend: deleted},
		{In: Shared, Pattern: "engine/", Owner: "crawl/share/host", From: english.Phrasef("the other brokers, if there are three or five"), Check: english.Phrasef("the broker, when it starts")},
		{In: Shared, Pattern: "refused/", Owner: "crawl/share/node", From: nothing, Check: unchecked},

		{In: Jobs, Pattern: "paused.json", Owner: "crawl/watch/daemon", From: copied, Check: byCopy, kept: true, valid: object, cost: english.Phrasef("which jobs are paused"), mend: deleted, aside: true},
		{In: Jobs, Pattern: "cluster.json", Owner: "crawl/watch/holder", From: copied, Check: byCopy, kept: true, valid: object, cost: english.Phrasef("of which cluster the daemon is"), mend: deleted},
		{In: Jobs, Pattern: "reports.json", Owner: "crawl/watch/daemon", From: again, Check: form, valid: object, cost: english.Phrasef("which reports of shifts were sent: the next ones are sent"), mend: deleted, aside: true},
		{In: Jobs, Pattern: "troubles.json", Owner: "crawl/watch/daemon", From: again, Check: form, valid: object, cost: english.Phrasef("what was told before: it is told once more"), mend: deleted, aside: true},
		{In: Jobs, Pattern: "audit*.jsonl", Owner: "crawl/watch/access", From: copied, Check: byCopy, kept: true, valid: lines, cost: english.Phrasef("who gave the orders in the lines that cannot be read"), mend: deleted, aside: true},
		{In: Jobs, Pattern: "page-token", Owner: "crawl/watch/serve", From: again, Check: unchecked, Spare: true},
		{In: Jobs, Pattern: "store/db/DISCARD", Owner: "crawl/watch/store", From: again, Check: sums, Spare: true},
		{In: Jobs, Pattern: "store/db/KEYREGISTRY", Owner: "crawl/watch/store", From: again, Check: sums, Spare: true},
		{In: Jobs, Pattern: "store/db/*.vlog", Owner: "crawl/watch/store", From: english.Phrasef("the run folders, files of alerts and %s", "audit.jsonl"), Check: values, Old: true},
		{In: Jobs, Pattern: "store/", Owner: "crawl/watch/store", From: english.Phrasef("the run folders, files of alerts and %s", "audit.jsonl"), Check: english.Phrasef("checksums in it, and its lists with each other")},
		{In: Jobs, Pattern: "ledger/db/DISCARD", Owner: "crawl/watch/store", From: again, Check: sums, Spare: true},
		{In: Jobs, Pattern: "ledger/db/KEYREGISTRY", Owner: "crawl/watch/store", From: again, Check: sums, Spare: true},
		{In: Jobs, Pattern: "ledger/db/*.vlog", Owner: "crawl/watch/store", From: english.Phrasef("the run folders, files of alerts and %s", "audit.jsonl"), Check: values, Old: true},
		{In: Jobs, Pattern: "ledger/", Owner: "crawl/watch/store", From: english.Phrasef("the run folders, files of alerts and %s", "audit.jsonl"), Check: english.Phrasef("checksums in it, and its lists with each other")},
		{In: Jobs, Pattern: "store.new/", Owner: "crawl/watch/backup", From: again, Check: unchecked, Spare: true},
		{In: Jobs, Pattern: "damaged/", Owner: "crawl/watch/backup", From: nothing, Check: unchecked},
		{In: Jobs, Pattern: "jobs/", Owner: "crawl/watch/scheduler", From: nothing, Check: english.Phrasef("each job is a run folder")},
		{In: Jobs, Pattern: "search/", Owner: "crawl/find/library", From: english.Phrasef("the archives"), Check: unchecked},
		{In: Jobs, Pattern: "quota/", Owner: "crawl/find/search", From: nothing, Check: sums},
		{In: Jobs, Pattern: "dead-letters.jsonl", Owner: "crawl/watch/notify", From: nothing, Check: unchecked},
		{In: Jobs, Pattern: "deliver.lock", Owner: "crawl/watch/notify", From: again, Check: unchecked, Spare: true},
		{In: Jobs, Pattern: "daemon.sock", Owner: "crawl/watch/daemon", From: again, Check: unchecked, Spare: true},
	}
}

// RowOf returns the row of a file in the folder in; nil if the table has none.
func RowOf(in Place, name string) *File {
	if atomicfile.IsTemp(path.Base(name)) {
		return &File{In: in, Pattern: ".*.tmp", Owner: "internal/atomicfile"}
	}
	for _, f := range Files() {
		if f.In == in && f.Is(name) {
			return &f
		}
	}
	return nil
}

// Keeps reports whether a file called name in the folder in would be a file of the program's own, lie below one, or stand
// where a folder of such files is.
func Keeps(in Place, name string) bool {
	for dir := name; dir != "."; dir = path.Dir(dir) {
		if RowOf(in, dir) != nil {
			return true
		}
	}
	return slices.ContainsFunc(Files(), func(f File) bool { return f.In == in && strings.HasPrefix(f.Pattern, name+"/") })
}

func object(_ *checkup, b []byte) error { return json.Unmarshal(b, &map[string]any{}) }

// lines reads lines of JSON. A kill leaves an incomplete last one.
func lines(_ *checkup, b []byte) error {
	if len(bytes.TrimSpace(b)) == 0 {
		return errEmpty
	}
	for line := range bytes.Lines(b) {
		if line = bytes.TrimRight(line, "\r"); len(bytes.TrimSpace(line)) > 0 && line[len(line)-1] == '\n' && !json.Valid(line) {
			return errLines
		}
	}
	return nil
}

func names(_ *checkup, b []byte) error {
	if text := bytes.TrimSpace(b); len(text) == 0 {
		return errEmpty
	} else if bytes.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\r' || r == '\ufffd' }) {
		return errLines
	}
	return nil
}

func labels(_ *checkup, b []byte) error {
	if len(bytes.TrimSpace(b)) == 0 {
		return errEmpty
	}
	return nil
}

func memory(_ *checkup, b []byte) error { return session.CheckMemory(b) }

func division(_ *checkup, b []byte) error {
	_, err := rundir.Division(b)
	return err
}
