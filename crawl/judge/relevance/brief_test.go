package relevance

import (
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A sentence with a core concept in the topic's sense is enough on a page that has
// little else; names of concepts in a list are no sentence.
func TestBriefPages(t *testing.T) {
	j := judgeOf(t, topicOf(t, "typhoon"), Options{Judge: Fielded})
	for _, c := range []struct {
		title, body string
		want        bool
	}{
		{"Offices close early", "The super typhoon brought gusts of 200 km/h to the city on Friday.", true},
		{"上班族提早返家", "超强台风带来十五级阵风，全市停电，渔船全部回港避风。", true},
		{"Gusts at the coast", "Forecasters said that a typhoon would pass in the night.", true},
		{"Offices close early", "The super typhoon kept many people from work.", true},
		{"Offices close early", "The Typhoon squadron of the RAF kept its fighters on the ground.", false},
		{"Gusts at the coast", "A typhoon was near, and the winds took the roofs of two houses.", true},
		{"全岛学校停课", "受“摩羯”影响，船班停到风圈离开为止，市民都留在家里。", true},
		{"全岛学校停课", "船班停到风圈离开为止，市民都留在家里，学校也不开门。", true},
		{"全岛学校停课", "船班停到星期三为止，市民都留在家里，学校也不开门，商店照常营业。", false},
		{"Contents", "Typhoon, gust, storm surge, landfall and other words of interest", false},
		{"Offices close early", "The super typhoon brought gusts of 200 km/h to the city on Friday. " + strings.Repeat("Nobody minded it. ", 60), false},
	} {
		p := judgeHeadline(t, j, c.title, c.body)
		if s := j.Score(p); s.Relevant != c.want {
			t.Errorf("%s | %.60s: %.3f", c.title, c.body, s.Relevance)
		}
	}
}

// A place in a text is found among its mentions, also where one stands inside another.
func TestMentioned(t *testing.T) {
	list := []crawl.Mention{{Start: 2, End: 5}, {Start: 8, End: 20}, {Start: 8, End: 12, Inside: true}, {Start: 14, End: 16, Inside: true}, {Start: 30, End: 31}}
	for start := int32(0); start < 34; start++ {
		for end := start + 1; end <= 34; end++ {
			want := slices.ContainsFunc(list, func(m crawl.Mention) bool { return m.Start < end && start < m.End })
			if got := mentioned(list, start, end); got != want {
				t.Errorf("from %d to %d: %v", start, end, got)
			}
		}
	}
	if mentioned(nil, 0, 9) {
		t.Error("no mention")
	}
}

// A headline of 8 MB full of labels and of other hazards costs no square of them: each is looked up.
func BenchmarkOtherHazard(b *testing.B) {
	block := crawl.Block{Text: strings.Repeat("storm surge and heavy rain, flood. ", 20_000)}
	for at := 0; at < len(block.Text); at += 35 {
		for _, m := range hazardCues().Find(block.Text[at:at+35], nil) {
			block.Mentions = append(block.Mentions, crawl.Mention{Start: int32(at) + m.Start, End: int32(at) + m.End})
		}
	}
	for b.Loop() {
		otherHazard(&block)
	}
}
