package statetest

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Parts returns the parts of a checkpoint that write those bytes.
func Parts(parts map[string][]byte) map[string]io.WriterTo {
	writers := make(map[string]io.WriterTo, len(parts))
	for name, b := range parts {
		writers[name] = bytes.NewReader(b)
	}
	return writers
}

// Bytes reads parts; nil if there are none.
func Bytes(parts map[string]crawl.Part) (map[string][]byte, error) {
	if parts == nil {
		return nil, nil
	}
	all := make(map[string][]byte, len(parts))
	for name, p := range parts {
		b, err := crawl.PartBytes(p)
		if err != nil {
			return nil, err
		}
		all[name] = b
	}
	return all, nil
}

// epoch is the time at which the made visits begin.
var epoch = time.Date(2024, 7, 1, 8, 0, 0, 123456789, time.UTC)

// Visit makes the visit of number seq with the given number of links. Every
// fifth is a failure, every seventh a page behind a redirect; some make a model.
func Visit(seq, links int) *crawl.Visit {
	url := fmt.Sprintf("https://h%d.example/台风/p%d?x=1", seq%7, seq)
	v := &crawl.Visit{
		Seq:       seq,
		Choice:    crawl.Choice{URL: url, Host: fmt.Sprintf("h%d.example", seq%7), Parent: fmt.Sprintf("https://h.example/p%d", seq/2), Depth: seq % 9, Priority: 1 / float64(seq)},
		Status:    200,
		FetchedAt: epoch.Add(time.Duration(seq) * 1234567 * time.Microsecond),
	}
	if seq%5 == 0 {
		v.Status, v.Failure = 404, crawl.Failure{Kind: crawl.FailStatus4xx, Text: "status 404"}
		return v
	}
	v.Page = page(v, seq, links)
	v.LinkCount = links + 3
	if seq%9 == 4 {
		v.Learned = &crawl.Model{Number: 1 + seq/9, At: v.FetchedAt, Data: fmt.Appendf(nil, `{"words":["storm"],"pages":%d}`, seq)}
	}
	v.Score = crawl.Score{Relevance: float64(seq%11) / 11, Relevant: seq%2 == 0, Model: seq / 4, Evidence: []crawl.Evidence{
		{Concept: "http://o.example/t#Typhoon", Label: "台风", Group: "title", Count: seq, Contribution: 0.25},
		{Concept: "http://o.example/t#Rain", Label: "rain", Group: "body", Count: 2, Contribution: 0.125},
	}}
	return v
}

func page(v *crawl.Visit, seq, links int) *crawl.Page {
	p := &crawl.Page{
		URL: v.Choice.URL, Final: v.Choice.URL, Host: v.Choice.Host, Status: 200,
		Title: fmt.Sprintf("页 %d – title", seq), Lang: "zh", Charset: "gb18030", Words: 10 * seq,
		NoIndex: seq%3 == 0, Hash: uint64(seq) * 0x9e3779b97f4a7c15, FetchedAt: v.FetchedAt, Bytes: 1000 + seq,
		Blocks: []crawl.Block{{Key: uint64(seq), Title: true}, {Key: 7, H1: true, Region: crawl.RegionNav, Text: "navigation"}, {Key: ^uint64(seq)}},
	}
	if seq%3 == 1 {
		p.Features = &crawl.Features{
			Topic: 9, First: float64(seq) / 4, Length: 9 * seq, Concepts: []crawl.ConceptCount{{Entry: 3, Count: 1.5}, {Entry: int32(seq), Count: 2}},
			Words: []crawl.WordCount{{Word: "storm", Count: uint16(seq)}, {Word: "storms", Count: 1}, {Word: "登陆", Count: 2}},
		}
	}
	if seq%5 == 2 {
		p.Document, p.Charset = "pdf", ""
		p.About = crawl.About{Kind: crawl.KindDocument, Headline: "Storm 12", Site: "Weather News", Author: "A. Author"}
	}
	if seq%7 == 0 {
		p.Final = fmt.Sprintf("https://final.example/p%d", seq)
	}
	for i := range links {
		p.Links = append(p.Links, link(seq, i))
	}
	return p
}

func link(seq, i int) crawl.Link {
	l := crawl.Link{
		URL: fmt.Sprintf("https://h%d.example/台风/p%d?x=1", i%7, seq*3+i), Host: fmt.Sprintf("h%d.example", i%7),
		Text: fmt.Sprintf("link %d", i), Title: "t", Heading: "强热带风暴 heading", Path: "html>body>div.main>ul.list>li",
		Context: fmt.Sprintf("some words before link %d and the words that follow it in the same block of the page, as news lists have", i),
		Region:  crawl.Region(i % 5), List: uint32(i / 4),
	}
	if i%3 == 0 {
		l.Terms = crawl.LinkTerms{AnchorCore: float32(i) / 3, URLOther: 0.5, Relevance: 1}
	}
	return l
}

// bare is v as it comes back from a journal: no text of blocks, and without
// links, blocks and features at all if replay is not set.
func bare(v *crawl.Visit, replay bool) *crawl.Visit {
	w := *v
	if v.Page == nil {
		return &w
	}
	p := *v.Page
	p.Blocks = nil
	if replay {
		for _, b := range v.Page.Blocks {
			p.Blocks = append(p.Blocks, crawl.Block{Key: b.Key, Title: b.Title, H1: b.H1, Region: b.Region, Size: b.Len()})
		}
	} else {
		p.Links, p.Features = nil, nil
	}
	w.Page = &p
	return &w
}
