package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

var (
	// roadZh begins the name of a road: 104国道, 国道324线, G15.
	roadZh = lazyre.Compile(`^(?:新?\d{2,3}(?:国道|省道)|(?:国道|省道)s?\d{2,3}线?|g\d{1,3}[^\d,。]|省道)`)
	// placeEnd matches the endings of places beyond names, longest first.
	placeEnd = lazyre.Compile(`(?:自治区|自治州|自治县|特别行政区|高速公路|高速路|收费站|服务区|十字路口|交叉路口|交汇处|交界处|路口|路段|立交桥|立交|大桥|隧道|国道|省道|公路|大道|大街|高速|街道|地铁站|机场|码头|煤矿|水库|水域|海域|海面|群岛|半岛|沿海|沿岸|近海|地区|境内|市区|城区|县城|城镇|附近|一带|工业区|开发区|新区|小区|省|市|县|区|州|盟|旗|镇|乡|村|庄|街|路|桥|港|河|江|湖|岛|湾|山)(?:(?:东|西|南|北|内|外)?(?:东|西|南|北)?[约]?[\d.]+(?:公里|千米|米)处?|东部|西部|南部|北部|中部|东北部|西北部|东南部|西南部|附近|门口|门前|内|里|外|上|下|处|旁|边|段|口|楼下|周边|方向|南侧|北侧|东侧|西侧)*`)
	// placeTail may follow a name of the gazetteer.
	placeTail = lazyre.Compile(`^(?:省|市|县|区|州|岛|东部|西部|南部|北部|中部|东北部|西北部|东南部|西南部|沿海|近海|沿岸|附近海域|海域|海面|地区|境内|市区|城区|县城|多数地区|附近|一带)+`)
	// townTail follows the name of a town.
	townTail = lazyre.Compile(`^(?:市|县|区|镇|乡|村|州|旗|盟|街道)`)
	// placeStop ends a place at the latest.
	placeStop = lazyre.Compile(`都|能|总统|总理|首相|气象|推测|大使|海啸|地震|台风|[,。;:!?、()"“”「」『』《》\s]|发生|出现|登陆|造成|发布|一辆|一名|一个|一起|一处|遭遇|进行|受到|受|已|被|将|有|是|为|和|对|因|由|把|将|用|约|后|前来|支援|援助|实行|突|共|等|在|接到|举行|突发|爆发|启动|附近发|死亡|工作|调查|救治|抢救|治疗|组织|记者|警方|政府|消防|公安|交警|当局|官方|媒体|气象台|疾控|卫生局|环保局|人民|委员会|局|赶到|赶赴|跑到|来到|驶向|驶往|送往|前往|飞抵|位于|领导|另据|影响|台[^湾州北中南东山]`)
	// ofPlace follows a place that is part of the name of an organisation, or of something else that
	// is nowhere: 北京时间, 广东省委, 哈佛大学.
	ofPlace = lazyre.Compile(`^(?:省|市|县|区)?(?:时间|牌照|红十字会|地产|集团|委、|委书记|委员|委宣|委常|委和|党委|公安|交警|消防|气象|广播|电视台|卫视|晚报|日报|时报|早报|邮报|新闻|网|通讯|社|大学|学院|中学|银行|证券|队|医疗队|疾控|卫生|环保|参议院|众议院|议会|国会|法院|检察院|人民|大使|领事|使馆|基金|协会|商会|航空|石油|[^,。;、在的是和有]{0,6}(?:局|委员会|检察院|法院|医疗队|支队|总队|大队|广播公司|通讯社|报道|频道|公司[^所]|集团|协会|研究所|研究院|大学|学院))`)
	// sayers follow a place in whose name somebody speaks or acts: 广东警方, 美国总统.
	sayers = lazyre.Compile(`^(?:省|市|县)?(?:政府|警方|警察|当局|官方|官员|媒体|记者|总统|总理|首相|部长|外长|国防|外交|驻|籍|人[^民]|男子|女子|游客|公民|代表|专家|发言人|联邦|临时|国家|军队|军方|国王|女王|法律|法官|议员|市长|省长|州长|县长|书记|居民|市民|网友|民众|企业|队)`)
	// dateline ends before the place of a news agency's report: 新华网成都8月30日电.
	dateline = lazyre.Compile(`(?:网|社|讯|据|来源:|早安|本报)$`)
	// wiredZh follows the place of such a report.
	wiredZh = lazyre.Compile(`^(?:\d{1,2}月)?(?:\d{1,2}日)?[^,。:;]{0,3}(?:电|讯)`)
	// stationZh follows a place where something was measured, fromZh and awayZh stand beside one from which it was: 三亚站,
	// 三亚东南方约80公里, 距三亚.
	stationZh = lazyre.Compile(`^(?:省|市|县|区)?(?:国家|区域|自动|基准|基本|地面|高空|水文|水位|雨量|气象|海洋|地震|监测|观测)*(?:站点|测站|台站|测点|监测点|观测点|站(?:[^在]|$))`)
	fromZh    = lazyre.Compile(`^(?:省|市|县|区)?(?:以|偏)?[东南西北]{1,4}(?:方向|方|部|侧|偏[东南西北])*(?:海面|洋面)?(?:大约|约|近)?\d[\d.]*(?:多|余)?(?:公里|千米|海里)`)
	awayZh    = lazyre.Compile(`(?:距离|相距|[^差]距)$`)
	// foreignPart follows a country of which it names a part by its sound: 印尼伦巴塔岛.
	foreignPart = lazyre.Compile(`^[中东西南北]{0,2}[` + transliterated + `]{2,8}(?:省|州|邦|府|市|县|区|岛|群岛|半岛|火山|山|河|湖|湾|海峡|地区)`)
	// newTown begins with a town that the gazetteer does not have, at the beginning of a clause.
	newTown = lazyre.Compile(`^[^\P{Han}本该各此这那某两多有一每全我当其几数在到的是][^\P{Han}的了在是到为和与等这]{1,3}?(?:自治县|自治州|自治旗|街道|县|市|镇|乡|村|州|岛)(?:\p{Han}{1,4}?(?:镇|乡|村|街道))?`)
)

