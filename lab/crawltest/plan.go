package crawltest

import (
	"fmt"
	"math/rand/v2"
)

// Kind is the purpose of a page.
type Kind string

// The kinds of pages.
const (
	KindHome    Kind = "home"
	kindAbout   Kind = "about"
	kindList    Kind = "list" // a section's hub
	kindArticle Kind = "article"
)

// spec is a planned page: what must be known before it is written.
type spec struct {
	id      int
	host    *host
	section *section // nil for home and about
	kind    Kind
	number  int     // of a list: 0, 1, ...
	topic   *topic  // of the text
	mention *topic  // a topic mentioned in passing, or nil
	words   *spec   // whose words it has: its own, or the words of the article it copies
	copyOf  *spec   // exact duplicate, byte by byte
	copies  []*spec // its exact duplicates
	title   string
	path    string  // as requested: escaped path and query
	extra   []*spec // required links: the tunnels
	members bool    // behind a path that robots.txt forbids
}

const listLength = 20 // articles on one page of a list

// planner makes the pages of a web.
type planner struct {
	plan
	rng *rand.Rand
}

// plan is the pages of a web.
type plan struct {
	seed   uint64
	hosts  []*host
	specs  []*spec
	byPath map[string]*spec   // host + unescaped path and query
	topics map[string][]*spec // articles by topic name, islands left out
	open   []*spec            // articles that may be linked from anywhere
}

func (p *planner) pages(pages int) {
	total := 0
	for _, h := range p.hosts {
		for _, s := range h.sections {
			total += s.weight
		}
	}
	for _, h := range p.hosts {
		h.home = p.add(&spec{host: h, kind: KindHome, topic: h.general, title: h.title, path: "/"})
		h.about = p.add(&spec{host: h, kind: kindAbout, topic: h.general, title: h.aboutTitle(), path: h.aboutPath()})
		for _, s := range h.sections {
			p.articles(s, (pages*s.weight+total-1)/total)
		}
	}
	for _, h := range p.hosts {
		for _, s := range h.sections {
			p.copies(s)
			p.lists(s)
		}
	}
	p.neighbours()
	p.tunnels()
}

// add gives s its number and its place. A suffix distinguishes two pages of one
// path.
func (p *planner) add(s *spec) *spec {
	s.id = len(p.specs)
	if s.words == nil {
		s.words = s
	}
	wanted := s.path
	for n := 2; p.byPath[s.host.name+unescape(s.path)] != nil; n++ {
		s.path = distinct(wanted, n)
	}
	p.byPath[s.host.name+unescape(s.path)] = s
	p.specs = append(p.specs, s)
	return s
}

func (p *planner) articles(sec *section, n int) {
	for range n {
		s := &spec{host: sec.host, section: sec, kind: kindArticle, topic: sec.topic}
		draw := p.rng.Float64()
		for _, o := range sec.others {
			if draw >= 0 && draw < o.part {
				if o.mention {
					s.mention = o.topic
				} else {
					s.topic = o.topic
				}
			}
			draw -= o.part
		}
		s.id = len(p.specs)
		s.title = p.voice(s).title()
		s.members = sec.host.has("robots") && p.rng.IntN(12) == 0
		s.path = articlePath(s, p.rng)
		p.add(s)
		sec.articles = append(sec.articles, s)
		if !sec.host.has("island") && !s.members {
			p.topics[s.topic.name] = append(p.topics[s.topic.name], s)
			p.open = append(p.open, s)
		}
	}
}

// voice draws an article's words; a copy of the article has the same.
func (p *planner) voice(s *spec) *voice {
	id := s.id
	if s.words != nil {
		id = s.words.id
	}
	return newVoice(s.topic, p.seed, uint64(id)<<8)
}

