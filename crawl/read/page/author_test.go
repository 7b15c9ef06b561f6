package page

import "testing"

// Who wrote a page stands in its data, in a line that is called so, behind a label, below the
// headline, or in a link.
func TestAuthor(t *testing.T) {
	data := func(v string) string {
		return `<script type="application/ld+json">{"@type":"NewsArticle","author":` + v + `,"publisher":{"name":"Town news"}}</script>`
	}
	for _, c := range []struct{ name, body, want string }{
		{"an object", data(`{"@type":"Person","name":"Ann Lee"}`), "Ann Lee"},
		{"a list", data(`[{"@type":"Person","name":"Ann Lee"},{"@type":"Person","name":"Bo Ek"}]`), "Ann Lee, Bo Ek"},
		{"a list of texts", data(`["Ann Lee", "Bo Ek"]`), "Ann Lee, Bo Ek"},
		{"a name in a list", data(`{"name":["Ann Lee"]}`), "Ann Lee"},
		{"a site of the author's name", `<meta property="og:site_name" content="Ann Lee"><meta name="author" content="Ann Lee">`, "Ann Lee"},
		{"a line with a day", `<h1>The flood</h1><p class="post-author">Ann Lee 4 August 2010</p>`, "Ann Lee"},
		{"a day", `<h1>The flood</h1><div class=byline><span></span><p>March 17, 2025</p></div>`, ""},
		{"a label before it", `<h1>The flood</h1><p>Written by</p><p>Ann Lee</p>`, "Ann Lee"},
		{"a label of an order", `<h1>Shoes</h1><p>Sort by</p><p>Newest First</p>`, ""},
		{"below the headline", `<h1>The flood</h1><p>By Ann Lee · Dec 20, 2025 at 3:00 am</p>`, "Ann Lee"},
		{"of a forum", `<h1>The flood</h1><p>by Ann Lee » Thu Jul 02, 2026 1:47 am</p>`, "Ann Lee"},
		{"of a forum, one name", `<h1>The flood</h1><p class=author>by Ann » Thu Jul 02, 2026 1:47 am</p>`, "Ann"},
		{"by no name", `<h1>The flood</h1><p>By the river bank</p>`, ""},
		{"a portrait", `<h1>The flood</h1><div class=author><img alt="Portrait of somebody"><p>Ann Lee</p></div>`, "Ann Lee"},
		{"authorization", `<h1>The flood</h1><div class=authorization-box><p>Bearer Token</p></div>`, ""},
		{"rel", `<h1>The flood</h1><p>Told by our reporter <a rel="nofollow Author" href=/p/7>Ann Lee</a> on the spot</p>`, "Ann Lee"},
		{"an address", `<h1>The flood</h1><p>Our reporter <a href=/authors/ann-lee/>Ann Lee</a> was on the spot</p>`, "Ann Lee"},
		{"a menu", `<nav><a href=/authors/all/>Our Writers</a></nav><h1>The flood</h1>`, ""},
	} {
		p, _ := mainText(t, "<title>The flood</title>"+c.body+paragraphs())
		if p.About.Author != c.want {
			t.Errorf("%s: %q, want %q", c.name, p.About.Author, c.want)
		}
	}
}
