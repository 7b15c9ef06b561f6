package lexicon

import "strings"

// What the hybrid check adds to gse's dictionary. That dictionary was counted
// on the news of the 1990s: 中台 (of data platforms), 风控 and electric bicycles
// are missing or rare in it, and all single characters have the frequency 2.

// ownFreq is the frequency of the extra words: above a label's frequency, so that 停电动车
// is 停 and 电动车.
const ownFreq = 3000

// ownWords are words that begin or end with characters that weather terms begin
// and end with. Words that gse knows as more frequent keep their frequency.
const ownWords = `
平台 后台 前台 中台 柜台 舞台 电台 讲台 阳台 露台 站台 灶台 吧台 擂台 看台 窗台 月台 塔台 登台 收银台 展台 台账 台阶
风险 风控 风投 风格 风采 风波 风度 风范 风光 风景 风景线 风味 风俗 风情 风貌 风尚 风气 风云 风华 风靡 风头 风口 风机
风扇 风电 风冷 风管 风道 风衣 风筝 风车 风铃 风湿 风水 风流 风评 风声 风韵 风力发电 风力发电机 风向标 作风 家风 屏风 跟风
暴露 暴富 暴利 暴涨 暴跌 暴晒 暴力 雨后春笋 雨林 雨衣 雨棚 雨伞 火灾 救灾 灾难 灾荒 灾祸 遭受 承受 感受 忍受
拒绝 收购 收费 收取 遭遇 机遇 待遇 境遇 难题 难以 难得 难免 难点 难关 暂停 调停 停车 停放 电动车 电瓶车 电商 电影 电梯
运营 运动 运作 运输 先锋 前锋 刀锋 剑锋 中锋 边锋 面对 面临 面前 面向 面积 体积 堆积 累积 沉积 容积 水平 水果 水准 水草
饮水 香水 下水 薪水 墨水 位置 位于 下降 升降 空降 投降 迫降 降低 提高 温度 温室 温饱 温情 温柔 崇高
巨大 重大 强大 庞大 伟大 盛大 广大 宽大 高大 最大 加大 扩大 放大 长大 北大 宏大 浪费 浪潮 浪漫 加强 增强 较强 坚强 顽强
旋塞 平滑 光滑 坡道 坡面 坡度 坍塌 倒塌 方面 方式 方案 解决 表决 判决 裁决 堤岸 刊登 攀登 陆续 主编 改编 小编 号召 号称
家暴 施暴 网暴 粗暴 残暴 航天 今天 昨天 明天 春天 夏天 秋天 冬天 每天 当天 体检 体育 体系 体验 体力
每月 本月 当月 食用 食品 食材 食堂 食物 每日 今日 节日 生日 时光 观光 阳光 灯光 目光 年轮 年票 年卡 文章 文物 文旅 文化 旅行 银行 品牌
空气 天然气 旋转 旋钮 旋律 悲伤 受伤 哀伤 亡灵 消防 国防 疯狂 地雷 贫寒 副高级 眼光 高超 警觉 警惕 助阵 上阵 阵阵`

// idioms are words and set phrases in which a label has another meaning.
const idioms = `
洪水猛兽 大浪淘沙 遇难呈祥 遇难成祥 大风大浪 金融风暴 头脑风暴 经济滑坡 业绩滑坡 道德滑坡 登陆作战 两栖登陆 抢滩登陆
远程登陆 登陆密码 登陆账号 登陆界面 台风稳健 台风大气 竞技风暴 舆论风暴 信任危机风暴 扫黄风暴 反腐风暴 脑积水 肾积水 胸腔积水 反气旋
天文数字 火星四溅 火星撞地球 时尚行星 天眼查 水星家纺 火星文 火星哥 流星花园 彗星撞地球 太阳花`

// functionChars are characters so often words of their own that their cost decides the
// words beside them: 上 台风, not 上台 风. Characters of the first line cost functionCost
// bits, characters of the second twice as much minus two.
const (
	functionChars = `的了在是和有不这为对与将被从到也就都还又而及等以由向于让使把给个年月日时一二三四五六七八九十两
上下中前后内外里受因遭次场第号级无更最会能可要已正曾很该此其各每那他她它我你们大小多少新老高低强台`
	functionCost = 8
)

// Characters that make a new word of a label and keep its sense: 遇难者, 台风季, 洪水期
// (suffixes), 半干旱, 超强台风 (prefixes). Others change it: 登陆艇, 大风车, 脑积水, 反气旋.
const (
	suffixes = "天季期者户区率县国带位体面雨雪暴"
	prefixes = "超半零大强特"
)

// ownList returns the extra words; bits is log2 of the sum of gse's
// frequencies.
func ownList(bits float64) words {
	w := words{bits: bits}
	var raw []uint16
	var list []entry
	for _, s := range strings.Fields(ownWords + idioms) {
		at := len(raw)
		raw = appendHan(raw, s)
		list = append(list, entry{uint32(at), uint32(len(raw) - at), ownFreq})
	}
	w.fill(raw, list)
	cost := float32(functionCost)
	for _, r := range functionChars {
		if r == '\n' {
			cost = 2*functionCost - 2
			continue
		}
		w.single[r-hanFirst] = cost
	}
	return w
}
