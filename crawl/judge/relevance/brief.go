package relevance

import (
	"slices"
	"sort"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A page of a headline and a sentence or two, as agencies and lists of news have,
// says what it is about in every word. If one of its sentences has a core concept in
// the topic's sense, its few words are not taken for a sample of a longer text.
//
// Without a core concept such a page is on the topic if it is broad:
//
//	2 concepts in the headline + those in sentences only + .5 support + measure - cues
//
// is at least 3, and the headline names no other hazard (sensewords.go) and no core
// concept. support (at most two) counts words that several of the topic's labels are
// made of, cues words of other senses; measure is 1 if a sentence or the headline gives
// an amount of rain or a speed of wind, and 1 more if a name in quotation marks is
// given as a cause: 受“摩羯”影响.
const (
	mostBriefWords = 60
	leastSentence  = 40 // bytes
	leastBroad     = 3
	inHeadline     = 2
)

// setBrief sets whether p is such a page, and raises heads if it is broad.
func (j *Judge) setBrief(b *bag, p *crawl.Page, length int) {
	if j.rule.brief == 0 || length >= mostBriefWords || len(b.hits) == 0 {
		return
	}
	h := j.hosts.Of(p.Host)
	var head, body []int32
	measure, sentences := 0.0, false
	for i := range p.Blocks {
		bl := &p.Blocks[i]
		sentence := isSentence(bl)
		if !sentence && !bl.Title && !bl.H1 || h.Boilerplate(bl.Key) {
			continue
		}
		if !sentence && otherHazard(bl) {
			b.brief = false
			return
		}
		sentences = sentences || sentence
		if measure == 0 && (namedCause(bl.Text) || hasMeasure(bl.Text)) {
			measure = 1
		}
		for k, m := range bl.Mentions {
			switch {
			case !j.knows(m.Entry) || namesOther(bl.Text, int(m.Start), int(m.End)):
			case j.core[m.Entry]:
				b.brief = b.brief || sentence && (b.sense == nil || b.sense(i, k) == 1)
			case sentence:
				body = with(body, m.Entry)
			default:
				head = with(head, m.Entry)
			}
		}
	}
	if !sentences || b.heads > 0 || len(head) == 0 && measure == 0 {
		return
	}
	broad := measure + inHeadline*float64(len(head))
	for _, e := range body {
		if !slices.Contains(head, e) {
			broad++
		}
	}
	if broad > leastBroad-1.5 && j.sense != nil {
		s := pageSense{j: j, p: p}
		s.findCues(h)
		broad += 0.5*float64(min(mostSupport, len(s.ours))) - float64(len(s.cues))
	}
	if broad >= leastBroad {
		b.heads = j.rule.broad
	}
}

// otherHazard reports whether a headline names a hazard outside the labels that were
// found in it.
func otherHazard(b *crawl.Block) bool {
	for _, m := range hazardCues().Find(b.Text, nil) {
		if !mentioned(b.Mentions, m.Start, m.End) {
			return true
		}
	}
	return false
}

// mentioned reports whether a mention of the list, which is in the order of the text, stands between two bytes or
// reaches over one of them. Beside those inside of others no two overlap, so the last one before the end decides.
func mentioned(list []crawl.Mention, start, end int32) bool {
	at := sort.Search(len(list), func(i int) bool { return list[i].Start >= end })
	for at > 0 && list[at-1].Inside {
		at--
	}
	return at > 0 && list[at-1].End > start
}

// with is a list of different entries with e.
func with(list []int32, e int32) []int32 {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}

// amounts are units of rain and wind.
const amounts = " mm millimetres millimeters inches centimetres centimeters mph kph km/h knots hpa hectopascals mbar "

// hasMeasure reports whether a text gives an amount of rain or a speed of wind: a
// number before a unit.
func hasMeasure(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' || i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
			continue
		}
		rest := strings.TrimLeft(text[i+1:], " -")
		if hasAnyPrefix(rest, []string{"毫米", "公釐", "百帕"}) {
			return true
		}
		unit := rest
		if end := strings.IndexFunc(rest, func(r rune) bool { return !wordRune(r) && r != '/' }); end >= 0 {
			unit = rest[:end]
		}
		if unit != "" && strings.Contains(amounts, " "+strings.ToLower(unit)+" ") {
			return true
		}
	}
	return false
}

// namedCause reports whether a text of a brief page gives a name in quotation marks
// as a cause.
func namedCause(text string) bool {
	for _, q := range [][2]string{{"受“", "”"}, {"受「", "」"}} {
		_, name, ok := strings.Cut(text, q[0])
		if !ok {
			continue
		}
		if name, rest, ok := strings.Cut(name, q[1]); ok && len(name) <= 12 && strings.Contains(rest[:min(len(rest), 24)], "影") {
			return true
		}
	}
	return false
}

// isSentence reports blocks of running text in the content.
func isSentence(b *crawl.Block) bool {
	if b.Region != crawl.RegionMain || b.Title || b.H1 || b.Code || len(b.Text) < leastSentence ||
		len(b.Spans) == 0 || b.Spans[0].Group != crawl.GroupBody {
		return false
	}
	return strings.ContainsAny(b.Text, "。！？") || strings.ContainsAny(b.Text[len(b.Text)-1:], ".!?")
}