// transliterated are the characters that write foreign names by their sound. A foreign name that
// stands in a run of them is part of a longer one.
const transliterated = "阿嘎埃艾安奥巴贝本比彼宾波博布查茨达德丁杜顿多恩尔菲费夫弗福戈格古哈赫亨霍基吉加贾杰金卡凯坎考科克库夸奎拉莱兰朗劳雷里利丽莉林卢鲁伦罗洛吕马麦曼梅蒙米密莫姆穆纳娜内尼涅宁纽努诺欧帕佩皮平普奇乔切琴日荣儒萨塞桑瑟森沙舍圣史斯丝苏索塔泰坦特提廷图托瓦万维威韦魏温文沃乌武希西锡夏谢辛休许雅亚扬耶叶伊因英尤约泽扎詹佐"

// whereZh are words before a place.
func whereZh() []string {
	return []string{"在", "于", "从", "至", "到", "到达", "往", "向", "赴", "送往", "抵达", "进入", "返回", "途经", "封锁", "逃离", "撤离", "离开"}
}

// maxPlace is the most characters of a place.
const maxPlace = 32

// placesZh appends the places of sentence s that are written in Chinese, where names come from
// the gazetteer.
func (f *folded) placesZh(s Span, names []known, dst []Place, t *taken) []Place {
	for i := s.Start; i < s.End; {
		r, size := utf8.DecodeRuneInString(f.s[i:])
		if !script.Han(r) && !('0' <= r && r <= '9') && r != 'g' {
			i += size
			continue
		}
		p, end := f.placeZh(i, s, names)
		if p.Span = (Span{i, end}); end > i && !t.has(f.span(p.Span)) {
			p.Span = f.span(p.Span)
			t.add(p.Span)
			dst, i = append(dst, p), end
			continue
		}
		i += size
	}
	return dst
}

// placeZh reads the place that begins at i; end is i if there is none.
func (f *folded) placeZh(i int, s Span, names []known) (p Place, end int) {
	rest := f.s[i:s.End]
	k, byName := slices.BinarySearchFunc(names, i, func(n known, i int) int { return n.Start - i })
	byName = byName && script.Han(firstRune(rest)) && f.isPlaceZh(k, names, s)
	end = i
	switch {
	case byName:
		end = names[k].End
		p.At = names[k].at
		end += len(placeTail().FindString(f.s[end:s.End]))
		for k+1 < len(names) && names[k+1].Start == end && p.At != nil && names[k+1].at != nil && nested(p.At, names[k+1].at) {
			k++
			p.Within, p.At, end = p.At, names[k].at, names[k].End
			end += len(placeTail().FindString(f.s[end:s.End]))
		}
	case roadZh().MatchString(rest):
	case strings.HasPrefix(rest, "的") || strings.HasPrefix(rest, "达") || strings.HasPrefix(rest, "了"):
		return p, i
	case afterWhere(f.s[s.Start:i]):
		return p, f.unnamed(i, rest, names)
	case f.clause(i, s):
		if end = f.unnamed(i, rest, names); end == i {
			return p, i
		}
	default:
		return p, i
	}
	n := goesOn(f.s[end:s.End])
	if byName && n == 0 {
		switch rest, before := f.s[end:s.End], f.s[s.Start:i]; {
		case dateline().MatchString(before) && wiredZh().MatchString(rest):
			p.Role = Dateline
		case sayers().MatchString(rest) || dateline().MatchString(before):
			p.Role = Speaker
		case stationZh().MatchString(rest) || fromZh().MatchString(rest) || awayZh().MatchString(before):
			p.Role = Measured
		case ofPlace().MatchString(rest) && !afterWhere(f.s[s.Start:i]):
			return p, i
		}
	}
	if byName || n > 6 {
		end += n
	}
	return p, end
}

