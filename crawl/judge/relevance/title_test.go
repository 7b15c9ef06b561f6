package relevance

import (
	"fmt"
	"testing"
)

// TestRepeatedTitle: a title that the site puts on every page is no page's own;
// the headline takes its place, in what is shown and in what is judged.
func TestRepeatedTitle(t *testing.T) {
	j := stormJudge(t, Options{})
	body := func(headline string) string {
		return "<title>The Daily Gazette</title><div class=headline>" + headline + "</div><p>" + filler(300)
	}
	early := read(t, j, "http://a.example/early", body("Typhoon ahead"))
	before := j.Score(early).Relevance
	if early.Title != "The Daily Gazette" {
		t.Errorf("the first page of a host is called %q", early.Title)
	}
	for i := range 20 {
		p := read(t, j, fmt.Sprintf("http://a.example/%d", i), body(fmt.Sprintf("Story number %d", i)))
		j.Score(p)
		j.Learn(p)
	}
	late := read(t, j, "http://a.example/late", body("Typhoon ahead"))
	after := j.Score(late)
	if late.Title != "Typhoon ahead" || after.Relevance <= before {
		t.Errorf("called %q, relevance %.3f, before %.3f", late.Title, after.Relevance, before)
	}
	other := read(t, j, "http://b.example/", body("Typhoon ahead"))
	if j.Score(other); other.Title != "The Daily Gazette" {
		t.Errorf("on another host it is called %q", other.Title)
	}
	// A headline that is repeated itself is none.
	same := read(t, j, "http://a.example/same", body("Story number 3"))
	for range 20 {
		j.Learn(same)
	}
	again := read(t, j, "http://a.example/again", body("Story number 3"))
	if j.Score(again); again.Title != "The Daily Gazette" {
		t.Errorf("called %q, which the host repeats too", again.Title)
	}
}
