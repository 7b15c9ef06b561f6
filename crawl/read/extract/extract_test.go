package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

func extractor(t *testing.T, opt Options) *Extractor {
	t.Helper()
	x, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

var friday = time.Date(2024, 9, 6, 0, 0, 0, 0, time.UTC)

// Quantities that are hard to read, by hand.
func TestQuantities(t *testing.T) {
	x := extractor(t, Options{})
	for _, tt := range []struct{ text, want string }{
		{"21萬7千戶停電，轉移200余萬人", "displaced 2e+06 people about"},
		{"三百零二人遇难，五十人失踪", "dead 302 people; missing 50 people"},
		{"风力8-10级", "windforce 10 level"},
		{"发生5.1级地震", "magnitude 5.1 magnitude"},
		{"西藏日喀则市定日县发生6.8级地震，震源深度10千米。地震已造成53人死亡、62人受伤。", "magnitude 6.8 magnitude; depth 10 KiloM; dead 53 people; injured 62 people"},
		{"花蓮外海3日上午發生規模7.2地震，至少9死逾900人受傷，未來幾天可能有6.5至7級餘震。", "magnitude 7.2 magnitude; dead 9 people about; injured 900 people about; aftershock 7 magnitude"},
		{"四川宜賓市17日發生地震，目前已知11死122人傷。", "dead 11 people; injured 122 people"},
		{"造成3人死亡20人受伤", "dead 3 people; injured 20 people"},
		{"台风登陆前共转移群众123千人。", "displaced 123000 people"},
		{"共转移群众3千余人，5百人受伤，2万5千人被疏散。", "displaced 3000 people about; injured 500 people; displaced 25000 people"},
		{"中心气压990百帕，震源深度10千米，直接经济损失5百万元，又有3千万元。", "pressure 990 HectoPA; depth 10 KiloM; loss 5e+06 CNY"},
		{"死亡9人，受伤12人", "dead 9 people; injured 12 people"},
		{"余震4级，预警级别为三级。", "aftershock 4 magnitude"},
		{"四川泸定发生芮氏規模6.8強震，深度16公里", "magnitude 6.8 magnitude; depth 16 KiloM"},
		{"新疆发生里氏7.1级左右地震", "magnitude 7.1 magnitude"},
		{"台湾花莲发生M7.3地震", "magnitude 7.3 magnitude"},
		{"海底隧道深度20公里处", ""},
		{"项目规模8.5亿元", ""},
		{"10级大风震动门窗", "windforce 10 level"},
		{"A 6.8-magnitude earthquake struck Luding county in Sichuan on Monday.", "magnitude 6.8 magnitude"},
		{"The magnitude 7.8 quake hit at a depth of 17.9 kilometres (11 miles).", "magnitude 7.8 magnitude; depth 17.9 KiloM"},
		{"An earthquake measuring 6.2 on the Richter scale shook Aceh.", "magnitude 6.2 magnitude"},
		{"The USGS put the magnitude at 7.1, six miles deep.", "magnitude 7.1 magnitude; depth 6 MI"},
		{"A magnitude 5.9 aftershock followed the M7.3 earthquake.", "aftershock 5.9 magnitude; magnitude 7.3 magnitude"},
		{"Two aftershocks of magnitude 5.1 were felt", "aftershock 5.1 magnitude"},
		{"The M25 motorway is closed near the quake museum.", ""},
		{"a star of magnitude 4.5", ""},
		{"an earthquake of magnitude 77", "magnitude 77 magnitude doubtful"},
		{"启动4级响应", ""},
		{"以每小时25公里左右的速度移动，最大风速每小时240公里", "movement 25 KiloM-PER-HR; wind 240 KiloM-PER-HR"},
		{"moving north at 30 km/h with winds of 120 km/h", "movement 30 KiloM-PER-HR; wind 120 KiloM-PER-HR"},
		{"twenty-five people were killed", "dead 25 people"},
		{"more than 1.5 million people were evacuated", "displaced 1.5e+06 people about"},
		{"insured losses of $57 billion", "loss 5.7e+10 USD"},
		{"直接经济损失约4.15亿元", "loss 4.15e+08 CNY about"},
		{"air pressure fell to 950 mm", "pressure 950 HectoPA doubtful"},
		{"中心气压为950毫米", "pressure 950 HectoPA doubtful"},
		{"熱帶氣旋的中心氣壓一度降至952百帕", "pressure 952 HectoPA"},
		{"风速900米/秒", "wind 900 M-PER-SEC doubtful"},
		{"The flood killed 1,000,000,000 people.", "dead 1e+09 people doubtful"},
		{"洪水造成10亿人死亡", "dead 1e+09 people doubtful"},
		{"The epidemic has killed 7 million people.", "dead 7e+06 people"},
		{"Download the map of the typhoon (950 MB, PDF).", ""},
		{"The video of the storm surge has 1000 mb.", ""},
		{"MINIMUM CENTRAL PRESSURE...950 MB...28.05 INCHES", "pressure 950 HectoPA"},
		{"a minimum pressure of 950 mb", "pressure 950 HectoPA"},
		{"It deepened to a 929 mb hurricane.", "pressure 929 HectoPA"},
		{"The eye was at 950 mbar and 940 millibars.", "pressure 950 HectoPA; pressure 940 HectoPA"},
		{"钢板厚5毫米", ""},
	} {
		var got []string
		for _, q := range x.Extract(tt.text, friday).Quantities {
			s := fmt.Sprintf("%s %g %s", q.Kind, q.Value, q.Unit)
			if q.About {
				s += " about"
			}
			if q.Doubt != "" {
				s += " doubtful"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, s, tt.want)
		}
	}
}

// A time of day follows the day that the text spoke of; without any date it stays unresolved, unless
// the text names year, month and day.
func TestTimesOfText(t *testing.T) {
	x := extractor(t, Options{})
	for _, tt := range []struct {
		text string
		ref  time.Time
		want string
	}{
		{"9月4日，台风生成。16时20分登陆，当晚减弱，次日消失。", friday, "2024-09-04 2024-09-04T16:20 2024-09-04TEV 2024-09-05"},
		{"2008年5月12日地震。15日，救援继续。", friday, "2008-05-12 2008-05-15"},
		{"昨天登陆，上周五生成。", time.Time{}, "? ?"},
		{"2018年9月16日17时登陆，17日减弱。", time.Time{}, "2018-09-16T17 2018-09-17"},
		{"It is expected to make landfall on Sunday.", friday, "2024-09-08"},
		{"It made landfall on Sunday.", friday, "2024-09-01"},
		{"2月30日 13月1日 25时70分", friday, "?"},
	} {
		var got []string
		for _, m := range x.Extract(tt.text, tt.ref).Times {
			s := m.String()
			if s == "" {
				s = "?"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, s, tt.want)
		}
	}
}

func TestStormsOfText(t *testing.T) {
	x := extractor(t, Options{})
	for _, tt := range []struct{ text, want string }{
		{"梅花开了，山竹很甜。", ""},
		{"台风“梅花”来了。院里的梅花落了。", "Muifa Muifa"},
		{"Ian and Helene went home.", ""},
		{"Hurricane Center and Hurricane Recovery", ""},
		{"Tropical Storm Alfred nears the coast", "Alfred"},
		{"颱風摩羯、台风摩羯、Typhoon Yagi", "Yagi Yagi Yagi"},
		{"今年第11号台风", "number 11"},
	} {
		var got []string
		for _, s := range x.Extract(tt.text, friday).Storms {
			if s.Name == "" {
				s.Name = fmt.Sprint("number ", s.Number)
			}
			got = append(got, s.Name)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, s, tt.want)
		}
	}
}