// unnamed is the end of a town at i that no gazetteer has; i if there is none, or if a known name
// begins inside it: 据福岛县.
func (f *folded) unnamed(i int, rest string, names []known) int {
	end := i + len(newTown().FindString(rest))
	if afterWhere(f.s[max(0, i-12):i]) {
		return end
	}
	for k := range names {
		if names[k].Start > i && names[k].Start < end {
			return i
		}
	}
	return end
}

// isPlaceZh reports whether name k is a place here. One that is also a word, or where few people
// live, needs a word before or behind it that says so; a foreign one must not be a part of a longer
// foreign name.
func (f *folded) isPlaceZh(k int, names []known, s Span) bool {
	x := &names[k]
	rest := f.s[x.End:s.End]
	if last, next := lastRune(f.s[x.Start:x.End]), firstRune(rest); last == '地' && next == '区' || strings.ContainsRune("东西南北中", last) && next == '部' { // 沿海地区, 中东部
		return false
	}
	if x.at != nil && x.at.Mark&gazetteer.WordZh != 0 && !ownPlace(x.at) && x.at.Population < 300000 {
		return f.listed(k, names) || townTail().MatchString(rest) || x.End-x.Start > 6 && strings.ContainsRune("省市县区州镇旗盟", lastRune(f.s[x.Start:x.End]))
	}
	if x.in != nil || x.at == nil {
		return true
	}
	if !eastAsian(x.at.Country) && x.at.Class != 'H' && !(rank(x.at) <= 2 && foreignPart().MatchString(rest)) && !strings.HasSuffix(f.s[x.Start:x.End], "国") && (transliterates(lastRune(f.s[s.Start:x.Start])) && x.Start > s.Start || transliterates(firstRune(rest)) && rest != "" && !strings.HasPrefix(rest, "西部") && !strings.HasPrefix(rest, "内")) {
		return false
	}
	if x.at.Mark&gazetteer.WordZh == 0 && (x.at.Country != "JP" || x.at.Population >= 300000) && (ownPlace(x.at) || x.at.Population >= 100000) || afterWhere(f.s[s.Start:x.Start]) {
		return true
	}
	if last := lastRune(f.s[x.Start:x.End]); x.End-x.Start > 6 && strings.ContainsRune("省市县区州镇旗盟", last) || placeTail().MatchString(rest) {
		return true
	}
	return f.listed(k, names)
}

// listed reports whether name k stands in a list with another place that is no word: 定边、靖边.
func (f *folded) listed(k int, names []known) bool {
	join := func(a, b, other int) bool {
		if a < 0 || b == len(names) || names[other].at == nil || names[other].at.Mark&gazetteer.WordZh != 0 {
			return false
		}
		switch f.s[names[a].End:names[b].Start] {
		case "、", "和", ",", "县、", "市、", "区、":
			return true
		}
		return false
	}
	return join(k-1, k, k-1) || join(k, k+1, k+1)
}

// eastAsian reports whether names of the country are not written by sound in Chinese.
func eastAsian(country string) bool {
	return strings.Contains(" CN TW HK MO JP KR KP VN ", " "+country+" ") || country == ""
}

func transliterates(r rune) bool { return strings.ContainsRune(transliterated, r) }

// clause reports whether i begins a clause of sentence s, or follows a time.
func (f *folded) clause(i int, s Span) bool {
	return i == s.Start || strings.HasSuffix(f.s[:i], ",") || strings.HasSuffix(f.s[:i], ":")
}

// afterWhere reports whether s ends with a word that stands before a place.
func afterWhere(s string) bool {
	s = strings.TrimSuffix(s, "了")
	for _, w := range whereZh() {
		if strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

// goesOn is the length of what may still belong to a place at the beginning of s: up to the last
// word for a kind of place before something else begins.
func goesOn(s string) int {
	stop := len(s)
	if m := placeStop().FindStringIndex(s); m != nil {
		stop = m[0]
	}
	n, end := 0, 0
	for i := range s[:stop] {
		if n++; n > maxPlace {
			stop = i
			break
		}
	}
	for _, m := range placeEnd().FindAllStringIndex(s[:stop], -1) {
		if m[1]-end > 24 { // no kind for eight characters: another phrase
			break
		}
		end = m[1]
	}
	if strings.ContainsAny(s[:end], "的了着说") {
		return 0
	}
	return end
}

// nested reports whether inner may lie in outer, so that their names together are one place:
// 福建东山, but not 江苏安徽.
func nested(outer, inner *gazetteer.Place) bool {
	if outer.Country != inner.Country && inner.Country != "" {
		return false
	}
	return rank(inner) > rank(outer)
}

// rank orders places by size.
func rank(p *gazetteer.Place) int {
	switch p.Code {
	case "PCLI", "PCLD", "TERR":
		return 1
	case "ADM1":
		return 2
	case "ADM2":
		return 3
	case "ADM3":
		return 4
	}
	return 5
}
