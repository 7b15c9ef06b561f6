package extract

import "strings"

// Namespaces of classes.
const (
	// eventNS holds the classes of events that no ontology of this program has.
	eventNS     = "https://ontocrawl.github.io/event#"
	typhoonNS   = "https://ontocrawl.github.io/ontologies/typhoon#"
	rainstormNS = "https://ontocrawl.github.io/ontologies/rainstorm#"
)

// row is a class with its words. A row without a class holds words that contain others and
// name no event: 平台风险 has 台风 in it.
type row struct {
	class string
	words []string
}

// table is the event words that are known without an ontology, most exact classes first, with those of h.
// Classes come from the embedded ontologies where these have one.
func table(h *Hazards) []row {
	r := func(class, words string) row { return row{class, strings.Fields(words)} }
	en := func(class, words string) row { return row{class, strings.Split(words, ", ")} }
	var rows []row
	for _, k := range h.rows {
		rows = append(rows, row{k.class, k.words})
	}
	return append(rows, []row{
		r("", "防汛抗旱 防台抗旱 防风抗旱 防旱抗旱 防汛防台抗旱 抗旱指挥 抗旱总指挥 防汛救灾 平台风险 舞台风格 台风格 火灾报警器 地震局 地震台 地震台网 消防火警 污染物 污染源 污染水 台风网 台风路径 灭火器 中毒者 伤亡者 事故现场 "+
			"爆炸现场 爆炸物 爆炸案 地震带 火灾现场 事故原因 事故责任 事故车辆 事故路段 事故处理 事故地点 事故调查 事故伤员 事故救援 "+
			"事故应急 事故隐患 安全事故 火灾原因 起火原因 起火点 起火部位 起火店铺 起火楼 污染防治 污染治理 大气污染 空气污染 环境污染 污染企业 "+
			"污染工厂 污染指数 污染场地 污染状况 污染水域 污染海域 污染严重 污染排放 污染程度 污染修复 救援人员 救援队 救援工作 救援力量 "+
			"爆炸声 爆炸中 爆炸点 遇难者 遇难人员 遇难矿工 死亡人数 死亡率 死亡原因 死亡者 受伤者 受伤人员 受伤学生 "+
			"受伤乘客 中毒学生 中毒症状 中毒原因 食物中毒症状 中毒人员 海啸预警 抢救室 救治工作 救治大夫 地震预警 地震监测 "+
			"地震部门 地震应急 地震专家 地震灾区 地震信息网 地震波 爆炸装置 爆炸设备 事故民警 污染地区 污染灾情 环境噪声污染 噪声污染"),
		r(typhoonNS+"SuperTyphoon", "超强台风 强烈台风 强台"),
		r(typhoonNS+"SevereTyphoon", "强台风"),
		r(typhoonNS+"SevereTropicalStorm", "强热带风暴"),
		r(typhoonNS+"TropicalStorm", "热带风暴 轻度台风 轻台"),
		r(typhoonNS+"TropicalDepression", "热带低压 热带性低气压 热带低气压"),
		r(typhoonNS+"TropicalCyclone", "热带气旋 气旋风暴 气旋"),
		r(typhoonNS+"Hurricane", "飓风"),
		r(typhoonNS+"Typhoon", "台风 中度台风 中台"),
		en(typhoonNS+"SuperTyphoon", "super typhoon, super typhoons"),
		en(typhoonNS+"SevereTropicalStorm", "severe tropical storm"),
		en(typhoonNS+"TropicalStorm", "tropical storm, tropical storms"),
		en(typhoonNS+"TropicalDepression", "tropical depression, tropical depressions"),
		en(typhoonNS+"TropicalCyclone", "tropical cyclone, tropical cyclones, cyclone, cyclones, cyclonic storm"),
		en(typhoonNS+"Hurricane", "hurricane, hurricanes, category 1 hurricane, category 2 hurricane, category 3 hurricane, category 4 hurricane, category 5 hurricane"),
		en(typhoonNS+"Typhoon", "typhoon, typhoons"),
		r(typhoonNS+"TyphoonLandfall", "登陆"),
		en(typhoonNS+"TyphoonLandfall", "landfall, landfalls, ashore, slammed"),
		r(typhoonNS+"Gale", "大风 狂风 强风 阵风"),
		en(typhoonNS+"Gale", "gales, gale, strong winds, high winds, hurricane-force winds"),
		r(typhoonNS+"StormSurge", "风暴潮 海水倒灌"),
		en(typhoonNS+"StormSurge", "storm surge, storm surges, storm tide"),
		r(typhoonNS+"HugeWaves", "狂浪 巨浪 大浪 狂涛"),
		en(typhoonNS+"HugeWaves", "huge waves, high waves, rough seas"),
		r(typhoonNS+"ReturnToHarbour", "回港避风 回港"),
		r(typhoonNS+"PowerOutage", "停电 断电"),
		en(typhoonNS+"PowerOutage", "without power, power outage, power outages, outages, outage, blackout, blackouts, lost power, cut power"),
		r(rainstormNS+"EvacuationAndResettlement", "疏散 撤离 转移安置 紧急转移 转移"),
		en(rainstormNS+"EvacuationAndResettlement", "evacuation, evacuations, evacuated, evacuate, evacuating, displaced, displacing, relocated"),
		r(rainstormNS+"TrafficDisruption", "停航 停运 停课 延期 封闭 拥堵 堵车 中断"),
		en(rainstormNS+"TrafficDisruption", "cancelled, canceled, suspended, grounded"),
		r(typhoonNS+"Casualties", "伤亡 人员伤亡 死亡 遇难 丧生 身亡 罹难 丧命 殉职 遇害 受伤 重伤 轻伤 负伤 死伤 失踪 失联"),
		en(typhoonNS+"Casualties", "casualties, death toll, deaths, killed, killing, kills, died, dead, injured, injuries, missing, toll"),
		r(eventNS+"Accident", "事故 意外"), en(eventNS+"Accident", "accident, accidents, incident"),
		r(eventNS+"Rescue", "救援 抢救 救治 营救 解救 搜救 施救 扑救 扑灭 灭火"), en(eventNS+"Rescue", "rescue, rescued, rescues, rescuing"),
	}...)
}
