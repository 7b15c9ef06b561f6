package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

const cardParams = `format: 7
version: 0.3.0
topic: "flood | 洪水"
ontologies:
    - name: /home/li/floods.ttl
      sha256: abcd
      iri: http://a.example/floods
seeds:
    count: 2
    sha256: ef01
settings:
    contact: mailto:li@a.example
    judge: fielded
`

const cardSummary = `{"stopped": "budget", "started": "2026-11-28T23:00:00.000Z", "finished": "2026-11-29T01:02:03.004Z", "current": 40, "relevant": 7, "requests": 50, "failures": 9,
 "languages": {"": 3, "en": 5, "de": 5, "zh-CN": 27}, "hosts": {"count": 4}}`

func describedRun(t *testing.T, params, summary string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{rundir.ParamsFile: params, rundir.SummaryFile: summary} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The forms of the files are golden: CITATION.cff by the Citation File Format 1.2.0, the card by its own words.
func TestDescription(t *testing.T) {
	t.Parallel()
	dir := describedRun(t, cardParams, cardSummary)
	if err := WriteDescription(dir); err != nil {
		t.Fatal(err)
	}
	id := ""
	for _, name := range []string{rundir.CitationFile, rundir.CardFile} {
		have, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(string(have), "urn:uuid:")
		if id == "" {
			id = string(have[at : at+45])
		}
		want, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), strings.ReplaceAll(string(have), id, "urn:uuid:ID")); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Error(info.Mode(), err)
		}
	}
}

// A run that goes on or was killed has no description, and who can be reached is said without a password.
func TestDescriptionOfOthers(t *testing.T) {
	t.Parallel()
	if files, err := Describe(describedRun(t, cardParams, strings.Replace(cardSummary, "budget", "running", 1))); len(files) > 0 || err != nil {
		t.Error(files, err)
	}
	if _, err := Describe(t.TempDir()); err == nil {
		t.Error("an empty folder is described")
	}
	for contact, want := range map[string]string{
		"mailto:li@a.example": "email: li@a.example\n", "https://a.example/": "website: https://a.example/\n", "https://u:secret@a.example/": "website: https://a.example/\n",
		"": "name: anonymous\ndate-released", "x: y": "name: anonymous\ndate-released",
	} {
		files, err := Describe(describedRun(t, strings.Replace(cardParams, "mailto:li@a.example", "'"+contact+"'", 1), cardSummary))
		if text := string(files[rundir.CitationFile]); err != nil || !strings.Contains(text, want) || strings.Contains(text, "secret") {
			t.Errorf("%q: %v\n%s", contact, err, text)
		}
	}
}
