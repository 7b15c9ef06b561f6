package crawltest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// hrefs returns the targets of the links of a page, in order.
func hrefs(t *testing.T, page string) (all []string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return all
		case html.StartTagToken:
			for _, a := range z.Token().Attr {
				if a.Key == "href" {
					all = append(all, a.Val)
				}
			}
		}
	}
}

func TestPortal(t *testing.T) {
	p := NewPortal(PortalOptions{Seed: 1, Articles: 300})
	nav := hrefs(t, p.nav)
	if len(nav) != portalLinks {
		t.Errorf("%d links of navigation", len(nav))
	}
	reached := map[string]bool{"/": true}
	for todo := []string{"/"}; len(todo) > 0; todo = todo[1:] {
		s := p.at[todo[0]]
		if s == nil {
			t.Fatalf("a link leads to %s, which is no page", todo[0])
		}
		links := hrefs(t, p.html(s))
		if !slices.Equal(links[:portalLinks], nav) {
			t.Fatalf("%s has another navigation", s.path)
		}
		for _, l := range links {
			if !reached[l] {
				reached[l] = true
				todo = append(todo, l)
			}
		}
	}
	if len(reached) != len(p.pages) {
		t.Errorf("%d of %d pages can be reached", len(reached), len(p.pages))
	}
	for _, l := range nav {
		if p.at[l].label != "" {
			t.Errorf("the navigation leads to an article on topic, %s", l)
		}
	}
	p.checkLabels(t)
}

// Each article on topic has two copies with its very text.
func (p *Portal) checkLabels(t *testing.T) {
	t.Helper()
	n := map[string]int{}
	for _, s := range p.pages {
		n[s.label]++
		if s.label == LabelTopic && !strings.Contains(p.html(s.article.copies[1]), html.EscapeString(s.article.lead)) {
			t.Errorf("the copy of %s has another text", s.path)
		}
	}
	if n[LabelTopic] < 10 || n[LabelCopy] != 2*n[LabelTopic] {
		t.Errorf("labels: %v", n)
	}
}

func TestPortalStored(t *testing.T) {
	a, b, c := t.TempDir(), t.TempDir(), t.TempDir()
	for dir, seed := range map[string]uint64{a: 1, b: 1, c: 2} {
		if err := NewPortal(PortalOptions{Seed: seed, Articles: 40}).Store(dir); err != nil {
			t.Fatal(err)
		}
	}
	read := func(dir, name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if read(a, "index.tsv") != read(b, "index.tsv") || read(a, "pages/00007.html") != read(b, "pages/00007.html") {
		t.Error("one seed made two portals")
	}
	if read(a, "pages/00007.html") == read(c, "pages/00007.html") {
		t.Error("two seeds made one portal")
	}
}

// TestStores: the web with its labels, and the farm of spam, are stored webs: every line of the
// index has a file, and every page of the farm names the topic in its title.
func TestStores(t *testing.T) {
	web, farm := t.TempDir(), t.TempDir()
	w := New(Options{Seed: 3, Pages: 300, Hosts: 12})
	if err := w.Store(web); err != nil {
		t.Fatal(err)
	}
	if err := (Spam{Seed: 3, Pages: 40, Hosts: 4}).Store(farm); err != nil {
		t.Fatal(err)
	}
	topical := 0
	for _, p := range w.Pages() {
		if p.OnTopic && p.CopyOf == "" {
			topical++
		}
	}
	labels := map[string]int{}
	for _, dir := range []string{web, farm} {
		index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(index)) {
			c := strings.Split(strings.TrimSpace(line), "\t")
			body, err := os.ReadFile(filepath.Join(dir, "pages", c[1]))
			if err != nil || len(body) == 0 {
				t.Fatalf("%q: %v", line, err)
			}
			labels[c[3]]++
			if c[3] != labelSpam {
				continue
			}
			title, _, _ := strings.Cut(string(body), "</title>")
			if !slices.ContainsFunc(spamSubjects, func(s string) bool { return strings.Contains(title, s) }) {
				t.Errorf("%s: %s", c[0], title)
			}
		}
	}
	if labels[LabelTopic] != topical || topical == 0 || labels[labelSpam] != 40 || labels[labelOther] < 200 {
		t.Errorf("%v; %d pages on topic", labels, topical)
	}
}
