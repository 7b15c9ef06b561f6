package notify

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// maxEntries is how many entries a feed keeps, newest first. A file of JSON Lines keeps
// all.
const maxEntries = 500

// maxFeed bounds, in bytes, a feed that is read back. maxEntries entries are far smaller.
const maxFeed = 32 << 20

// AtomFeed is the settings of an Atom feed in a file.
type AtomFeed struct{ Path string }

// Read implements [Config].
func (c *AtomFeed) Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int {
	return r.Section(n, what, common, yamlread.Fields{"path": func(n *yaml.Node) { c.Path = r.LocalPath(n, "path", foreignFeed) }}, "path")
}

// Sender implements [Config].
func (c *AtomFeed) Sender(env *Env) Sender {
	return shared(env.feeds, env.path(c.Path), func(path string) *atomFile { return &atomFile{path: path, words: env.words} })
}

// atomFile keeps an Atom feed (RFC 4287). The file itself says which notifications it
// holds. It is replaced as a whole, so a reader never sees a part of it.
type atomFile struct {
	path  string
	words func(job string) words
	mu    sync.Mutex // several receivers may have one feed
}

type feed struct {
	XMLName   xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID        string   `xml:"id"`
	Title     string   `xml:"title"`
	Updated   string   `xml:"updated"`
	Author    string   `xml:"author>name"`
	Generator string   `xml:"generator"`
	Entries   []entry  `xml:"entry"`
}

type entry struct {
	ID         string     `xml:"id"`
	Title      string     `xml:"title"`
	Updated    string     `xml:"updated"`
	Published  string     `xml:"published,omitempty"`
	Link       *link      `xml:"link,omitempty"`
	Categories []category `xml:"category"`
	Summary    string     `xml:"summary"`
}

type link struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type category struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr,omitempty"`
}

const generatorName = "ontocrawl"

func foreignFeed(path string) error {
	_, err := (&atomFile{path: path}).read()
	return err
}

// Send implements [Sender].
func (a *atomFile) Send(_ context.Context, m *Message) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := a.read()
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, e := range f.Entries {
		known[e.ID] = true
	}
	var fresh []entry
	for i := range m.Notifications {
		if e := a.entry(&m.Notifications[i]); !known[e.ID] {
			fresh = append(fresh, e)
			f.Updated = max(f.Updated, e.Updated)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	f.Entries = append(fresh, f.Entries...)
	f.Entries = f.Entries[:min(len(f.Entries), maxEntries)]
	return a.write(f)
}

// Preview implements [Sender]: the new entries.
func (a *atomFile) Preview(m *Message) (string, error) {
	var all []entry
	for i := range m.Notifications {
		all = append(all, a.entry(&m.Notifications[i]))
	}
	text, err := xml.MarshalIndent(all, "", " ")
	return string(text), err
}

// read returns the feed in the file; an empty feed if there is no file. It refuses a
// file that another program wrote.
func (a *atomFile) read() (*feed, error) {
	f := &feed{ID: urn(hashID("feed", a.path)), Title: generatorName + ": " + filepath.Base(a.path), Author: generatorName, Generator: generatorName}
	info, err := os.Stat(a.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxFeed:
		return nil, a.foreign(nil)
	}
	text, err := os.ReadFile(a.path)
	if err != nil {
		return nil, err
	}
	var old feed
	if err := xml.Unmarshal(text, &old); err != nil || old.Generator != generatorName {
		return nil, a.foreign(err)
	}
	old.XMLName = xml.Name{}
	return &old, nil
}

func (a *atomFile) foreign(err error) error {
	e := english.Errorf("%s is not a feed that ontocrawl wrote; move it away, or name another path", a.path)
	return errors.Join(e, err)
}

func (a *atomFile) write(f *feed) error {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", " ")
	if err := enc.Encode(f); err != nil {
		return &refusal{err}
	}
	b.WriteByte('\n')
	if err := os.MkdirAll(filepath.Dir(a.path), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(a.path, b.Bytes(), atomicfile.Options{}) // which a person may have opened to others
}

func (a *atomFile) entry(l *monitor.Notification) entry {
	text := a.words(l.Job)
	e := entry{
		ID: urn(l.ID), Title: text.headline(l), Updated: l.Created.UTC().Format(time.RFC3339),
		Summary: strings.Join(text.facts(l), "\n"),
	}
	if !l.Event.Published.IsZero() {
		e.Published = l.Event.Published.In(text.zone).Format(time.RFC3339)
	}
	if web(l.Event.URL) {
		e.Link = &link{"alternate", l.Event.URL}
	}
	for _, c := range l.Event.Concepts {
		e.Categories = append(e.Categories, category{line(c.IRI, 300), line(c.Name, 100)})
	}
	return e
}

// web reports whether s is the address of a web page and safe as a link. Other schemes
// may run code.
func web(s string) bool {
	return yamlread.IsURL(s) && line(s, len(s)+1) == s
}

// urn returns the URI of an ID of 32 hexadecimal digits: a UUID of version 8 (RFC 9562,
// section 5.8).
func urn(id string) string {
	if len(id) != 32 {
		id = hashID(id)
	}
	return "urn:uuid:" + id[:8] + "-" + id[8:12] + "-8" + id[13:16] + "-a" + id[17:20] + "-" + id[20:]
}
