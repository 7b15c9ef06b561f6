package page

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnchorNames(t *testing.T) {
	const card = "<article><h3>Irma makes landfall</h3><p>The storm.</p>%s</article>"
	for _, c := range []struct{ name, body, text, context string }{
		{"label without text", "<p><a href=x aria-label='Hurricane Irma'><i></i></a></p>", "Hurricane Irma", ""},
		{"label of a generic anchor", "<p>Irma came. <a href=x aria-label='Read more about Irma'>Read more</a></p>", "Read more about Irma", "Irma came."},
		{"label beside words", "<a href=x aria-label='Hurricane Irma'>Storms</a>", "Storms", ""},
		{"generic label", "<li><h4>Irma</h4><a href=x aria-label='Learn more'>more</a></li>", "Irma", ""},
		{"hidden label", "<div style='display:none'><a href=x aria-label='Irma'></a></div>", "", ""},
		{"label with controls", "<a href=x aria-label='\u202eHur\u0007ricane\n  \u200bIrma\u00a0&amp; co'></a>", "Hurricane Irma & co", ""},
		{"read more in a card", fmt.Sprintf(card, "<a href=x>Read more</a>"), "Irma makes landfall", ""},
		{"arrows", fmt.Sprintf(card, "<p>… <a href=x>[Continue Reading →]</a></p>"), "Irma makes landfall", "…"},
		{"Chinese", "<ul><li><h4>台风登陆</h4><p>风雨。<a href=x>阅读全文&gt;&gt;</a></p></ul>", "台风登陆", "风雨。"},
		{"traditional", "<ul><li><h4>颱風登陸</h4><a href=x>詳情</a></ul>", "颱風登陸", ""},
		{"a card of divs", "<div class='news-item'><h3>Irma</h3><div><a href=x>Mehr erfahren</a></div></div>", "Irma", ""},
		{"the heading is of another card", "<ul><li><h4>Irma</h4><li><a href=x>More</a></ul>", "More", ""},
		{"no card", "<h2>Irma</h2><p><a href=x>here</a>", "here", ""},
		{"words of its own", fmt.Sprintf(card, "<a href=x>Read more about rain</a>"), "Read more about rain", ""},
		{"around a card", "<a href=x><div><h3>Irma makes landfall</h3><p>The storm came at night.</p></div></a>", "Irma makes landfall", "The storm came at night."},
		{"around two headings", "<a href=x><h2>Irma</h2><h3>Rain</h3></a>", "Irma", "Rain"},
		{"in a heading", "<h2>See <a href=x>Irma</a> now</h2>", "Irma", "See … now"},
		{"around a heading without text", "<a href=x><h3></h3><p>Irma</p></a>", "Irma", ""},
		{"a heading of a generic word", "<a href=x><h3>Read more</h3></a>", "Read more", ""},
	} {
		p := parseHTML(t, c.body)
		if len(p.Links) != 1 || p.Links[0].Text != c.text || p.Links[0].Context != c.context {
			t.Errorf("%s: %+v, want %q, %q", c.name, p.Links, c.text, c.context)
		}
	}
}

// TestLongLabels: a label is bounded, and so is the search in a long card.
func TestLongLabels(t *testing.T) {
	p := parseHTML(t, "<a href=x aria-label='"+strings.Repeat("长", 10_000)+"'></a><li><h3>Irma</h3><p>"+strings.Repeat("word ", 1000)+"<a href=y>more</a>")
	if n := len([]rune(p.Links[0].Text)); n != maxLabel || p.Links[1].Text != "more" {
		t.Errorf("%d runes, %q", n, p.Links[1].Text)
	}
}

// TestNamedAnchors: ParseAnchors gives the place of anchors in blocks only if the
// anchor is the link's text.
func TestNamedAnchors(t *testing.T) {
	p, anchors, err := ParseAnchors(response("<article><h3>Irma</h3>It came. <a href=x>Read more</a> <a href=y>Rain</a></article>"))
	if err != nil {
		t.Fatal(err)
	}
	if at := anchors[0]; at.Block != -1 || p.Links[0].Text != "Irma" || p.Links[0].Context != "It came. … Rain" {
		t.Errorf("%+v %+v", at, p.Links[0])
	}
	if at := anchors[1]; at.Block != 1 || p.Blocks[1].Text[at.Start:at.End] != "Rain" || p.Links[1].Context != "" {
		t.Errorf("%+v %+v", at, p.Links[1])
	}
}