// A user's gazetteer adds to ours; of two places of one name the larger counts.
func TestGazetteerOfUser(t *testing.T) {
	row := func(id, name, alt, people string) string {
		return id + "\t" + name + "\t" + name + "\t" + alt + "\t10\t20\tP\tPPL\tCN" + strings.Repeat("\t", 6) + people + strings.Repeat("\t", 4)
	}
	g, err := gazetteer.Read(strings.NewReader(row("1", "Muke", "木客", "5")+"\n"+row("2", "Muke", "木客", "50")), "g")
	if err != nil {
		t.Fatal(err)
	}
	p := extractor(t, Options{Places: g}).Extract("洪水到达木客，福建无恙。", friday).Places
	if len(p) != 2 || p[0].At.IRI() != "https://sws.geonames.org/2/" || p[1].At.Name != "Fujian" {
		t.Errorf("%+v", p)
	}
}

// Labels of a user's ontology are event words; one that is a word of the table is its other class.
func TestTermsOfOntology(t *testing.T) {
	terms := []Term{{Label: "台风", Class: "urn:mine"}, {Label: "船舶倾覆", Class: "urn:capsize"}, {Label: "é", Class: "urn:short"}}
	x := extractor(t, Options{Terms: terms})
	var got []string
	for _, w := range x.Extract("台风致船舶倾覆，没有人员伤亡。", friday).Words {
		got = append(got, w.Class)
	}
	if s := strings.Join(got, " "); s != typhoonNS+"Typhoon urn:capsize" {
		t.Error(s)
	}
	if a := Aliases(nil, terms); len(a) != 1 || fmt.Sprint(a[typhoonNS+"Typhoon"]) != "[urn:mine]" {
		t.Errorf("%v", a)
	}
}
