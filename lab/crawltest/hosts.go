package crawltest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// host is a row of text/hosts.txt and the pages planned for it.
type host struct {
	name     string
	lang     string
	style    string // of its URLs, see path.go
	charset  string
	flags    []string
	title    string
	sections []*section
	general  *topic

	home, about *spec
	friends     []*host // named in every footer
	teasers     []*spec // the related-links box of a noisy host
	focus       *spec   // where the topic's menu entry of a noisy host leads
}

// section is a part of a host with a list of articles on one subject, some of
// them on other subjects.
type section struct {
	host     *host
	topic    *topic
	others   []share
	weight   int
	lists    []*spec
	articles []*spec
}

// share is the part of a section's articles that is on topic, or only mentions
// it in passing.
type share struct {
	topic   *topic
	part    float64
	mention bool
}

func (h *host) has(flag string) bool { return slices.Contains(h.flags, flag) }

// covers reports whether h has articles on the web's topic.
func (h *host) covers() bool {
	for _, s := range h.sections {
		if s.topic.name == topicTyphoon {
			return true
		}
		for _, o := range s.others {
			if o.topic.name == topicTyphoon && !o.mention {
				return true
			}
		}
	}
	return false
}

func readHosts(lib library) ([]*host, error) {
	b, err := texts.ReadFile("text/hosts.txt")
	if err != nil {
		return nil, err
	}
	var hosts []*host
	for i, line := range strings.Split(string(b), "\n") {
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		h, err := parseHost(lib, line)
		if err != nil {
			return nil, fmt.Errorf("text/hosts.txt:%d: %w", i+1, err)
		}
		hosts = append(hosts, h)
	}
	return hosts, nil
}

func parseHost(lib library, line string) (*host, error) {
	f := strings.Split(line, "|")
	if len(f) != 7 {
		return nil, fmt.Errorf("%d fields, want 7", len(f))
	}
	for i := range f {
		f[i] = strings.TrimSpace(f[i])
	}
	h := &host{name: f[0], lang: f[1], style: f[2], charset: f[3], flags: strings.Fields(f[4]), title: f[5]}
	topics := lib[h.lang]
	h.general = topics[topicGeneral]
	for _, s := range strings.Fields(f[6]) {
		sec, err := parseSection(topics, s)
		if err != nil {
			return nil, err
		}
		sec.host = h
		h.sections = append(h.sections, sec)
	}
	return h, nil
}

// parseSection reads topic[/other=share...]:weight.
func parseSection(topics map[string]*topic, s string) (*section, error) {
	spec, weight, _ := strings.Cut(s, ":")
	w, err := strconv.Atoi(weight)
	if err != nil {
		return nil, fmt.Errorf("section %s: %w", s, err)
	}
	parts := strings.Split(spec, "/")
	sec := &section{topic: topics[parts[0]], weight: w}
	if sec.topic == nil {
		return nil, fmt.Errorf("section %s: no such topic", s)
	}
	for _, p := range parts[1:] {
		name, part, _ := strings.Cut(p, "=")
		name, mention := strings.CutSuffix(name, ".m")
		o := share{topic: topics[name], mention: mention}
		if o.part, err = strconv.ParseFloat(part, 64); err != nil || o.topic == nil {
			return nil, fmt.Errorf("section %s: share %s", s, p)
		}
		sec.others = append(sec.others, o)
	}
	return sec, nil
}
