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
	placeEnd = lazyre.Compile(`(?:自治区|自治州|自治县|特别行政区|街道办事处|高速公路|高速路|收费站|服务区|十字路口|交叉路口|交汇处|交界处|路口|路段|立交桥|立交|大桥|隧道|国道|省道|公路|大道|大街|高速|街道|火车站|汽车站|地铁站|机场|码头|港口|小学|中学|大学|学院|学校|幼儿园|医院|卫生院|诊所|酒店|饭店|宾馆|大厦|大楼|商场|超市|市场|购物中心|广场|公园|乐园|工厂|工地|仓库|宿舍|食堂|餐厅|快餐店|面包店|小吃街|煤矿|水库|水域|海域|海面|群岛|半岛|沿海|沿岸|近海|地区|境内|市区|城区|县城|城镇|附近|一带|现场|门口|中心小学|工业区|开发区|新区|小区|大棚|会展中心|市中心|体育馆|礼拜寺|酒楼|列车|空地|场地|地带|车道|道路|通道|桥面|桥洞|路面|房间|集装箱|基地|办事处|地方|首都|首府|园区|铺|馆|园|寺|中心|办公室|教室|病房|车厢|隔离点|省|市|县|区|州|盟|旗|镇|乡|村|庄|街|路|段|线|桥|站|港|店|厂|矿|楼|河|江|湖|岛|湾|山|院|校|房|井下)(?:的)?(?:(?:东|西|南|北|内|外)?(?:东|西|南|北)?[约]?[\d.]+(?:公里|千米|米)处?|东部|西部|南部|北部|中部|东北部|西北部|东南部|西南部|附近|门口|门前|内|里|外|上|下|处|旁|边|段|口|楼下|周边|方向|南侧|北侧|东侧|西侧)*`)
	// placeTail may follow a name of the gazetteer.
	placeTail = lazyre.Compile(`^(?:省|市|县|区|州|岛|东部|西部|南部|北部|中部|东北部|西北部|东南部|西南部|沿海|近海|沿岸|附近海域|海域|海面|地区|境内|市区|城区|县城|多数地区|附近|一带)+`)
	// placeStop ends a place at the latest.
	placeStop = lazyre.Compile(`[,。;:!?、()"“”「」『』《》\s]|发生|出现|登陆|造成|发布|一辆|一名|一个|一起|一处|遭遇|进行|受到|受|已|被|将|有|是|为|和|对|因|由|把|将|用|约|后|前来|支援|援助|实行|突|共|等|在|接到|举行|突发|爆发|启动|附近发|死亡|工作|调查|救治|抢救|治疗|组织|记者|警方|政府|消防|公安|交警|当局|官方|媒体|气象台|疾控|卫生局|环保局|人民|委员会|局|赶到|赶赴|跑到|来到|驶向|驶往|送往|前往|飞抵|位于|领导|另据|影响|台[^湾州北中南东山]`)
	// notWhere follows the name of a place that says whose something is, not where it is: 北京时间,
	// 广东警方, 美国总统.
	notWhere = lazyre.Compile(`^(?:时间|牌照|红十字会|地产|集团|省委|市委|委、|省政府|市政府|政府|党委|公安|警方|警察|交警|消防|当局|官方|官员|媒体|记者|总统|总理|首相|部长|外长|国防|外交|使馆|大使|驻|籍|人[^民]|男子|女子|游客|公民|队|医疗队|疾控|卫生|环保|气象|广播|电视台|晚报|日报|新闻|网|通讯|社|“|联邦|临时|国家|代表|专家|发言人|[^,。;在]{0,6}(?:局|委员会|检察院|法院|医疗队|交警|支队|总队|大队|人民政府|广播公司|通讯社|报道|频道|公司[^所]))`)
	// dateline ends before the place of a news agency's report: 新华网成都8月30日电.
	dateline = lazyre.Compile(`(?:网|社|讯|据|来源:|早安|本报)$`)
	// newTown begins with a town that the gazetteer does not have, at the beginning of a clause.
	newTown = lazyre.Compile(`^\p{Han}{2,4}(?:县|市|镇|乡|区|村)`)
	// wordsZh are places without a name.
	wordsZh = lazyre.Compile(`^(?:(?:事故|事发|火灾|爆炸|案发|灾害|救援|施工)?现场|事发地(?:点处?)?|震中|震区|灾区|火场|医院(?:内)?|学校(?:食堂|体育馆)?|当地|街头|路边|路旁|楼下|楼道|户外|家中|井下|机场|各地|境外|全球|世界各地|上述地区|病房|食堂|仓库|废墟|车内|工地)`)
)

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
	end = i
	switch {
	case byName && script.Han(firstRune(rest)):
		end = names[k].End
		p.At = names[k].at
		end += len(placeTail().FindString(f.s[end:s.End]))
		for k+1 < len(names) && names[k+1].Start == end && nested(p.At, names[k+1].at) {
			k++
			p.Within, p.At, end = p.At, names[k].at, names[k].End
			end += len(placeTail().FindString(f.s[end:s.End]))
		}
	case roadZh().MatchString(rest):
	case strings.HasPrefix(rest, "的") || strings.HasPrefix(rest, "达") || strings.HasPrefix(rest, "了"):
		return p, i
	case afterWhere(f.s[s.Start:i]):
		if n := max(goesOn(rest), wordLen(rest)); n >= 6 {
			return p, i + n
		}
		return p, i
	case f.clause(i, s) && newTown().MatchString(rest):
	default:
		return p, i
	}
	n := goesOn(f.s[end:s.End])
	if byName && n == 0 && (notWhere().MatchString(f.s[end:s.End]) || dateline().MatchString(f.s[s.Start:i])) {
		return p, i
	}
	if byName || n > 6 {
		end += n
	}
	return p, end
}

// wordLen is the length of a place without a name at the beginning of s.
func wordLen(s string) int {
	if m := wordsZh().FindStringIndex(s); m != nil && m[0] == 0 {
		return m[1]
	}
	return 0
}

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
		if m[1]-end > 36 { // no kind for twelve characters: another phrase
			break
		}
		end = m[1]
	}
	if strings.ContainsAny(s[:end], "的了着说") && !strings.HasPrefix(s[:end], "的") {
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
