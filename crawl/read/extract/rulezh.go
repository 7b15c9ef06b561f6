package extract

import "regexp"

// Words of rules in Chinese.
const (
	// peopleZh counts people.
	peopleZh = `(?:余|多)?(?:名|位|个)?(?:余|多)?(?:人|群众|村民|居民|民众|游客|学生|考生|工人|员工|矿工|男子|女子|儿童|乘客|船员|人员|平民|灾民|旅客|市民|渔民|师生|住户|人次|患者|军人|警察|士兵|司机|消防员|消防战士|\p{Han}{1,3}[者民人员生])(?:员)?`
	// orNot may stand between people and what befell them.
	deadZh    = `(?:死亡|遇难|丧生|身亡|罹难|丧命|殉职|遇害|死)`
	missingZh = `(?:失踪|失联|下落不明|失去联系)`
	injuredZh = `(?:受伤|轻伤|重伤|受轻伤|受重伤|轻重伤|负伤|伤|受到轻伤)`
	movedZh   = `(?:转移安置|紧急转移|转移|疏散|撤离|安置|撤出|流离失所|进入避难所|无家可归)`
	betweenZh = `(?:被|因灾|当场|已经|已|确认|证实|均|分别|地|程度|不幸|全部|安全|紧急|需要|需|得到|不同程度|不治|在?(?:事故|地震|火灾|爆炸|灾害|洪水)中|被迫|收到|及时)*`
	beforeZh  = `(?:共计|共有|共|已有|已致|已|约|近|至少|超过|逾|超|达到|达|为|有|了|至|升至|增至|上升至|人数|者|人员|群众|居民|旅客|受灾|避险|安置|累计|全省|全市|:|-)*`
	moneyZh   = `(?P<u>元人民币|元|人民币|美元|日元|港元|欧元|新台币|比索|韩元|卢比)`
)

