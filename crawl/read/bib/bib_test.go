package bib

import (
	"strings"
	"testing"
)

const sample = `% a comment
@string{ncjs = "Journal of " # {Storms}}
@comment{not @article{x, title = {none}}}
@Article{liu2020,
  title = {On-{ITS}: an {\"o}ntology \& the caf\'{e}, pages 3--7},
  journal = ncjs # { and Floods},
  year = 2020, keywords = "typhoon; storm {"}surge{"}",
  abstract = {A typhoon causes
  a storm surge. $x_1$ is \emph{large}.}, doi = {10.1/x},
}
@inproceedings(second, title = {台风本体}, abstract={台风引发风暴潮。}, url={https://e.example/2})
@article{broken, title = {never closed
@misc{third, title = {After the fault}}
`

func TestRead(t *testing.T) {
	t.Parallel()
	entries, faults, err := Read(strings.NewReader(sample))
	if err != nil || len(entries) != 3 || len(faults) != 1 || faults[0].Line != 12 {
		t.Fatalf("%v %v %v", entries, faults, err)
	}
	e := entries[0]
	for field, want := range map[string]string{
		"title": "On-ITS: an öntology & the café, pages 3–7", "journal": "Journal of Storms and Floods", "year": "2020",
		"keywords": `typhoon; storm "surge"`, "abstract": "A typhoon causes a storm surge. x_1 is large.",
	} {
		if got := e.Fields[field]; got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
	if e.Key != "liu2020" || e.Type != "article" || e.Line != 4 || entries[2].Key != "third" {
		t.Errorf("%+v %+v", e, entries[2])
	}
	p, ok := e.Page()
	if !ok || p.Final != "https://doi.org/10.1/x" || len(p.Blocks) != 3 || !p.Blocks[0].Title || p.Host != "Journal of Storms and Floods" {
		t.Errorf("%+v", p)
	}
	if p, ok := entries[1].Page(); !ok || p.Final != "https://e.example/2" || p.Title != "台风本体" {
		t.Errorf("%+v", p)
	}
	if _, ok := (&Entry{Key: "x"}).Page(); ok {
		t.Error("an entry without title and abstract is a page")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("@a{b,c={\\")
	f.Add("@string(x=x#x)@@{")
	f.Fuzz(func(t *testing.T, text string) {
		entries, _, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range entries {
			if entries[i].Line < 1 || entries[i].Line > strings.Count(text, "\n")+1 {
				t.Errorf("entry at line %d", entries[i].Line)
			}
			entries[i].Page()
		}
	})
}
