package notify

import (
	"cmp"
	"context"
	"path/filepath"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
	texts "github.com/ontocrawl/ontocrawl/message"
)

// Channel is one way to reach receivers.
type Channel struct {
	Kind string          // as a file of jobs names it
	New  func() Settings // returns the settings of a receiver, still empty
}

// Channels returns all channels. To add one, write its file and a row here.
func Channels() []Channel {
	return append([]Channel{
		{"webhook", func() Settings { return new(Webhook) }},
		{"email", func() Settings { return new(Email) }},
		{"atom", func() Settings { return new(AtomFeed) }},
		{"jsonl", func() Settings { return new(JSONLines) }},
	}, chats()...)
}

// Config is the Config of a [monitor.Receiver].
type Config struct{ Settings }

// Settings are the settings of one receiver, with the keys of its channel.
type Settings interface {
	// Read fills the settings from the mapping n. common are the keys that every
	// receiver has. It returns the line of each key.
	Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int
	// Sender returns what delivers to the receiver.
	Sender(env *Env) Sender
}

// Env holds what a Worker gives to its channels.
type Env struct {
	Options
	locale func(job string) locale
	files  map[string]*lineFile // by path
	feeds  map[string]*atomFile

	printers sync.Map // of texts.Printer by language: a catalogue is read once
}

// path returns the path of a file in the folder of the jobs; an absolute name stays.
func (e *Env) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(e.Dir, name)
}

// words returns the words of the alerts of a job, in its language and its zone.
func (e *Env) words(job string) words {
	l := e.locale(job)
	lang := texts.Language(cmp.Or(l.lang, e.Lang))
	p, ok := e.printers.Load(lang)
	if !ok {
		p, _ = e.printers.LoadOrStore(lang, texts.New(lang))
	}
	return wordsWith(p.(*texts.Printer), cmp.Or(l.zone, e.Zone))
}

// locale is the language and the zone that a job names; its zero fields name none.
type locale struct {
	lang string
	zone *time.Location
}

// lines returns the file of JSON Lines at path. Receivers with the same file share
// it, so it knows every line.
func (e *Env) lines(path string) *lineFile {
	return shared(e.files, path, func(path string) *lineFile { return &lineFile{path: path} })
}

func shared[T any](all map[string]*T, path string, open func(path string) *T) *T {
	path = filepath.Clean(path)
	if all[path] == nil {
		all[path] = open(path)
	}
	return all[path]
}

// newSender returns the Sender for r.
func (w *Worker) newSender(r monitor.Receiver) Sender {
	if c, ok := r.Config.(Config); ok {
		return c.Sender(w.env)
	}
	return unknown(r.Kind)
}

// unknown is the Sender for an unsupported receiver kind; all that it does fails.
type unknown string

func (u unknown) err() error {
	return english.Errorf("receivers of kind %q are not supported", string(u))
}

func (u unknown) Send(context.Context, *Message) error { return u.err() }

func (u unknown) Preview(*Message) (string, error) { return "", u.err() }
