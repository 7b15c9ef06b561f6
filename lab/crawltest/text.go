package crawltest

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// The text files hold topics. A line is one of
//
//	// comment
//	[topic]
//	# title of an article
//	~ sentence by which a page on another subject mentions the topic
//	key: a|b|c       alternatives of the slot {key}, or anchors, more, slug, section
//	any other line   a sentence
//
// In a title or sentence {key} is one alternative, the same throughout a page;
// {key*} is drawn anew; {n:5-20} is a number.
//
//go:embed text/*.txt
var texts embed.FS

// language of the texts and of hosts.
const (
	english     = "en"
	simplified  = "zh"
	traditional = "zh-Hant"
)

// The topics that the code knows by name.
const (
	topicTyphoon = "typhoon"
	topicGeneral = "general"
)

// topic is the text of one subject in one language.
type topic struct {
	name, lang string
	section    string // its name in menus
	slug       string // the same in a URL
	titles     []string
	sentences  []string
	mentions   []string
	slots      map[string][]string
	general    *topic // of the same language; nil for the general topic itself
}

// library is all topics, by language and name.
type library map[string]map[string]*topic

func readLibrary() (library, error) {
	lib := library{}
	for _, lang := range []string{english, simplified, traditional} {
		b, err := texts.ReadFile("text/" + lang + ".txt")
		if err != nil {
			return nil, err
		}
		topics, err := parseTopics(lang, string(b))
		if err != nil {
			return nil, fmt.Errorf("text/%s.txt:%w", lang, err)
		}
		lib[lang] = topics
	}
	return lib, nil
}

func parseTopics(lang, text string) (map[string]*topic, error) {
	topics := map[string]*topic{}
	var t *topic
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			name = strings.TrimSuffix(name, "]")
			t = &topic{name: name, lang: lang, slots: map[string][]string{}, general: topics[topicGeneral]}
			topics[name] = t
			continue
		}
		if t == nil {
			return nil, fmt.Errorf("%d: line before the first [topic]", i+1)
		}
		t.add(line)
	}
	return topics, nil
}

func (t *topic) add(line string) {
	if s, ok := strings.CutPrefix(line, "# "); ok {
		t.titles = append(t.titles, s)
		return
	}
	if s, ok := strings.CutPrefix(line, "~ "); ok {
		t.mentions = append(t.mentions, s)
		return
	}
	key, list, ok := strings.Cut(line, ": ")
	if !ok || strings.ContainsAny(key, " {。，") {
		t.sentences = append(t.sentences, line)
		return
	}
	values := strings.Split(list, "|")
	if key == "section" {
		t.section, t.slug = strings.TrimSpace(values[0]), strings.TrimSpace(values[1])
		return
	}
	t.slots[key] = values
}

func (t *topic) slot(key string) []string {
	if v := t.slots[key]; len(v) > 0 || t.general == nil {
		return v
	}
	return t.general.slots[key]
}

// voice writes the words of one page. The same seed and the same calls give the
// same words.
type voice struct {
	*rand.Rand
	topic *topic
	bound map[string]string
}

func newVoice(t *topic, seed, stream uint64) *voice {
	return &voice{rand.New(rand.NewPCG(seed, stream)), t, map[string]string{}}
}

func pick[T any](r *rand.Rand, list []T) T {
	return list[r.IntN(len(list))]
}

// fill replaces the slots of s, a sentence of t.
func (v *voice) fill(t *topic, s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		key, after, _ := strings.Cut(rest, "}")
		b.WriteString(v.value(t, key))
		s = after
	}
}

func (v *voice) value(t *topic, key string) string {
	if span, ok := strings.CutPrefix(key, "n:"); ok {
		from, to, _ := strings.Cut(span, "-")
		lo, _ := strconv.Atoi(from)
		hi, _ := strconv.Atoi(to)
		return strconv.Itoa(lo + v.IntN(hi-lo+1))
	}
	if fresh, ok := strings.CutSuffix(key, "*"); ok {
		return pick(v.Rand, t.slot(fresh))
	}
	if s, ok := v.bound[key]; ok {
		return s
	}
	s := pick(v.Rand, t.slot(key))
	v.bound[key] = s
	return s
}

// title is the first thing drawn from a page's voice.
func (v *voice) title() string {
	return v.fill(v.topic, pick(v.Rand, v.topic.titles))
}