// copies turns some articles into near duplicates of others on their topic, as
// syndicated stories are, and gives some an exact duplicate for printing.
func (p *planner) copies(sec *section) {
	for _, s := range sec.articles {
		switch p.rng.IntN(40) {
		case 0:
			if known := p.topics[s.topic.name]; len(known) > 0 {
				s.syndicate(pick(p.rng, known))
			}
		case 1:
			s.copies = append(s.copies, p.add(&spec{
				host: s.host, section: sec, kind: kindArticle, topic: s.topic, mention: s.mention,
				words: s.words, copyOf: s, title: s.title, path: printPath(s.path), members: s.members,
			}))
		}
	}
}

// syndicate makes s a near duplicate of original: the same words in the frame
// of another host.
func (s *spec) syndicate(original *spec) {
	if original.host != s.host && original.words == original && original.topic == s.topic && original.id < s.id {
		s.words, s.title, s.mention = original, original.title, original.mention
	}
}

func (p *planner) lists(sec *section) {
	for n := 0; n*listLength < len(sec.articles); n++ {
		sec.lists = append(sec.lists, p.add(&spec{
			host: sec.host, section: sec, kind: kindList, number: n, topic: sec.topic,
			title: sec.listTitle(n), path: listPath(sec, n),
		}))
	}
}

func (s *section) listTitle(n int) string {
	if n == 0 {
		return s.topic.section
	}
	return fmt.Sprintf(phrases[s.host.lang].page, s.topic.section, n+1)
}

// neighbours draws what stands on every page of a host: the friendly links, which
// join all hosts except the islands in a ring, and the box of a noisy host.
func (p *planner) neighbours() {
	var ring []*host
	for _, h := range p.hosts {
		if !h.has("island") {
			ring = append(ring, h)
		}
	}
	for i, h := range ring {
		h.friends = []*host{ring[(i+1)%len(ring)]}
	}
	for _, h := range p.hosts {
		for range 3 {
			if f := pick(p.rng, ring); f != h {
				h.friends = append(h.friends, f)
			}
		}
		if h.has("noisy") {
			p.advertise(h)
		}
	}
}

func (p *planner) advertise(h *host) {
	stories := p.topics[topicTyphoon]
	if len(stories) == 0 {
		return
	}
	for range 6 {
		h.teasers = append(h.teasers, pick(p.rng, stories))
	}
	for _, s := range stories {
		if s.section.topic.name == topicTyphoon && s.topic.lang == h.lang && h.focus == nil {
			h.focus = s.section.lists[0]
		}
	}
}

// The subjects of tunnels.
var tunnelTopics = []string{"nation", "travel", "history", "education"}

const (
	tunnelsPerIsland = 2
	entrances        = 3 // articles on the topic that link to the first page of a tunnel
	longestTunnel    = 3
)

// tunnels makes the only paths to the islands: from some articles on the topic
// over one to three articles on other subjects to the hub of the island.
func (p *planner) tunnels() {
	var middle []*spec
	for _, name := range tunnelTopics {
		for _, s := range p.topics[name] {
			if s.words == s {
				middle = append(middle, s)
			}
		}
	}
	length := 0
	for _, h := range p.hosts {
		if !h.has("island") {
			continue
		}
		for range tunnelsPerIsland {
			length = length%longestTunnel + 1
			p.tunnel(h, length, middle)
		}
	}
}

func (p *planner) tunnel(island *host, length int, middle []*spec) {
	end := island.home
	for _, s := range island.sections {
		if s.topic.name == topicTyphoon && len(s.lists) > 0 {
			end = s.lists[0]
		}
	}
	for range length {
		s := inLanguage(p.rng, middle, island.lang, 20)
		s.extra = append(s.extra, end)
		end = s
	}
	for range entrances {
		s := inLanguage(p.rng, p.topics[topicTyphoon], island.lang, 20)
		s.extra = append(s.extra, end)
	}
}

// inLanguage prefers a page in lang and takes another after some tries.
func inLanguage(r *rand.Rand, list []*spec, lang string, most int) *spec {
	s := pick(r, list)
	for tries := 0; s.topic.lang != lang && tries < most; tries++ {
		s = pick(r, list)
	}
	return s
}
