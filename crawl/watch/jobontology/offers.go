package jobontology

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
)

// Offers holds what the pages of a job offer for its ontology.
type Offers struct {
	Working bool      `json:"working"` // they are being made
	Fault   string    `json:"fault,omitempty"`
	Made    time.Time `json:"made,omitzero"` // absent if none were made yet
	// Version is the sum of the file that they were made from. Accept refuses when the file is another one.
	Version  string  `json:"version,omitempty"`
	Changed  bool    `json:"changed"` // the file has changed since; make them anew
	Writable bool    `json:"writable"`
	Why      string  `json:"why,omitempty"` // it is not writable
	Offers   []Offer `json:"offers"`
}

// Offer is an offer, and what a person decided about it.
type Offer struct {
	ID string `json:"id"`
	enrich.Offer
	BringsMore int            `json:"brings_more"` // pages beyond the pages of Brings
	Verdict    enrich.Verdict `json:"verdict,omitempty"`
	By         string         `json:"by,omitempty"`
}

const (
	offersFile = "offers.json" // below [rundir.OntologyDir]
	mostTerms  = 40
	mostOffers = 200
	mostBrings = 20 // addresses of an offer
	mostTime   = 30 * time.Minute
)

func offersName(dir string) string { return filepath.Join(dir, rundir.OntologyDir, offersFile) }

// kept are offers as they are on disk.
type kept struct {
	Made    time.Time `json:"made"`
	Version string    `json:"version"`
	Offers  []Offer   `json:"offers"`
}

func readOffers(dir string) (k kept, err error) {
	text, err := os.ReadFile(offersName(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return k, ErrNone
	}
	if err != nil {
		return k, err
	}
	if json.Unmarshal(text, &k) != nil {
		return kept{}, ErrNone // they are made again
	}
	return k, nil
}

func (k *kept) write(dir string) error {
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	name := offersName(dir)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(name, text, atomicfile.Options{})
}

// Offers returns what the pages of a job offer, and how that stands.
func (b *Bench) Offers(ctx context.Context, job string) (*Offers, error) {
	s, err := b.Subject(ctx, job)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	out := &Offers{Working: b.working == job, Fault: b.faults[job], Offers: []Offer{}}
	b.mu.Unlock()
	if err := s.writable(); err != nil {
		out.Why = err.Error()
	}
	out.Writable = out.Why == ""
	k, err := readOffers(s.Dir)
	if errors.Is(err, ErrNone) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	_, sum, err := s.text()
	out.Made, out.Version, out.Changed, out.Offers = k.Made, k.Version, err != nil || sum != k.Version, k.Offers
	decided, err := enrich.ReadDecisions(s.Dir)
	for i := range out.Offers {
		if d := decided[out.Offers[i].ID]; d.Verdict == enrich.Refused {
			out.Offers[i].Verdict, out.Offers[i].By = d.Verdict, d.By
		}
	}
	return out, err
}

// Learn begins to make the offers of a job, in the background. One ontology is worked on at a time.
func (b *Bench) Learn(ctx context.Context, job string) error {
	s, err := b.Subject(ctx, job)
	if err != nil {
		return err
	}
	if s.File == "" {
		return errNotAlone
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.working != "" {
		return ErrWorking
	}
	if b.faults == nil {
		b.faults = map[string]string{}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), mostTime)
	b.working, b.stop, b.done = job, cancel, make(chan struct{})
	delete(b.faults, job)
	go func(done chan struct{}) {
		defer close(done)
		defer cancel()
		err := b.learn(ctx, s)
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.working = ""; err != nil && !errors.Is(err, context.Canceled) {
			b.faults[job] = s.told(err)
			b.log().Warn("offers for the ontology could not be made", "job", job, "err", err)
		}
	}(b.done)
	return nil
}

// learn makes offers and keeps them.
func (b *Bench) learn(ctx context.Context, s *Subject) error {
	text, sum, err := s.text()
	if err == nil {
		text, err = unpacked(text)
	}
	if err != nil {
		return err
	}
	d, err := convert.Parse(s.File, text, convert.Options{})
	if err != nil {
		return err
	}
	t, err := s.Load(ctx, map[string][]byte{s.File: text})
	if err != nil {
		return err
	}
	source := s.source(t)
	if source == nil {
		return errNotAlone
	}
	decided, err := enrich.ReadDecisions(s.Dir)
	if err != nil {
		return err
	}
	all, err := enrich.Find(ctx, s.Run(t), d, enrich.Options{Graph: source.Graph(), Terms: mostTerms, Brings: true, Refused: decided.Refused, Dictionary: t.Dictionary})
	if err != nil {
		return err
	}
	k := kept{Made: b.now(), Version: sum, Offers: []Offer{}}
	for i := range all[:min(len(all), mostOffers)] {
		o := Offer{ID: all[i].ID(), Offer: all[i]}
		if n := len(o.Brings) - mostBrings; n > 0 {
			o.BringsMore, o.Brings = n, o.Brings[:mostBrings]
		}
		k.Offers = append(k.Offers, o)
	}
	b.writing.Lock()
	defer b.writing.Unlock()
	return k.write(s.Dir)
}
