package relevance

import "testing"

// A hint counts in company only, and a name only where it is one.
func TestHints(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded})
	for _, c := range []struct {
		title, body string
		found       bool // StormName
		want        bool
	}{
		{"After Yagi", "The landfall near the port tore the roofs off a thousand houses in the bay.", true, true},
		{"After Yagi", "A film about a goat opens in the town on Friday, says the tourist office.", false, false},
		{"Yagi Antenna for the roof", "The landfall near the port was seen from the masts, says the local office.", false, false},
		{"How to build a yagi", "The landfall near the port was seen from the masts, says the local office.", false, false},
		{"Yagi and Otis", "Two brothers of that name opened a bar in the town on Friday evening.", false, false},
		{"Otis, 300 km/h", "Nobody had seen it coming, says a report about the night at the coast.", true, true},
		{"海燕之后", "登陆点附近的屋顶被掀，居民说那一夜的风声至今难忘，学校还没有复课。", true, true},
		{"海燕筑巢", "海边的悬崖上来了成群的鸟，观鸟爱好者用长焦镜头拍下它们育雏的样子。", false, false},
	} {
		p := judgeHeadline(t, j, c.title, c.body)
		s := j.Score(p)
		found := false
		for i := range j.bag.hits {
			found = found || j.hintAt(j.bag.hits[i].term) != noHint
		}
		if found != c.found || s.Relevant != c.want {
			t.Errorf("%s | %s: hint %v, %.3f: %v", c.title, c.body, found, s.Relevance, s.Evidence)
		}
	}
}

// Links are not found by hints.
func TestNoHintsAroundLinks(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded})
	p := judgeHeadline(t, j, "News", `Storm surge. <a href="/yagi">Yagi</a> <a href="/mangkhut">Mangkhut</a>`)
	yagi, mangkhut := p.Links[0].Terms, p.Links[1].Terms
	if yagi.AnchorOther != 0 || yagi.URLOther != 0 || mangkhut.AnchorCore == 0 || mangkhut.URLCore == 0 {
		t.Errorf("%+v, %+v", yagi, mangkhut)
	}
}

func TestMeasures(t *testing.T) {
	for text, want := range map[string]bool{
		"120 mm possible": true, "201.9毫米": true, "gusts of 200 km/h": true, "12-inches": true, "Winds: 90 MPH.": true,
		"12 months": false, "mm": false, "2024": false, "7毫": false, "": false, "50 mmm": false,
	} {
		if hasMeasure(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// Another hazard in the headline takes a passing word of the topic its weight.
func TestOtherHazards(t *testing.T) {
	j := judgeOf(t, topicOf(t, "rainstorm"), Options{Judge: Fielded})
	for title, want := range map[string]bool{
		"Bridge gives way near the coast": true, "Oil spill near the coast": false, "Blaze near the coast": false,
	} {
		s := j.Score(judgeHeadline(t, j, title, "It happened in heavy rain on Friday night, says the office of the port."))
		if s.Relevant != want {
			t.Errorf("%s: %.3f", title, s.Relevance)
		}
	}
}

// Chinese words of grammar and chance pairs of Chinese characters are not learned.
func TestTeaches(t *testing.T) {
	l := newLearner(shipped())
	l.known = judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded}).knowsWord
	for word, want := range map[string]bool{
		"landfall": true, "我们": false, "台风": true, "气象": true, "风登": false, "的风": false, "象台": false,
	} {
		if l.teaches(word) != want {
			t.Errorf("%s: %v", word, !want)
		}
	}
}
