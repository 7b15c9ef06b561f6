package check

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/language"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// languageTags checks the tags of labels. An ontology without any tag is one finding.
func (c *checker) languageTags() {
	var untagged []Finding
	tagged := false
	labels := 0
	for i := range c.g.Len() {
		concept := c.g.Concept(ontology.ID(i))
		bare := Finding{Rule: untaggedLabel, Subject: concept.IRI}
		for _, l := range concept.Labels {
			if l.Lang != "" {
				tagged = true
				c.languageTag(concept, l)
				continue
			}
			if bare.Count++; bare.Count == 1 {
				bare.Value = l.Text
			}
		}
		if bare.Count > 0 {
			bare.Says = english.Phrasef("label %s has no language", strconv.Quote(bare.Value))
			if bare.Count > 1 {
				bare.Says = english.Phrasef("%d labels have no language, the first %s", bare.Count, strconv.Quote(bare.Value))
			}
			untagged = append(untagged, bare)
			labels += bare.Count
		}
	}
	if !tagged && len(untagged) > 1 {
		untagged = []Finding{{Rule: untaggedLabel, Value: untagged[0].Value, Count: labels,
			Says: english.Phrasef("none of the %d labels has a language; their characters decide", labels)}}
	}
	for _, f := range untagged {
		c.add(f)
	}
}

// languageTag checks one tag, by itself and against its label.
func (c *checker) languageTag(concept *ontology.Concept, l ontology.Label) {
	f := Finding{Rule: languageTag, Subject: concept.IRI, Value: l.Text}
	if why := oddTag(l.Lang); !why.IsZero() {
		f.Says = english.Phrasef("label %s: language tag %s %s", strconv.Quote(l.Text), strconv.Quote(l.Lang), why)
		c.add(f)
		return
	}
	f.Rule = languageScript
	switch p := primary(l.Lang); {
	case p == "en" && script.HasHan(l.Text):
		f.Says = english.Phrasef("label %s is tagged %s, but is written in Chinese characters", strconv.Quote(l.Text), l.Lang)
		c.add(f)
	case p == "zh" && latinWord(l.Text):
		f.Says = english.Phrasef("label %s is tagged %s, but has no Chinese character", strconv.Quote(l.Text), l.Lang)
		c.addAs(f) // a name may be written so
	case strings.Contains(strings.ToLower(l.Lang), "hans") && c.traditional(l.Text):
		f.Says = english.Phrasef("label %s is tagged %s, but has traditional characters", strconv.Quote(l.Text), l.Lang)
		c.addAs(f)
	}
}

// traditional reports whether folding changes a Chinese character of s.
func (c *checker) traditional(s string) bool {
	han := func(r rune) rune {
		if script.Han(r) {
			return r
		}
		return -1
	}
	return strings.Map(han, c.opt.Fold(s)) != strings.Map(han, s)
}

// latinWord reports whether s has no Chinese character, but a lower-case word. An
// abbreviation such as GPS is not such a word, because Chinese texts use it too.
func latinWord(s string) bool {
	if script.HasHan(s) {
		return false
	}
	small := 0
	for _, r := range s {
		if !unicode.Is(unicode.Latin, r) || !unicode.IsLower(r) {
			small = 0
			continue
		}
		if small++; small == 4 {
			return true
		}
	}
	return false
}

// oddTag returns the problem of a language tag (BCP 47), or a zero phrase.
func oddTag(tag string) english.Phrase {
	if better := meant(tag); better != "" {
		return english.Phrasef("is not that of a language: write %v", better)
	}
	if strings.Contains(tag, "_") {
		return english.Phrasef("has '_' where BCP 47 has '-': write %s", strings.ReplaceAll(tag, "_", "-"))
	}
	t, err := language.Raw.Parse(tag)
	var value language.ValueError
	if errors.As(err, &value) {
		return english.Phrasef("holds %s, which is no registered language, script or region", strconv.Quote(value.Subtag()))
	}
	if err != nil {
		return english.Phrasef("is not formed as BCP 47 asks (zh, zh-Hant, en-GB)")
	}
	if base, _, _ := t.Raw(); base.String() != primary(tag) && len(primary(tag)) == 3 {
		return english.Phrasef("should be the shorter %s", base.String())
	}
	return english.Phrase{}
}

// meant returns the tag that authors mean when they write a wrong one, mostly a country.
func meant(tag string) english.Word {
	switch strings.ToLower(tag) {
	case "cn", "chn", "ch-cn", "chs", "chinese", "cmn", "zh-chs":
		return english.Word("zh (or zh-Hans)")
	case "cht", "zh-cht", "tw-zh":
		return "zh-Hant"
	case "us", "uk-en", "english", "en-uk":
		return english.Word("en, en-US or en-GB")
	case "jp":
		return "ja"
	case "kr":
		return "ko"
	}
	return ""
}
