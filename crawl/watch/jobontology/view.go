package jobontology

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// View is the ontology of a job.
type View struct {
	Name     string `json:"name"` // of the file or embedded ontology; "" if the topic has several, or none
	Writable bool   `json:"writable"`
	Why      string `json:"why,omitempty"` // it is not writable
	// Fault says what is wrong with the file, which then is not used: the version in force stays.
	Fault   *Fault `json:"fault,omitempty"`
	Current bool   `json:"current"`  // the version in force is that on disk
	InForce int    `json:"in_force"` // number of the version that judged last; 0 if the job has not run

	Errors   int       `json:"errors"`
	Warnings int       `json:"warnings"`
	Infos    int       `json:"infos"`
	Findings []Finding `json:"findings"` // the worst first, at most 300
	Versions []Version `json:"versions"` // the last one first, at most 100
}

// Bounds of a View.
const (
	mostFindings = 300
	mostVersions = 100
)

// Fault says why a file cannot be used.
type Fault struct {
	Text string `json:"text"`
	Line int    `json:"line,omitempty"` // from 1
	Col  int    `json:"col,omitempty"`  // from 1, in characters
}

// Finding is a finding of the rules, as "ontocrawl ontology validate" says it.
type Finding struct {
	Level   check.Level `json:"level"`
	Rule    check.ID    `json:"rule"`
	Subject string      `json:"subject,omitempty"` // IRI
	Name    string      `json:"name,omitempty"`
	File    string      `json:"file,omitempty"` // without its folder
	Line    int         `json:"line,omitempty"`
	Message string      `json:"message"`
	Hint    string      `json:"hint,omitempty"`
}

// Version is a version that the job has had.
type Version struct {
	versions.Version
	Kept bool `json:"kept"` // its text is, so it can be compared
}

// seen holds what was found in the files of a job, and what tells that they have changed.
type seen struct {
	stamp    string
	at       time.Time
	findings []check.Finding
	fault    error
	hash     string
}

// trust is how long what was found counts without another look at files that are imported.
const trust = time.Minute

// View returns what is known of the ontology of a job, with findings in the language lang.
func (b *Bench) View(ctx context.Context, job, lang string) (*View, error) {
	s, err := b.Subject(ctx, job)
	if err != nil {
		return nil, err
	}
	v := &View{Name: s.name(), Findings: []Finding{}, Versions: []Version{}}
	if err := s.writable(); err != nil {
		v.Why = err.Error()
	}
	v.Writable = v.Why == ""
	all, err := versions.Read(s.Dir)
	if err != nil {
		return nil, err
	}
	for i := len(all) - 1; i >= max(0, len(all)-mostVersions); i-- {
		kept := Version{all[i], versions.Kept(s.Dir, &all[i])}
		kept.Origins = slices.Clone(kept.Origins)
		for k := range kept.Origins {
			kept.Origins[k].Name = filepath.Base(kept.Origins[k].Name)
		}
		v.Versions = append(v.Versions, kept)
	}
	found, err := b.look(ctx, job, s)
	if err != nil {
		return nil, err
	}
	if len(all) > 0 {
		last := all[len(all)-1]
		v.InForce, v.Current = last.Number, found.fault == nil && last.Hash == found.hash
	}
	v.Fault = s.faultOf(found.fault)
	v.tell(found.findings, message.New(lang))
	return v, nil
}

// tell adds findings.
func (v *View) tell(all []check.Finding, p *message.Printer) {
	for _, f := range all {
		switch f.Level {
		case check.Error:
			v.Errors++
		case check.Warn:
			v.Warnings++
		default:
			v.Infos++
		}
		if len(v.Findings) == mostFindings {
			continue
		}
		x := Finding{Level: f.Level, Rule: f.Rule, Subject: f.Subject, Name: f.Name, Line: f.Line, Message: f.Message, Hint: f.Hint()}
		if p.Lang() != message.English {
			x.Message, x.Hint = f.In(p), f.HintIn(p)
		}
		if f.File != "" {
			x.File = filepath.Base(f.File)
		}
		v.Findings = append(v.Findings, x)
	}
}

// faultOf returns what a person needs of an error of reading.
func (s *Subject) faultOf(err error) *Fault {
	if err == nil {
		return nil
	}
	f := &Fault{Text: s.told(err)}
	var at *rdfio.SyntaxError
	if errors.As(err, &at) {
		f.Text, f.Line, f.Col = at.Msg, at.Line, at.Col
	}
	return f
}

// look reads the ontologies of a job and checks them, unless that was done for these files.
func (b *Bench) look(ctx context.Context, job string, s *Subject) (seen, error) {
	end, err := b.wait(ctx)
	if err != nil {
		return seen{}, err
	}
	defer end()
	stamp := s.stamp()
	b.mu.Lock()
	have, ok := b.views[job]
	b.mu.Unlock()
	if ok && have.stamp == stamp && b.now().Sub(have.at) < trust {
		return have, nil
	}
	now := seen{stamp: stamp, at: b.now()}
	t, err := s.Load(ctx, nil)
	if ctx.Err() != nil {
		return now, ctx.Err()
	}
	if now.fault = err; err == nil {
		now.hash = hashOf(t)
		var names []string
		for _, source := range t.Sources {
			names = append(names, source.Name)
		}
		now.findings, now.fault = s.check(ctx, names...)
	} else if s.File != "" { // the file may be well, and the topic not in it
		now.findings, _ = s.check(ctx, s.File) //nolint:errcheck // the fault is known
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.views == nil {
		b.views = map[string]seen{}
	}
	b.views[job] = now
	return now, nil
}

// stamp tells whether the file of a subject has changed.
func (s *Subject) stamp() string {
	info, err := os.Stat(s.File)
	if err != nil {
		return s.File
	}
	return strings.Join([]string{s.File, s.Topic, info.ModTime().String(), info.Mode().String(), time.Duration(info.Size()).String()}, "\x00")
}

// hashOf is the hash of a version, as versions have it.
func hashOf(t *topic.Topic) string {
	var all []string
	for _, o := range t.Origins {
		all = append(all, o.SHA256)
	}
	return strings.Join(all, "+")
}

// check holds ontologies to the rules, with their statements and lines.
func (s *Subject) check(ctx context.Context, names ...string) (all []check.Finding, err error) {
	for _, name := range names {
		w := &check.Written{}
		o, err := s.Read(ctx, name, owl.Options{Statement: w.Add})
		if err != nil {
			return all, err
		}
		var about []ontology.ID
		if s.Topic != "" {
			about, _ = topic.NewSource(name, o).TopicConcepts(s.Topic) //nolint:errcheck // without it, the only root
		}
		all = append(all, check.Run(o, check.Options{Topic: about, Fold: lexicon.Fold, Written: w, Open: open})...)
	}
	sorts.Stable(all, func(a, b check.Finding) int { return int(b.Level) - int(a.Level) })
	return all, nil
}

// open opens a file of an ontology that was read, unpacked and as UTF-8.
func open(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return syntax.Text(f)
}
