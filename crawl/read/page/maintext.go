package page

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// Bounds of what a page says of itself.
const (
	maxMetas     = 100
	maxMetaBytes = 1000
	maxData      = 8       // scripts
	maxState     = 1 << 20 // bytes of one
	maxRead      = 8000    // blocks; others stay in the regions of the layout
	trailWords   = 10      // main text of as many words is no breadcrumb, whatever it is called
)

// enterNode notes an element that ends a block. Beyond maxNodes its text belongs to the
// element around it.
func (b *builder) enterNode(f *frame, a *attrs) {
	if len(b.nodes) >= maxNodes {
		return
	}
	b.nodes = append(doubled(b.nodes), maintext.Node{Parent: f.node, Tag: f.tag, Class: a.class, ID: a.id, Role: a.role, Schema: a.schema})
	f.node = int32(len(b.nodes) - 1)
}

// keepMeta notes a meta element.
func (b *builder) keepMeta(a *attrs) {
	name := a.property
	if name == "" {
		name = a.name
	}
	if name == "" || a.content == "" || len(a.content) > maxMetaBytes || len(b.metas) >= maxMetas {
		return
	}
	b.metas = append(b.metas, maintext.Meta{Name: strings.ToLower(strings.TrimSpace(name)), Content: a.content})
}

// keepData notes a script of data.
func (b *builder) keepData(src string) {
	if len(b.data) < maxData && len(src) <= maxState {
		b.data = append(b.data, src)
	}
}

// layout is the page for maintext, and which of its blocks each is. It is valid until the
// builder is released.
func (b *builder) layout(words []int) (d *maintext.Doc, of []int32) {
	p := b.page
	d = &maintext.Doc{URL: p.Final, Nodes: b.nodes, Meta: b.metas, Blocks: make([]maintext.Block, 0, min(len(b.blocks), maxRead))}
	for _, src := range b.data {
		if len(src) <= maxStructured && strings.Contains(src, `"@type"`) {
			d.Data = append(d.Data, src)
		}
	}
	of = make([]int32, 0, cap(d.Blocks))
	for i := range b.blocks {
		x := &b.blocks[i]
		if x.title {
			d.Title = p.Blocks[i].Text
		}
		if !x.unseen && len(of) < maxRead {
			d.Blocks = append(d.Blocks, maintext.Block{Text: p.Blocks[i].Text, Key: p.Blocks[i].Key, Node: x.node, Words: words[i], Linked: x.linked, Alt: x.alt})
			of = append(of, int32(i))
		}
	}
	at := 0
	for i := range b.links {
		for at < len(of) && int(of[at]) < b.links[i].block {
			at++
		}
		if l := &b.links[i]; l.start >= 0 && at < len(of) && int(of[at]) == l.block {
			d.Blocks[at].Links++
		}
	}
	return d, of
}

// readMain decides which blocks are main text, and what the page is.
func (b *builder) readMain(words []int) {
	p := b.page
	if p.Document != "" {
		p.About = crawl.About{Kind: crawl.KindDocument, Headline: p.Headline}
		if p.About.Headline == "" {
			p.About.Headline = p.Title
		}
		return
	}
	d, of := b.layout(words)
	if b.see != nil {
		b.see(d)
		return
	}
	r := maintext.Read(d, maintext.Learned())
	p.About = crawl.About{Kind: r.About.Kind, Headline: strings.Clone(r.About.Headline), Site: strings.Clone(r.About.Site), Author: strings.Clone(r.About.Author)}
	if p.About.Author == "" {
		p.About.Author = b.linkedAuthor()
	}
	for i := range b.blocks {
		if x := &p.Blocks[i]; b.blocks[i].unseen && !x.Title {
			x.Region = crawl.RegionBeside
		}
	}
	mainWords := 0
	for k, yes := range r.Main {
		i := of[k]
		if yes {
			mainWords += words[i]
		}
		switch x := &p.Blocks[i]; {
		case yes && x.Region != crawl.RegionMain && 2*b.blocks[i].linked >= len(x.Text):
			// A list of links that the layout puts beside the text stays there.
		case yes:
			x.Region = crawl.RegionMain
			x.Trail = x.Trail && words[i] < trailWords
		case x.Region == crawl.RegionMain:
			x.Region = crawl.RegionBeside
		}
	}
	b.scriptedText(mainWords)
}
