package endpoint

import (
	"encoding/json"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// mostReason is the length of a reason in characters.
const mostReason = 120

// Answer is the service's answer about a page.
type Answer struct {
	Verdict string // Yes, No or Unsure
	Reason  string // one line of at most 120 characters, without control characters; it may be quoted from the page
}

// The verdicts of an answer.
const (
	Yes    = "yes"
	no     = "no"
	Unsure = "unsure"
)

// parseAnswer reads the text of an answer: a JSON object of a verdict and a reason, and nothing else but what a model
// that thinks aloud puts before it and a fence of Markdown around it.
func parseAnswer(text string) (a Answer, err error) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "<think>"); ok {
		_, after, _ := strings.Cut(rest, "</think>")
		text = strings.TrimSpace(after)
	}
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		inner = strings.TrimPrefix(inner, "json")
		if inner, ok = strings.CutSuffix(inner, "```"); ok {
			text = strings.TrimSpace(inner)
		}
	}
	var said struct {
		Relevant *string `json:"relevant"`
		Reason   *string `json:"reason"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&said); err != nil {
		return a, english.Errorf("the answer is not the JSON that was asked for")
	}
	if _, err := d.Token(); err != io.EOF {
		return a, english.Errorf("the answer is not the JSON that was asked for")
	}
	if said.Relevant == nil || said.Reason == nil || *said.Relevant != Yes && *said.Relevant != no && *said.Relevant != Unsure {
		return a, english.Errorf("the answer says neither yes, no nor unsure")
	}
	return Answer{*said.Relevant, lineOf(*said.Reason, mostReason)}, nil
}

// lineOf makes a text one printable line of at most so many characters.
func lineOf(s string, most int) string {
	s = strings.Map(func(c rune) rune {
		if !unicode.IsGraphic(c) || c == unicode.ReplacementChar || unicode.Is(unicode.Cf, c) {
			return ' '
		}
		return c
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return s
}
