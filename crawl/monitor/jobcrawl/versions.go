package jobcrawl

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// metaVersions is the key in the state for the versions of the ontology by which the
// visits were judged: lines with the last visit before a version, and its hash. An event
// tells by it that a page was gained or lost by an edit.
const metaVersions = "ontology-versions"

// tellVersions tells the sink of the job which versions judged the visits up to now.
// edited says that another one is in force from here on.
func (ed *editor) tellVersions(edited bool) error {
	kept, err := ed.store.Meta(metaVersions)
	if err != nil {
		return err
	}
	ed.seq = ed.store.Committed()
	ed.versions = ""
	for line := range strings.Lines(string(kept)) {
		var after int
		var hash string
		if n, err := fmt.Sscan(line, &after, &hash); n < 2 || err != nil || after > ed.seq { // of visits that a kill has lost
			continue
		}
		ed.versions += line
		ed.tell(after, hash)
	}
	if edited {
		ed.note(ed.seq)
	}
	return nil
}

// note records that visits after the given one are judged by the version in force.
func (ed *editor) note(after int) {
	hash := strings.ReplaceAll(hashes(versionOf(ed.topic)), " ", "+")
	line := fmt.Sprintf("%d %s\n", after, hash)
	if strings.HasSuffix(ed.versions, line) {
		return
	}
	ed.versions += line
	ed.tell(after, hash)
	if err := ed.store.SetMeta(metaVersions, []byte(ed.versions)); err != nil {
		ed.log.Warn("events will not say that the ontology was edited", "err", err)
	}
}

func (ed *editor) tell(after int, hash string) {
	if s, ok := ed.a.Sink.(monitor.VersionSink); ok {
		s.Edited(after, hash)
	}
}
