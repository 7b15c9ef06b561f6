package extract

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

// What stands for a place in a sentence, and which of its namesakes it is: of each kind a case
// in each language that has it.
func TestPlacesOfText(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		// the larger place beside it
		{"The fire began in Paris, Texas, on Monday.", "Paris/US Texas/US"},
		{"The fire began in Paris on Monday.", "Paris/FR"},
		{"A flood hit London, Ontario. Streets in London were closed.", "London/CA Ontario/CA London/CA"},
		{"台风重创江苏昆山。", "江苏昆山/CN"},
		{"長野縣發生地震。", "長野縣/JP"},
		// a name that is also a word or a person's
		{"Nice weather is expected. Reading is fun.", ""},
		{"Rain fell in Nice and Reading.", "Nice/FR Reading/GB"},
		{"Jackson said the dam was safe.", ""},
		{"The dam near Jackson, Mississippi, broke.", "Jackson/US Mississippi/US"},
		{"Mr Houston and Winston Churchill spoke.", ""},
		{"东方既白，平安是福。", ""},
		{"平安县发生山洪。", "平安县/CN"},
		// inside another name
		{"The Toronto Star wrote about the University of Calgary Press.", ""},
		{"He flew with Air Berlin that day.", ""},
		{"哈佛大学和墨西哥参议院发表声明。", ""},
		{"北京时间8月3日，北京大学发布报告。", ""},
		{"沿海地区有大雨，江南中东部有小雨。", "江南/CN"},
		{"布哈里会见代表。", ""},
		{"法国和意大利总理蒙蒂发言。", "法国/FR 意大利/IT"},
		// a country before a part of it that is written by its sound
		{"印尼伦巴塔岛因暴雨引发泥石流。", "印尼伦巴塔岛/ID"},
		{"新西兰克马德克群岛发生地震。", "新西兰克马德克群岛/NZ"},
		{"意大利埃特纳火山喷发。", "意大利埃特纳火山/IT"},
		// kinds of places that no list has
		{"It closed Mill Creek Road and hit Adair County hard.", "Mill Creek Road/- Adair County/-"},
		{"暴雨致当地受灾，在新桐乡有人被困。", "新桐乡/-"},
		{"据福岛县通报，各地灾情不一。", "福岛县/JP"},
		// countries and cities of which earlier lists knew nothing
		{"It rained in Edmonton, Winnipeg and Aleppo.", "Edmonton/CA Winnipeg/CA Aleppo/SY"},
		{"欧洲多国遭遇洪水，安汶、雅加达也有大雨。", "欧洲/ 安汶/ID 雅加达/ID"},
		{"定边、靖边、子洲等县旱情严重。", "定边/CN 靖边/CN 子洲/CN"},
	} {
		var got []string
		for _, p := range extractor(t, Options{}).Extract(tt.text, friday).Places {
			country := "-"
			if p.At != nil {
				country = p.At.Country
			}
			got = append(got, tt.text[p.Start:p.End]+"/"+country)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, s, tt.want)
		}
	}
}

// Who speaks in the name of a place is told apart from where something happened.
func TestRolesOfPlaces(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Winnipeg police said two men drowned in Brandon, Manitoba.", "Winnipeg 1, Brandon 0, Manitoba 0"},
		{"广东警方称，事故发生在湖南郴州。", "广东 1, 湖南郴州 0"},
		{"据云南省消息，昆明发生地震。", "云南省 1, 昆明 0"},
		// where a report was written
		{"新华社北京8月3日电 台湾花莲发生地震。", "北京 3, 台湾花莲 0"},
		{"中新网成都8月30日电 雅安发生地震。", "成都 3, 雅安 0"},
		{"LONDON (Reuters) - A flood hit Leeds.", "LONDON 3, Leeds 0"},
		{"KABUL, Afghanistan — A quake struck Herat.", "KABUL 3, Afghanistan 3, Herat 0"},
		{"Manila, Philippines (AP) -- Floods hit Cebu.", "Manila 3, Philippines 3, Cebu 0"},
		{"Manila, Philippines, was flooded.", "Manila 0, Philippines 0"},
		{"TOKYO, Aug 8 (Kyodo) - Rain fell in Osaka.", "TOKYO 3, Osaka 0"},
		// where it was measured, or from where
		{"海南普降大雨，三亚气象站测得风速40米/秒。", "海南 0, 三亚 2"},
		{"武汉水文站水位达27米。", "武汉 2"},
		{"台风中心位于三亚东南方约380公里的海面上。", "三亚 2"},
		{"震中距昆明300公里。", "昆明 2"},
		{"震中差距昆明不大，地震发生在昆明。", "昆明 0, 昆明 0"},
		{"The quake struck 18 km south of Hualien, Taiwan.", "Hualien 2, Taiwan 0"},
		{"A quake hit off the coast of Fukushima.", "Fukushima 2"},
		{"The Houston weather station measured 40 mm in Texas.", "Houston 2, Texas 0"},
		{"It rained in Osaka.", "Osaka 0"},
	} {
		var got []string
		for _, p := range extractor(t, Options{}).Extract(tt.text, friday).Places {
			got = append(got, tt.text[p.Start:p.End]+" "+string('0'+rune(p.Role)))
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, s, tt.want)
		}
	}
}

// TestPlacesOfNews measures places of English news (TR-News), by the measures of
// ../shared/tools/places_judge.py: the even texts are those that the rules were written on.
func TestPlacesOfNews(t *testing.T) {
	dir := os.Getenv("ONTOCRAWL_DATA")
	if dir == "" {
		t.Skip("ONTOCRAWL_DATA is not set")
	}
	r, err := os.Open(filepath.Join(dir, "places", "tr-news.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	x := extractor(t, Options{})
	var fig [2]struct{ right, found, marked, near, located float64 }
	for n := 0; in.Scan(); n++ {
		var doc struct {
			Text   string
			Places [][4]*float64
		}
		if err := json.Unmarshal(in.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		got := make(map[[2]int]*gazetteer.Place)
		for _, p := range x.Extract(doc.Text, time.Time{}).Places {
			got[[2]int{utf8.RuneCountInString(doc.Text[:p.Start]), utf8.RuneCountInString(doc.Text[:p.End])}] = p.At
		}
		f := &fig[n%2]
		f.found += float64(len(got))
		for _, g := range doc.Places {
			f.marked++
			at, ok := got[[2]int{int(*g[0]), int(*g[1])}]
			if ok {
				f.right++
			}
			if g[2] == nil {
				continue
			}
			if f.located++; at != nil && apartKm(at, &gazetteer.Place{Lat: *g[2], Lon: *g[3]}) <= 161 {
				f.near++
			}
		}
	}
	for half, name := range []string{"even (written on)", "odd (aside)"} {
		f := fig[half]
		p, r, near := f.right/f.found, f.right/f.marked, f.near/f.located
		t.Logf("%s: P %.3f R %.3f, within 161 km %.3f of all", name, p, r, near)
		if math.Min(p/.83, math.Min(r/.69, near/.6)) < 1 {
			t.Error("the figures have become worse")
		}
	}
}