func rulesZh() []rule {
	speed := map[string]string{"米/秒": metrePerSecond, "米每秒": metrePerSecond, "公尺/秒": metrePerSecond, "m/s": metrePerSecond,
		"公里/小时": kilometrePerHour, "公里/时": kilometrePerHour, "公里每小时": kilometrePerHour, "千米/小时": kilometrePerHour, "km/h": kilometrePerHour, "英里/小时": milePerHour, "节": knot}
	money := map[string]string{"元人民币": "CNY", "元": "CNY", "人民币": "CNY", "美元": "USD", "日元": "JPY", "港元": "HKD", "欧元": "EUR", "新台币": "TWD", "比索": "PHP", "韩元": "KRW", "卢比": "INR"}
	moving := regexp.MustCompile(`(?:速度|时速|移速|移动)[^,。;]{0,12}$`)
	// In 11死122人伤 the number behind a word is of the next one.
	counted := regexp.MustCompile(`(?:\d|[一二两三四五六七八九十百千万余多])(?:人|名|例|个)?$`)
	return []rule{
		{kind: Pressure, unit: hectoPascal, any: []string{"气压"}, doubt: "the unit is none of pressure",
			re: pattern(`气压[^,。;\d]{0,8}<N>(?:毫米|公里|千米|米/秒|米每秒|米|级|摄氏度|度)`), after: regexp.MustCompile(`^(?:汞|[降升跌低达])`)}, // 一度降至: "fell for a time to"
		{kind: Movement, unit: kilometrePerHour, any: []string{"小时", "时速"}, re: pattern(`(?:每小时|时速)(?:约|大约)?<N>(?:公里|千米)?(?:[-~至到]\d+)?(?:公里|千米)(?:左右|上下)?的(?:速度|移速)`)},
		{kind: Movement, unit: kilometrePerHour, any: []string{"移"}, re: pattern(`(?:移速|移动速度)[^,。;\d]{0,6}<N>(?P<u>公里/小时|km/h)`), units: speed},
		{kind: Wind, unit: kilometrePerHour, any: []string{"小时", "时速"}, re: pattern(`(?:风|风速|阵风|风力)[^,。;\d]{0,10}(?:每小时|时速)(?:约|达|超过|近)?<N>(?:公里|千米)`)},
		{kind: Wind, unit: kilometrePerHour, any: []string{"小时", "时速"}, re: pattern(`(?:每小时|时速)(?:约|达|超过|近)?<N>(?:公里|千米)的(?:最大)?(?:持续)?(?:风速|阵风)`)},
		{kind: Wind, unit: metrePerSecond, any: []string{"每秒"}, re: pattern(`(?:(?:最大)?(?:持续)?(?:风速|阵风|风力)(?:达到|达|为)?)?每秒<N>(?:米|公尺)`)},
		{kind: Wind, re: pattern(`(?:(?:最大|近中心|平均|持续)*(?:风速|阵风|风力)(?:达到|达|为|有|约|超过)?)?<N>(?P<u>米/秒|米每秒|公尺/秒|m/s)`), units: speed, any: []string{"秒", "m/s"}},
		{kind: Wind, re: pattern(`<N>(?P<u>公里/小时|公里/时|公里每小时|千米/小时|km/h|英里/小时)`), units: speed, before: moving, any: []string{"/", "每小时"}},
		{kind: WindForce, unit: level, any: []string{"级"}, re: pattern(`(?:最大)?(?:阵风|风力|大风)?(?:可达|达到|达|为|有|约|超过)?(?:\d+(?:-|至|到))?(?P<n>1[0-8]|[4-9]|十[一二三四五六七八]?|[六七八九])级(?:以上|及以上)?(?:大风|阵风|强风)?`),
			before: regexp.MustCompile(`(?:[\d.]|地震[^,。;]{0,12}|震级[^,。;]{0,6}|里氏[^,。;]{0,4}|第)$`), after: regexp.MustCompile(`^(?:预警|响应|应急|地震|警报|医院|公路|文物|风圈|大风圈|伤残)`)},
		{kind: Pressure, unit: hectoPascal, any: []string{"百帕", "hpa", "毫巴"}, re: pattern(`(?:(?:中心)?(?:最低)?气压(?:为|是|约|达|降至|仅)?)?<N>(?:百帕|hpa|毫巴)`)},
		{kind: Rain, unit: millimetre, any: []string{"毫米", "mm", "公厘"}, need: []string{"雨", "降水", "洪", "台风"}, re: pattern(`(?:(?:累计|累积|平均|单日|最大)*(?:降雨量|降水量|雨量|降雨|降水|雨)(?:可达|达到|达|为|有|约|超过|最大)?)?<N>(?:毫米|mm|公厘)`),
			before: regexp.MustCompile(`(?:气压|厚|直径|口径|钢板)[^,。;]{0,6}$`), after: regexp.MustCompile(`^(?:汞|的钢|厚|口径)`)},
		{kind: Height, unit: metre, any: []string{"浪", "潮", "水位", "积水", "增水", "警戒"}, re: pattern(`(?:浪高|浪|潮位|潮高|风暴潮|潮|水位|积水|增水|水深|超警戒)[^,。;\d]{0,10}?<N>(?:米|公尺)(?:高)?`), after: regexp.MustCompile(`^(?:/|每)`)},
		{kind: Height, unit: metre, any: []string{"浪", "潮"}, re: pattern(`<N>(?:米|公尺)(?:高)?的?(?:狂浪|巨浪|大浪|海浪|浪|风暴潮)`)},
		{kind: Dead, unit: People, any: []string{"死", "遇难", "丧", "身亡", "罹难", "殉职", "遇害"}, re: pattern(`<N>` + peopleZh + betweenZh + deadZh), after: regexp.MustCompile(`^(?:或失踪|和失踪|率)`)},
		{kind: Dead, unit: People, any: []string{"死", "遇难", "丧", "罹难"}, before: counted, re: pattern(`(?:死亡|遇难|丧生|罹难|死|身亡)` + beforeZh + `<N>(?:余|多)?(?:人|名|例|个)`)},
		{kind: Dead, unit: People, any: []string{"死", "亡"}, re: pattern(`<N>(?:死|亡)`)},
		{kind: Dead, unit: People, any: []string{"尸体", "遗体"}, re: pattern(`<N>具(?:遇难者)?(?:尸体|遗体)`)},
		{kind: Missing, unit: People, any: []string{"失", "下落"}, re: pattern(`<N>` + peopleZh + betweenZh + missingZh)},
		{kind: Missing, unit: People, any: []string{"失踪", "失联"}, before: counted, re: pattern(missingZh + beforeZh + `<N>(?:余|多)?(?:人|名)`)},
		{kind: Injured, unit: People, any: []string{"伤"}, re: pattern(`<N>` + peopleZh + betweenZh + injuredZh), after: regexp.MustCompile(`^(?:亡|害)`)},
		{kind: Injured, unit: People, any: []string{"伤"}, before: counted, re: pattern(`(?:受伤|轻伤|重伤|伤)` + beforeZh + `<N>(?:余|多)?(?:人|名)`)},
		{kind: Injured, unit: People, any: []string{"送医", "送院", "送往医院"}, re: pattern(`<N>` + peopleZh + `(?:被)?(?:送医|送院|送往医院)`)},
		{kind: Injured, unit: People, any: []string{"送医", "送院"}, re: pattern(`(?:送医|送院)(?:检查|治疗|救治)?<N>(?:余|多)?(?:人|名)`)},
		{kind: Injured, unit: People, any: []string{"伤"}, re: pattern(`<N>(?:轻|重)?伤`), after: regexp.MustCompile(`^(?:亡|害)`)},
		{kind: Displaced, unit: People, any: []string{"转移", "疏散", "撤", "安置", "流离", "避难", "无家"}, re: pattern(`<N>` + peopleZh + `[^,。;\d]{0,4}?` + betweenZh + movedZh)},
		{kind: Displaced, unit: People, any: []string{"转移", "疏散", "撤", "安置"}, re: pattern(movedZh + beforeZh + `<N>` + peopleZh)},
		{kind: Displaced, unit: People, any: []string{"转移", "疏散", "撤", "安置"}, re: pattern(movedZh + beforeZh + `<N>(?:余|多)?名`)},
		{kind: Displaced, unit: People, any: []string{"转移", "疏散", "撤", "安置"}, re: pattern(movedZh + `[^,。;\d]{0,10}?(?:\d+户,?)?<N>(?:余|多)?人`)},
		{kind: Affected, unit: People, any: []string{"受灾"}, re: pattern(`受灾(?:人口|群众)` + beforeZh + `<N>(?:余|多)?人`)},
		{kind: Affected, unit: People, any: []string{"受灾", "受影响", "受困"}, re: pattern(`<N>` + peopleZh + betweenZh + `(?:受灾|受到影响|受影响)`)},
		{kind: Affected, unit: People, any: []string{"饮水困难", "饮困难"}, re: pattern(`<N>` + peopleZh + `(?:和[^,。;]{0,12})?(?:因旱|因灾|出现|发生|临时|不同程度)*(?:人?饮水?困难)`)},
		{kind: Affected, unit: People, any: []string{"影响人口", "受灾人口", "影响人数"}, re: pattern(`(?:影响人口|受灾人口|影响人数)` + beforeZh + `<N>(?:余|多)?人`)},
		{kind: Loss, unit: "CNY", units: money, any: []string{"损失"}, re: pattern(`(?:直接)?(?:经济)?损失[^,。;\d]{0,10}<N>` + moneyZh)},
	}
}
