package jobcrawl

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
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
		ed.a.Sink.Edited(after, hash)
	}
	if edited {
		ed.note(ed.seq)
	}
	return nil
}

// note records that visits after the given one are judged by the version in force.
func (ed *editor) note(after int) {
	hash := hashOf(ed.topic)
	line := fmt.Sprintf("%d %s\n", after, hash)
	if strings.HasSuffix(ed.versions, line) {
		return
	}
	ed.versions += line
	ed.a.Sink.Edited(after, hash)
	if err := ed.store.SetMeta(metaVersions, []byte(ed.versions)); err != nil {
		ed.log.Warn("events will not say that the ontology was edited", "err", err)
	}
}

// hashOf is the hash of a version in events and in the store of versions.
func hashOf(t *topic.Topic) string { return strings.ReplaceAll(hashes(versionOf(t)), " ", "+") }

// inForce notes in the store of versions that the topic judges visits after the given one. began is when it
// began to be read.
func (ed *editor) inForce(after int, began time.Time) {
	text := textRead(ed.Ontology, ed.topic, began)
	if err := (&versions.Store{Dir: ed.a.Dir}).InForce(hashOf(ed.topic), ed.topic, after, text); err != nil {
		ed.log.Warn("this version of the ontology will not be among those that the page shows", "err", err)
	}
}

// effect notes in the store of versions what a new version did to the kept pages.
func (ed *editor) effect(t *topic.Topic, n engine.Judged) {
	j := versions.Judged{Pages: n.Judged, NoText: n.NoText + n.Unread, Gained: n.Gained, Lost: n.Lost, Moved: n.Moved}
	if err := (&versions.Store{Dir: ed.a.Dir}).Judged(hashOf(t), j); err != nil {
		ed.log.Warn("what the new version did to the pages will not be shown on the page", "err", err)
	}
}

// largestText bounds the text of an ontology's file that is kept.
const largestText = 32 << 20

// textRead is the text of the file from which the topic t was read since began; nil if it is not sure that the file
// is still that one.
func textRead(file string, t *topic.Topic, began time.Time) []byte {
	if file == "" {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil // an embedded ontology
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > largestText {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(f, largestText+1))
	if err != nil || len(text) > largestText {
		return nil
	}
	if info.ModTime().Before(began) || len(t.Sources) == 1 && len(t.Sources[0].Ontology.Files) == 1 && t.Sources[0].Ontology.Hash == unpackedSum(text) {
		return text
	}
	return nil
}

// unpackedSum is the hash of an ontology without imports.
func unpackedSum(text []byte) string {
	r, err := syntax.Unpack(bytes.NewReader(text))
	if err != nil {
		return ""
	}
	h := sha256.New()
	if n, err := io.Copy(h, io.LimitReader(r, largestText)); err != nil || n == largestText {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
