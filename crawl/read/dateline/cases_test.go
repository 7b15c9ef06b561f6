package dateline

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Where pages show their date, case by case, with the day that a person reads there.
func TestCases(t *testing.T) {
	const story = "<p>The storm surge flooded the lower streets of the old town during the night, and many people left their houses.</p>"
	for _, tt := range []struct{ name, url, body, want string }{
		{"hAtom", "", `<h1>Surge</h1><span>at <a href=/x><abbr class='published' title='2026-07-02T08:00:00+08:00'>8:00 AM</abbr></a></span>`, "2026-07-02T08:00+08:00 class published"},
		{"Blogger", "", `<h1>Surge</h1><abbr class=published itemprop=datePublished title="2026-07-02T08:00:00+08:00">8:00 AM</abbr>`, "2026-07-02T08:00+08:00 microdata datepublished"},
		{"h-entry", "", `<h1>Surge</h1><span class="dt-published" title="2026-07-02T08:00:00+08:00">today</span>`, "2026-07-02T08:00+08:00 class dt-published"},
		{"h-entry with data", "", `<h1>Surge</h1><data class="dt-published" value="2026-07-02">today</data>`, "2026-07-02 class dt-published"},
		{"RDFa", "", `<h1>Surge</h1><span property="dc:date" content="2026-07-02T08:00:00+08:00">today</span>`, "2026-07-02T08:00+08:00 property dc:date"},
		{"RDFa of schema.org", "", `<h1>Surge</h1><span property="schema:datePublished">2 July 2026</span>`, "2026-07-02 property schema:datepublished"},
		{"two properties", "", `<h1>Surge</h1><meta itemprop="dateCreated datePublished" content="2026-07-02">`, "2026-07-02 meta datecreated"},
		{"a theme", "", `<h1>Surge</h1><div class="entry-date">Veröffentlicht am <a href=/>5. Juli 2026</a></div>`, "2026-07-05 text"},
		{"a theme without label", "", `<h1>Surge</h1><div><div><div class="asset"><b>von</b> <span class="post-date">5. Juli 2026</span></div></div></div>`, "2026-07-05 class post-date"},
		{"dotted", "", `<h1>Surge</h1><p class="date">02.07.2026</p>`, "2026-07-02 class date"},
		{"labelled in German", "", `<h1>Surge</h1><p>Veröffentlicht am 02.07.2026 um 08:00 Uhr</p>`, "2026-07-02T08:00Z text"},
		{"labelled in French", "", `<h1>Surge</h1><p>Publié le 2 juillet 2026</p>`, "2026-07-02 text"},
		{"labelled in Spanish", "", `<h1>Surge</h1><p>Publicado el 2 de julio de 2026</p>`, "2026-07-02 text"},
		{"labelled in Italian", "", `<h1>Surge</h1><p>Pubblicato il 2 luglio 2026</p>`, "2026-07-02 text"},
		{"labelled in Dutch", "", `<h1>Surge</h1><p>Gepubliceerd op 2 juli 2026</p>`, "2026-07-02 text"},
		{"labelled in Polish", "", `<h1>Surge</h1><p>Opublikowano: 2 lipca 2026</p>`, "2026-07-02 text"},
		{"a line in Portuguese", "", `<h1>Surge</h1><p>2 de julho de 2026</p>`, "2026-07-02 text"},
		{"slashes with one reading", "", `<h1>Surge</h1><p>Published 23/06/2026</p>`, "2026-06-23 text"},
		{"slashes of America", "", `<h1>Surge</h1><p>Published 06/23/2026</p>`, "2026-06-23 text"},
		{"of the Republic", "", `<h1>風暴潮</h1><p>發布日期：民國115年7月2日</p>`, "2026-07-02 text"},
		{"of Reiwa", "", `<h1>高潮</h1><p>掲載日：令和8年7月2日</p>`, "2026-07-02 text"},
		{"of the first year of Reiwa", "", `<h1>高潮</h1><p>掲載日：令和元年7月2日</p>`, "2019-07-02 text"},
		{"byline", "", `<h1>Surge</h1><p>By Ann Lee, 2 July 2026</p>`, "2026-07-02 text"},
		{"between bars", "", `<h1>Surge</h1><p>News | 2 July 2026 | 3 min read</p>`, "2026-07-02 text"},
		{"of an agency", "", `<h1>海岸洪水退去</h1><p>某社海口2026年7月17日电 记者从防汛办获悉，7月3日开始的洪水已退去。</p>`, "2026-07-17 text"},
		{"of a wire", "", `<h1>Flood recedes</h1><p>HAIKOU, July 17, 2026 (Xinhua) -- The flood that began on July 3 has receded.</p>`, "2026-07-17 text"},
		{"of a wire, no year", "", `<h1>Flood recedes</h1><p>HAIKOU, July 17 (Xinhua) -- The flood that began on July 3 has receded.</p>`, "2026-07-17 text"},
		{"of a paper, no year", "", `<h1>海岸洪水退去</h1><p>本报海口7月17日电 记者从防汛办获悉，7月3日开始的洪水已退去。</p>`, "2026-07-17 text"},
		{"of a wire in numbers", "", `<h1>Flood recedes</h1><p>TAIPEI (CNA) 2026/07/17 The flood that began on July 3 has receded.</p>`, "2026-07-17 text"},
		{"of a wire behind a dash", "", `<h1>Flood recedes</h1><p>The flood has receded -- Reuters, July 17, 2026</p>`, "2026-07-17 text"},
		{"a journal's", "", `<h1>Surge</h1><p>Coasts. 2026 Jul 2;15(1):e33475</p>`, "2026-07-02 text"},
		{"a journal's with a full month", "", `<h1>Surge</h1><p>Coasts. 2026 July 2</p>`, "2026-07-02 text"},
		{"two digits of the year", "", `<h1>Surge</h1><p>Von Ann Lee | 02.07.26</p>`, "2026-07-02 text"},
		{"a version of two digits", "", `<h1>Surge</h1><p>Release 12.10.26.44</p>`, ""},
		{"a time that an aside begins with", "", `<article><h1>Surge</h1><aside class=post-meta> <time datetime="2026-07-02">2 July</time></aside>`, "2026-07-02 time"},
		{"a time in a box of an aside", "", `<article><h1>Surge</h1><aside><div><time datetime="2026-07-02">2 July</time></div></aside>`, "2026-07-02 time"},
		{"a time among an aside's other stories", "", `<h1>Surge</h1><aside><b>Latest</b> <time datetime="2026-07-02">2 July</time></aside>`, ""},
		{"a time of a second aside", "", `<h1>Surge</h1><aside>Latest</aside><nav><time datetime="2026-07-02">2 July</time></nav>`, ""},
		{"an event", "", `<h1>Typhoon hits the coast</h1><p>The typhoon made landfall on 6 September 2024 near Haikou.</p><p>Five people died.</p>`, ""},
		{"an event in Chinese", "", `<h1>那一年的大地震</h1><p>1998年5月12日下午，小镇的钟停了。</p><p>今天的人们仍记得那一刻。</p>`, ""},
		{"an event in German", "", `<h1>Sturmflut</h1><p>Die Flut erreichte am 6. September 2024 die Stadt.</p>`, ""},
		{"an update", "", `<h1>Surge</h1><p class="update-date">2 July 2026 is when we changed this page about the surge</p>`, ""},
		{"a version", "", `<h1>Surge</h1><p>Release 2.11.26.4</p>`, ""},
		{"slashes with two readings", "", `<h1>Surge</h1><p>Geprüft 3/4/2026</p>`, ""},
		{"before the web", "", `<h1>Surge</h1><p class=date>02.11.1987</p>`, ""},
		{"of the future", "", `<h1>Surge</h1><p class=date>02.11.2031</p>`, ""},
		{"a comment's", "", "<h1>Surge</h1>" + strings.Repeat(story, 9) + `<div class="comment-date">02.07.2026</div>`, ""},
		{"eight digits", "/Reden/2026/07/20260702_Rede2.html", "<h1>Surge</h1>", "2026-07-02 url"},
		{"day first", "/newsroom/23-06-2026-surge/17-378.html", "<h1>Surge</h1>", "2026-06-23 url"},
		{"an archive", "/web/20260706023242/http://news.example/2026/07/02/typhoon", "<h1>Surge</h1>", "2026-07-02 url"},
		{"an archive of a page without date", "/web/20260706023242/https://news.example/typhoon", "<h1>Surge</h1>", ""},
	} {
		if got := of(t, "https://a.example"+tt.url, "", tt.body+story); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A thread has the day of its first post. Days of those who wrote the posts stand beside it.
func TestThreads(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"a link", `<h2>#1 <a href=/p>2026-07-02 15:14:37</a></h2><dl><dd>Registered: 2020-11-01</dd></dl>`, "2026-07-02T15:14+08:00 text"},
		{"a writer before it", `<dl><dd>Founded: Dec 11, 2021</dd></dl><p>Post by Ann » Thu Jul 02, 2026 1:47 am</p>`, "2026-07-02T01:47+08:00 text"},
		{"a writer before it in German", `<dl><dd>Registriert: 18.09.2008, 05:56</dd></dl><p>Beitragvon r23 » 02.07.2026, 05:42</p>`, "2026-07-02T05:42+08:00 text"},
		{"a word before it", `<div>Old 2nd July 2026, 16:26</div><div>Join Date: 3 May 2001</div>`, "2026-07-02T16:26+08:00 text"},
		{"a label", `<div>Joined: 3 May 2001</div><div>Posted: 2 July 2026</div>`, "2026-07-02 text"},
		{"writers only", `<div>Joined: 3 May 2001</div><div>Member since: 2002-05-03</div>`, ""},
		{"a post that tells of a day", `<p>The flood of 3 May 2001 was the worst that I have seen in this town.</p>`, ""},
	} {
		body := "<h1>Surge</h1>" + strings.Repeat("<div>Forum rules</div>", 20) + tt.body + "<p>I saw it from the bridge.</p><div>#2 2026-07-03 10:00</div>"
		if tt.want == "" {
			body = strings.Replace(body, "<div>#2 2026-07-03 10:00</div>", "", 1)
		}
		got := ofKind(t, crawl.KindThread, "https://a.example", "", body)
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
