package reading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// sentences of articles, which differ from site to site.
func sentences(site, page int) []string {
	towns := []string{"Arden", "Brill", "Corve", "Dunmere", "Elsford", "Farrow", "Garth", "Hollin"}
	town, other := towns[site%len(towns)], towns[(site+page+1)%len(towns)]
	return []string{
		fmt.Sprintf("The council of %s has agreed on a plan for street number %d, which will be closed to cars from the spring of next year.", town, page+3),
		fmt.Sprintf("Shopkeepers in %s had asked for more time, because the road to %s is the only way for their deliveries until the bridge is mended.", town, other),
		fmt.Sprintf("A spokeswoman said that %d letters had been received, and that most of them welcomed the trees that are to be planted there.", site*7+page),
		fmt.Sprintf("Work begins in March, and the people of %s will be told by post when they have to move their cars.", other),
	}
}

// markup is a page of one of three templates.
func markup(site, page int) (body, text string) {
	said := sentences(site, page)
	title := fmt.Sprintf("Plan %d for street %d", site, page)
	text = title + "\n" + strings.Join(said, "\n")
	menu := `<ul class="menu"><li><a href="/">Home</a><li><a href="/news">News</a><li><a href="/sport">Sport</a><li><a href="/about">About us</a></ul>`
	more := `<div class="related"><h3>Read more</h3><a href="/1">Market moves to the old yard</a><br><br><a href="/2">Swimming pool opens again</a></div>`
	foot := `<div class="footer"><p>All rights reserved. The publisher is not responsible for what is found on other sites, to which links on this site may lead.</p></div>`
	switch site % 3 {
	case 0:
		body = menu + `<div class="content"><h1>` + title + "</h1><p>" + strings.Join(said, "</p><p>") + "</p></div>" + more + foot
	case 1:
		body = "<header>" + menu + "</header><main><article class=post><h1>" + title + "</h1><div>" + strings.Join(said, "<br><br>") + "</div></article>" + more + "</main>" + foot
	default:
		body = "<table><tr><td class=menu>" + menu + "<td class=content><h2>" + title + "</h2><p>" + strings.Join(said, "</p><p>") + "</p>" + more + "</table>" + foot
	}
	return "<!DOCTYPE html><title>" + title + " | The paper</title>" + body, text
}

// folder writes pages of sites as a folder with their truth.
func folder(t *testing.T, sites, pages int) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pages"), 0o777); err != nil {
		t.Fatal(err)
	}
	var truth bytes.Buffer
	for site := range sites {
		for page := range pages {
			body, text := markup(site, page)
			name := fmt.Sprintf("%d-%d.html", site, page)
			if err := os.WriteFile(filepath.Join(dir, "pages", name), []byte(body), 0o666); err != nil {
				t.Fatal(err)
			}
			line, err := json.Marshal(Truth{Set: "wcxb", File: name, URL: fmt.Sprintf("https://paper%d.com/news/%d", site, page), Type: "text/html", Kind: "article", Title: strings.SplitN(text, "\n", 2)[0], Text: text})
			if err != nil {
				t.Fatal(err)
			}
			truth.Write(append(line, '\n'))
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "truth.jsonl"), truth.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A small training is the same every time, reads pages of sites that it has not seen, and
// finds their headlines.
func TestFit(t *testing.T) {
	pages, err := Load(folder(t, 24, 4))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if n := len(p.Doc.Blocks); n < 12 {
			t.Fatalf("%s has %d blocks", p.File, n)
		}
	}
	m, reads := Fit(pages)
	again, _ := Fit(pages)
	data := m.Marshal()
	if !bytes.Equal(data, again.Marshal()) {
		t.Error("two trainings differ")
	}
	if m, err = maintext.Unmarshal(data); err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]Read{"without the site": reads, "with all": Apply(m, pages)} {
		right := 0
		for _, r := range list {
			if strings.Join(terms(text(r)), " ") == strings.Join(terms(r.Page.Text), " ") && maintext.SameHeadline(r.Headline, r.Page.Title) {
				right++
			}
		}
		if right < len(pages)*95/100 {
			t.Errorf("%s: %d of %d pages", name, right, len(pages))
		}
	}
	dir := t.TempDir()
	if err := Write(dir, reads); err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile(filepath.Join(dir, "out.jsonl"))
	if err != nil || bytes.Count(out, []byte("\n")) != len(pages) {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}

// How much of a block stands in the truth: each word of it once, in order.
func TestLabels(t *testing.T) {
	doc := &maintext.Doc{Nodes: []maintext.Node{{Parent: -1}}}
	for _, s := range []string{"Home", "One two three four five six seven", "Read more", "One two three four five six seven", "eight nine ten eleven and something that is not there", "Home"} {
		doc.Blocks = append(doc.Blocks, maintext.Block{Text: s, Words: len(strings.Fields(s))})
	}
	p := &Page{Truth: Truth{Set: "wcxb", Text: "One two three four five six seven. Eight nine ten eleven. Home"}, Doc: doc}
	want := []float32{0, 1, 0, 0, .4, 1}
	if got := labels(p); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	p = &Page{Truth: Truth{Set: "chunks", With: []string{"two three four"}, Without: []string{"Read more"}}, Doc: doc}
	if got := labels(p); fmt.Sprint(got) != fmt.Sprint([]float32{-1, 1, 0, 1, -1, -1}) {
		t.Errorf("%v", got)
	}
}
