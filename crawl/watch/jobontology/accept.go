package jobontology

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// Pick is an offer that a person accepts, perhaps as another kind or at another concept than it is offered.
type Pick struct {
	ID  string `json:"id"`
	As  string `json:"as,omitempty"`  // "": as offered
	IRI string `json:"iri,omitempty"` // of the concept that it belongs to; "": as offered
}

// Changed says what Accept did.
type Changed struct {
	Name    string   `json:"name"`    // of the file
	Added   []string `json:"added"`   // the names
	Version string   `json:"version"` // the sum of the file now
	Earlier string   `json:"earlier"` // where the earlier version is, in the run folder
}

// mostPicks bounds one order.
const mostPicks = 200

// Accept adds offers to the file of a job's ontology, by the code of "ontocrawl ontology enrich". version must be the
// version of the offers, and the file still have it: the error is [atomicfile.ErrChanged] otherwise, and nothing is
// written. Nor is it if the file says what its syntax, as it is written here, cannot say, or if the new version would
// not be used.
func (b *Bench) Accept(ctx context.Context, job, version, by string, picks []Pick) (*Changed, error) {
	s, err := b.Subject(ctx, job)
	if err != nil {
		return nil, err
	}
	if err := s.writable(); err != nil {
		return nil, err
	}
	b.writing.Lock()
	defer b.writing.Unlock()
	e, err := s.edit(version, picks)
	if err != nil {
		return nil, err
	}
	if err := b.fits(ctx, s, e); err != nil {
		return nil, err
	}
	earlier := filepath.Join(rundir.OntologyDir, replacedDir, b.now().Format("20060102T150405Z")+"-"+e.was[:8]+"-"+s.name())
	if err := atomicfile.Replace(s.File, e.was, e.packed, filepath.Join(s.Dir, earlier)); err != nil {
		return nil, err
	}
	now := atomicfile.Sum(e.packed)
	b.log().Info("offers were added to the ontology", "job", job, "file", s.File, "added", strings.Join(e.names, ", "), "by", by)
	e.kept.Version = now
	e.kept.Offers = slices.DeleteFunc(e.kept.Offers, func(o Offer) bool { return e.picked(o.ID) })
	err = errors.Join(e.kept.write(s.Dir), b.decide(s.Dir, e.offers, enrich.Accepted, by), trim(filepath.Join(s.Dir, rundir.OntologyDir, replacedDir)))
	if err != nil { // the ontology is written
		b.log().Warn("what was accepted is in the ontology, but not all of it is noted", "job", job, "err", err)
	}
	return &Changed{s.name(), e.names, now, filepath.ToSlash(earlier)}, nil
}

// Copy returns the ontology of a job with offers added, if any, and a name for its file. The file stays as it is. version is
// as in Accept.
func (b *Bench) Copy(ctx context.Context, job, version string, picks []Pick) (name string, text []byte, err error) {
	s, err := b.Subject(ctx, job)
	if err != nil {
		return "", nil, err
	}
	if len(picks) == 0 {
		text, _, err = s.text()
		if err == nil {
			text, err = unpacked(text)
		}
		return fileName(s, text), text, err
	}
	e, err := s.edit(version, picks)
	if err != nil {
		return "", nil, err
	}
	if err := b.fits(ctx, s, e); err != nil {
		return "", nil, err
	}
	return fileName(s, e.text), e.text, nil
}

// fileName is the name of a downloaded ontology; an embedded one has no extension of its own.
func fileName(s *Subject, text []byte) string {
	name := strings.TrimSuffix(s.name(), ".gz")
	if filepath.Ext(name) == "" {
		if d, err := syntax.Recognise(text); err == nil && len(d.Syntax.Exts) > 0 {
			name += d.Syntax.Exts[0]
		}
	}
	return name
}

// Refuse remembers that offers are not wanted: they are not offered again. again takes that back.
func (b *Bench) Refuse(ctx context.Context, job, by string, ids []string, again bool) error {
	s, err := b.Subject(ctx, job)
	if err != nil {
		return err
	}
	b.writing.Lock()
	defer b.writing.Unlock()
	k, err := readOffers(s.Dir)
	if err != nil {
		return err
	}
	picks := make([]Pick, len(ids))
	for i, id := range ids {
		picks[i].ID = id
	}
	list, err := k.pick(picks)
	if err != nil {
		return err
	}
	verdict := enrich.Refused
	if again {
		verdict = enrich.Open
	}
	return b.decide(s.Dir, list, verdict, by)
}

func (b *Bench) decide(dir string, list []enrich.Offer, v enrich.Verdict, by string) error {
	all := make([]enrich.Decision, len(list))
	for i := range list {
		all[i] = enrich.Decision{ID: list[i].From, Name: list[i].Name.Name, Verdict: v, By: by, At: b.now()}
	}
	return enrich.AddDecisions(dir, all...)
}

