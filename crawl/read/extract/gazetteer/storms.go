package gazetteer

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// WP is the western North Pacific, the basin whose storms have numbers in the table.
const WP = "WP"

// Key identifies a storm.
type Key struct {
	Name  string // in English, as in the table: "Kong-rey"; "" if only the number is known
	Year  int    // of the season; 0 if not known
	Basin string // WP, or "" if not known
}

// StormName is a name with its forms.
type StormName struct {
	English string
	Chinese []string // simplified characters or traditional ones that name another word
	// Common says that a form is also a word of its language or a name of people, so that it
	// needs a sign that a storm is meant.
	Common bool
}

// StormTable holds what is known of storms.
type StormTable struct {
	Names   []StormName
	seasons map[int][]string // by year: names by number
	retired map[string]int   // the year of a name that no later storm may have, outside the western Pacific
}

//go:embed names.tsv
var names string

//go:embed seasons.tsv
var seasons string

// Default returns the table of this project.
var Storms = sync.OnceValues(func() (*StormTable, error) { return ParseStorms(names, seasons) })

// common are names that are also words, or names of people or places.
const common = ` 海葵 山竹 天鹅 海燕 烟花 梅花 珊珊 小犬 玛莉亚 玛丽亚 天琴 泰利 圆规 海神 红霞 莲花 天兔 白鹿 悟空 电母 杨柳 玲玲 银杏 桃芝 蝴蝶 榕树 山猫 小熊 彩云 银河
 蒲公英 狮子山 玛瑙 木兰 马鞍 蝎虎 玫瑰 海棠 珊瑚 云雀 飞燕 燕子 玉兔 百合 罗莎 剑鱼 蓝湖 琵琶 米娜 浣熊 风神 海鸥 凤凰 黄蜂 鹦鹉 蔷薇 无花果 白海豚 鲸鱼 浪卡 闪电 杜鹃 鲇鱼 山神 鸿雁 鸳鸯 南川
 彩虹 天鸽 海马 茉莉 宝霞 天秤 巨爵 安比 环高 苏力 摩羯 达维 哈维 迈克尔 卡特里娜 多拉 艾达 伊恩 劳拉 弗雷迪 哈隆 夏浪 康妮 南卡 三巴 潭美 圣帕 木恩 塔巴 万宜 达维 雷伊 洛克 `

// ParseStorms reads the two tables.
func ParseStorms(names, seasons string) (*StormTable, error) {
	t := &StormTable{seasons: make(map[int][]string), retired: make(map[string]int)}
	for i, line := range strings.Split(strings.Trim(names, "\n"), "\n") {
		f := strings.Split(line, "\t")
		if f[0] == "" {
			return nil, english.Errorf("storms: names, line %d: there is no English name", i+1)
		}
		n := StormName{English: f[0]}
		for _, forms := range f[1:] {
			for _, form := range strings.Split(forms, ",") {
				if form != "" && !slices.Contains(n.Chinese, form) {
					n.Chinese = append(n.Chinese, form)
				}
			}
		}
		t.Names = append(t.Names, n)
	}
	for i, line := range strings.Split(strings.Trim(seasons, "\n"), "\n") {
		f := strings.Split(line, "\t")
		year, err := strconv.Atoi(f[0])
		switch {
		case err != nil || len(f) != 3 || f[1] != WP && f[1] != "retired":
			return nil, english.Errorf("storms: seasons, line %d: %q is not a year, %s or retired, and names", i+1, line, WP)
		case f[1] == WP:
			t.seasons[year] = strings.Fields(f[2])
		default:
			for _, name := range strings.Fields(f[2]) {
				t.retired[name] = year
			}
		}
	}
	return t, nil
}

// IsCommonStorm reports whether a form of a name is also a word. English names that stand without
// Typhoon or the like are all treated so.
func IsCommonStorm(form string) bool { return strings.Contains(common, " "+form+" ") }

// Known reports whether the names of a year's storms are known.
func (t *StormTable) Known(year int) bool { return t.seasons[year] != nil }

// Number is the international number that name had in year; 0 if it had none or the year is
// not known.
func (t *StormTable) Number(name string, year int) int {
	return slices.Index(t.seasons[year], name) + 1
}

// Numbered is the name of storm number of year; "" if it is not known.
func (t *StormTable) Numbered(number, year int) string {
	if s := t.seasons[year]; number >= 1 && number <= len(s) {
		return s[number-1]
	}
	return ""
}

// Retired is the year of the hurricane after which name was given to no other; 0 if there is none.
func (t *StormTable) Retired(name string) int { return t.retired[name] }

// Season is the last year up to year in which a storm had the name: in a text of 2023 that tells
// of Mangkhut it is 2018. It is 0 if no known year has it, or if year itself is not known and does
// not rule the name out.
func (t *StormTable) Season(name string, year int) int {
	best := 0
	for y, names := range t.seasons {
		if y <= year && y > best && slices.Contains(names, name) {
			best = y
		}
	}
	return best
}
