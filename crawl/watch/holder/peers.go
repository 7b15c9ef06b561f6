package holder

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// peer holds what a daemon tells of itself.
type peer struct {
	ID      string            `json:"id"`
	Address string            `json:"address,omitempty"`
	Version string            `json:"version,omitempty"`
	File    string            `json:"file"` // digest of its file of jobs
	Jobs    map[string]string `json:"jobs"` // digests of its jobs
}

// How often a daemon tells of itself, and how long that counts.
const (
	tellEvery = 10 * time.Second
	tellFor   = 35 * time.Second
)

// maxJobs bounds how many jobs are told by name: a value of the table is small.
const maxJobs = 500

// Use tells the others which file of jobs this daemon uses.
func (m *Member) Use(f *jobfile.File) {
	p := peer{ID: m.folder.ID, Address: m.o.Address, Version: m.o.Version, File: digest(f.Text), Jobs: map[string]string{}}
	for _, j := range f.Jobs {
		if len(p.Jobs) < maxJobs {
			p.Jobs[j.Name] = digest(f.Source(j.Name))
		}
	}
	m.mu.Lock()
	m.own = p
	m.mu.Unlock()
	select {
	case m.tellNow <- struct{}{}:
	default:
	}
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// present tells the others of this daemon until ctx ends.
func (m *Member) present(ctx context.Context) {
	for ctx.Err() == nil {
		m.mu.Lock()
		own := m.own
		m.mu.Unlock()
		if err := m.tell(ctx, own); err != nil && ctx.Err() == nil {
			m.o.Log.Debug("the others are not told of this daemon", "err", err)
		}
		select {
		case <-ctx.Done():
		case <-m.tellNow:
		case <-time.After(tellEvery):
		}
	}
	gone, end := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer end()
	if _, rev, err := m.o.Broker.Get(gone, peerKey+m.folder.ID); err == nil {
		m.o.Broker.Delete(gone, peerKey+m.folder.ID, rev) //nolint:errcheck // it runs out by itself
	}
}

func (m *Member) tell(ctx context.Context, p peer) error {
	value, err := json.Marshal(p)
	if err != nil {
		return err
	}
	key := peerKey + p.ID
	_, rev, err := m.o.Broker.Get(ctx, key)
	switch {
	case errors.Is(err, broker.ErrAbsent):
		_, err = m.o.Broker.Create(ctx, key, value, tellFor)
	case err == nil:
		_, err = m.o.Broker.Update(ctx, key, value, rev, tellFor)
	}
	if err == nil {
		m.mu.Lock()
		m.heard = time.Now()
		m.mu.Unlock()
	}
	return err
}

// watch follows what the others tell until ctx ends.
func (m *Member) watch(ctx context.Context) {
	for ctx.Err() == nil {
		err := m.o.Broker.Watch(ctx, prefix, func(c broker.Change) error {
			m.hear(c)
			return nil
		})
		if errors.Is(err, broker.ErrClosed) {
			return
		}
		pause(ctx, retry)
	}
}

func (m *Member) hear(c broker.Change) {
	if c.Key == holderKey {
		holder, err := "", error(nil)
		if !c.Gone {
			holder, err = broker.LeaseHolder(c.Value)
		}
		if err == nil {
			m.note(holder)
		}
		return
	}
	id, ok := strings.CutPrefix(c.Key, peerKey)
	if !ok {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.heard = time.Now()
	var p peer
	if c.Gone || json.Unmarshal(c.Value, &p) != nil || p.ID != id {
		delete(m.peers, id)
		return
	}
	m.peers[id] = p
}

// View is how the daemons stand, as one of them sees it. The JSON names are an interface.
type View struct {
	Cluster string    `json:"cluster"`
	Self    string    `json:"self"`           // ID of the daemon that is asked
	Holder  string    `json:"holder"`         // ID of the one that holds the jobs; "": nobody
	Here    bool      `json:"here"`           // it is the one that is asked
	Since   time.Time `json:"since,omitzero"` // when that was seen
	Address string    `json:"address"`        // of the holder's page
	Daemons []string  `json:"daemons"`        // IDs of all that are there
	Silent  bool      `json:"silent"`         // the broker does not answer
	Differs []string  `json:"differs"`        // how files of jobs and versions differ, in words
}

// silentAfter is how long the broker may say nothing.
const silentAfter = 2*tellEvery + 5*time.Second

// Look returns how the daemons stand.
func (m *Member) Look() View {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := View{Cluster: m.o.Cluster, Self: m.folder.ID, Holder: m.holder, Since: m.since, Address: m.peers[m.holder].Address, Differs: []string{}}
	v.Here = m.lease != nil && m.lease.Fresh()
	if v.Holder == v.Self && !v.Here {
		v.Holder = ""
	}
	v.Silent = time.Since(m.heard) > silentAfter
	v.Daemons = slices.Sorted(maps.Keys(m.peers))
	for _, id := range v.Daemons {
		if p := m.peers[id]; id != v.Self {
			v.Differs = append(v.Differs, differences(&m.own, &p)...)
		}
	}
	return v
}

// Words says how the daemons stand.
func (v *View) Words() english.Phrase {
	switch {
	case v.Here:
		return english.Phrasef("this daemon (%s) holds the jobs", v.Self)
	case v.Silent:
		return english.Phrasef("this daemon (%s) stands by: the broker of the cluster does not answer, so nobody may hold the jobs", v.Self)
	case v.Holder == "":
		return english.Phrasef("this daemon (%s) stands by: nobody holds the jobs yet", v.Self)
	}
	return english.Phrasef("this daemon (%s) stands by: %s holds the jobs since %s", v.Self, v.Holder, v.Since.UTC().Format(time.RFC3339))
}

// differences says in words what daemon b has otherwise than a.
func differences(a, b *peer) (words []string) {
	say := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) } // not translated: an answer of the API
	if a.Version != b.Version {
		say("daemon %s has version %s of the program, and this one %s", b.ID, cmp.Or(b.Version, "?"), cmp.Or(a.Version, "?"))
	}
	if a.File == b.File {
		return words
	}
	var other, there, here []string
	for _, name := range slices.Sorted(maps.Keys(b.Jobs)) {
		switch mine, ok := a.Jobs[name]; {
		case !ok:
			there = append(there, name)
		case mine != b.Jobs[name]:
			other = append(other, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.Jobs)) {
		if _, ok := b.Jobs[name]; !ok {
			here = append(here, name)
		}
	}
	list := func(format string, names []string) {
		if len(names) > 0 {
			say(format, b.ID, strings.Join(names, ", "))
		}
	}
	before := len(words)
	list("daemon %s has another text of the jobs %s", other)
	list("daemon %s has jobs that this one does not have: %s", there)
	list("daemon %s does not have the jobs %s", here)
	if len(words) == before {
		say("daemon %s has another file of jobs: its receivers, defaults or other keys differ", b.ID)
	}
	return words
}