// pick are the offers that a person names, as the person wants them. From holds the ID of each.
func (k *kept) pick(picks []Pick) (list []enrich.Offer, err error) {
	if len(picks) == 0 || len(picks) > mostPicks {
		return nil, english.Errorf("an order names 1 to %d offers, and not %d", mostPicks, len(picks))
	}
	for _, p := range picks {
		i := slices.IndexFunc(k.Offers, func(o Offer) bool { return o.ID == p.ID })
		if i < 0 {
			return nil, fmt.Errorf("%q: %w", p.ID, errNoOffer)
		}
		o := k.Offers[i].Offer
		if o.From = p.ID; slices.ContainsFunc(list, func(x enrich.Offer) bool { return x.From == p.ID }) {
			continue
		}
		if p.As != "" {
			if !slices.Contains(enrich.Kinds(), p.As) || enrich.IsRelation(p.As) != o.Relation() {
				return nil, english.Errorf("%s cannot become %q: it is offered as %s", o.Name.Name, p.As, o.As)
			}
			o.As = p.As
		}
		if p.IRI != "" && p.IRI != o.IRI {
			if o.Relation() || !slices.ContainsFunc(o.Choices, func(c enrich.Choice) bool { return c.IRI == p.IRI }) {
				return nil, english.Errorf("%s is not offered at the concept <%s>", o.Name.Name, p.IRI)
			}
			o.IRI = p.IRI
		}
		list = append(list, o)
	}
	return list, nil
}

// edit is an ontology with offers added.
type edit struct {
	kept   kept
	offers []enrich.Offer
	names  []string
	was    string // the sum of the file
	old    []byte // its text, unpacked
	text   []byte // the new text
	packed []byte // as the file has it
	syntax *syntax.Syntax
}

func (e *edit) picked(id string) bool {
	return slices.ContainsFunc(e.offers, func(o enrich.Offer) bool { return o.From == id })
}

// edit adds offers of a version to a copy of the ontology.
func (s *Subject) edit(version string, picks []Pick) (*edit, error) {
	k, err := readOffers(s.Dir)
	if err != nil {
		return nil, err
	}
	e := &edit{kept: k, names: []string{}}
	if e.offers, err = k.pick(picks); err != nil {
		return nil, err
	}
	raw, sum, err := s.text()
	if err != nil {
		return nil, err
	}
	if e.was = sum; version != sum || k.Version != sum {
		return nil, fmt.Errorf("%s: %w", s.name(), atomicfile.ErrChanged)
	}
	if e.old, err = unpacked(raw); err != nil {
		return nil, err
	}
	known, err := syntax.All().Recognise(e.old)
	if err != nil {
		return nil, err
	}
	e.syntax = known.Syntax
	d, err := convert.Parse(s.File, e.old, convert.Options{})
	if err != nil {
		return nil, err
	}
	add := slices.Clone(e.offers)
	for i := range add {
		add[i].From = add[i].Name.Name
		e.names = append(e.names, add[i].Name.Name)
	}
	if err := enrich.Apply(d, add); err != nil {
		return nil, err
	}
	text, left, err := d.Write(e.syntax)
	switch {
	case err != nil:
		return nil, err
	case len(left)+len(d.Flaws) > 0:
		return nil, english.Errorf("%s has %d statements that would be lost when it is written as %s; add the names in the editor of the ontology", s.name(), len(left)+len(d.Flaws), e.syntax.Title)
	}
	e.text, e.packed = text, text
	if syntax.Packed(raw) {
		e.packed, err = pack(text)
	}
	return e, err
}

func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(text)
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}

// fits returns an error if the job would not use the new version.
func (b *Bench) fits(ctx context.Context, s *Subject, e *edit) error {
	end, err := b.wait(ctx)
	if err != nil {
		return err
	}
	defer end()
	old, err := s.Load(ctx, map[string][]byte{s.File: e.old})
	if err != nil {
		return err
	}
	now, err := s.Load(ctx, map[string][]byte{s.File: e.text})
	if err == nil {
		err = versions.Worse(old, now)
	}
	if err != nil {
		return english.Errorf("with these offers the ontology would not be used: %w", err)
	}
	return nil
}

// Earlier versions that were replaced, below [rundir.OntologyDir] of a run folder.
const (
	replacedDir  = "replaced"
	mostReplaced = 30
)

// trim deletes the oldest replaced versions; their names begin with their time.
func trim(dir string) error {
	list, err := os.ReadDir(dir)
	for i := range max(0, len(list)-mostReplaced) {
		err = errors.Join(err, os.Remove(filepath.Join(dir, list[i].Name())))
	}
	return err
}
