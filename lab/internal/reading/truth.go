package reading

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// Truth holds what is known of a page: one of Text, Peers, and With and Without.
type Truth struct {
	Set     string   `json:"set"`
	File    string   `json:"file"`
	URL     string   `json:"url"`
	Type    string   `json:"type"`
	Kind    string   `json:"kind"`
	Title   string   `json:"title"`
	Text    string   `json:"text"`
	Peers   []string `json:"peers"` // what three extractors read
	With    []string `json:"with"`
	Without []string `json:"without"`
}

// kinds of a truth, by its names.
var kinds = map[string]crawl.PageKind{
	"article": crawl.KindArticle, "listing": crawl.KindList, "collection": crawl.KindList, "list": crawl.KindList, "forum": crawl.KindThread, "thread": crawl.KindThread,
	"documentation": crawl.KindReference, "reference": crawl.KindReference, "product": crawl.KindProduct, "service": crawl.KindService,
}

// Page is a page with its truth.
type Page struct {
	Truth
	raw       []byte // the line of the truth
	Doc       *maintext.Doc
	Fold      int
	Held      bool      // no model learns from it
	oneHost   bool      // of a web of one host
	label     []float32 // by block: share of its words in the truth; -1 if unknown
	kind      int       // index of maintext.Kinds, -1 if unknown
	domain    string
	stat      *stats
	main, all float32 // words whose label is known
}

const folds = 5

// Load reads the pages of folders with truth.jsonl and pages/, and of stored webs (loadWeb). Days alone are no truth
// here. What cannot be read is a page without blocks.
func Load(dirs ...string) (pages []*Page, err error) {
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "index.tsv")); err == nil {
			web, err := loadWeb(dir)
			if err != nil {
				return nil, err
			}
			pages = append(pages, web...)
			continue
		}
		f, err := os.Open(filepath.Join(dir, "truth.jsonl"))
		if err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
		defer f.Close()
		lines := bufio.NewReader(f)
		for {
			line, err := lines.ReadBytes('\n')
			if len(bytes.TrimSpace(line)) > 0 {
				p := &Page{raw: bytes.TrimSpace(line), kind: -1}
				if err := json.Unmarshal(bytes.ReplaceAll(line, []byte(": NaN"), []byte(": null")), &p.Truth); err != nil { // as Python writes what is missing
					return nil, fmt.Errorf("reading: %w", err)
				}
				if p.Set != "date" {
					p.read(dir)
					pages = append(pages, p)
				}
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("reading: %w", err)
			}
		}
	}
	return pages, nil
}

// read reads the page itself and sorts it into a fold by its site.
func (p *Page) read(dir string) {
	p.domain = p.site()
	p.Fold = int(hashOf("fold "+p.domain) % folds)
	p.Held = p.Set != "wcxb" && p.Set != fromWeb && hashOf("held "+p.domain)%4 == 0
	// The benchmarks of news have no kinds: they hold news alone.
	if p.Kind == "" && (p.Set == "news" || p.Set == "chinese") {
		p.Kind = "article"
	}
	for i, k := range maintext.Kinds {
		if want, ok := kinds[p.Kind]; ok && want == k {
			p.kind = i
		}
	}
	p.Doc = &maintext.Doc{Nodes: []maintext.Node{{Parent: -1}}}
	if d, err := page.Layout(p.response(dir)); err == nil && d != nil {
		p.Doc = compact(d)
	}
	p.label = labels(p)
	p.stat = p.stats()
}

// response is the page as an answer.
func (p *Page) response(dir string) *crawl.Response {
	body, _ := os.ReadFile(filepath.Join(dir, "pages", p.File))
	if bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		if z, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
			if b, err := io.ReadAll(z); err == nil {
				body = b
			}
		}
	}
	address := p.URL
	if u, err := url.Parse(address); err != nil || u.Host == "" {
		address = "http://page.example/"
	}
	return &crawl.Response{URL: address, Final: address, Status: 200, ContentType: p.Type, Body: body}
}

// site is the registrable domain, or the page itself where the host is a placeholder.
func (p *Page) site() string {
	u, err := url.Parse(p.URL)
	if err != nil || u.Hostname() == "" || u.Hostname() == "fakehost" || strings.HasSuffix(u.Hostname(), ".example") || strings.Contains(u.Hostname(), ".example.") {
		return p.Set + p.File
	}
	if d, err := publicsuffix.EffectiveTLDPlusOne(u.Hostname()); err == nil {
		return d
	}
	return u.Hostname()
}

func hashOf(s string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(s))
	x := h.Sum32()
	return x ^ x>>15*0x2c1b3c6d
}

// compact is d without the body that its strings refer to.
func compact(d *maintext.Doc) *maintext.Doc {
	seen := map[string]string{}
	own := func(s *string) {
		if v, ok := seen[*s]; ok {
			*s = v
			return
		}
		v := strings.Clone(*s)
		seen[v], *s = v, v
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		own(&n.Class)
		own(&n.ID)
		own(&n.Role)
		own(&n.Schema)
	}
	for i := range d.Meta {
		own(&d.Meta[i].Name)
		own(&d.Meta[i].Content)
	}
	for i := range d.Data {
		own(&d.Data[i])
	}
	return d
}
