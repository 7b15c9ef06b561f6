package replay

import (
	"math/rand/v2"
	"net"
	"slices"
	"strings"
)

// wordList holds the words from which the text of a made page is drawn.
type wordList struct {
	lang  string // of the page
	words []string
	space string // between two words
	stop  string // after a sentence
	more  string // name of the link to the next page
}

// vocabulary is Chinese for hosts of Chinese top-level domains, else English.
func vocabulary(host string) *wordList {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if tld := host[strings.LastIndexByte(host, '.')+1:]; slices.Contains([]string{"cn", "tw", "hk"}, tld) {
		return &chinese
	}
	return &beyondEnglish
}

func (l *wordList) draw(rng *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = l.words[rng.IntN(len(l.words))]
	}
	return strings.Join(words, l.space)
}

// The words are of everyday life and belong to no topic that a crawl is likely to have.
var (
	beyondEnglish = wordList{lang: "en", space: " ", stop: ". ", more: "Older posts", words: strings.Fields(`
		afternoon again agree almost along always answer anybody apart argue arrive ask aunt away basket
		beginning belong beside between borrow bottle brother brush busy button carefully carpet ceiling chair
		cheerful choose coat comfortable corner cousin cupboard curious curtain daughter decide describe
		different doorway drawer dream early easily either empty enough evening everybody expect explain
		familiar favourite few find finger finish forget friend front gentle glad glove grandfather guess
		handkerchief happen happy hardly hobby holiday honest hope humour hurry idea imagine instead invite
		jacket joke kettle kind kitchen knock ladder lamp laugh lazy lend letter listen little lonely lovely
		lucky manner maybe mirror mistake mood morning mostly mother narrow nearly neat neighbour nephew never
		nice nobody noise notice often once opinion ordinary otherwise painting paper parcel patient pencil
		perhaps pillow pleasant please pocket polite postcard prefer pretend promise proud quarrel question
		quiet quite rather ready remember repeat reply rest ribbon room scissors secret seldom shelf shirt
		shoulder shy silent sister sleep slowly smile soft someone sometimes song soon sofa speak spoon
		staircase stay story stranger sudden suitable surprise sweet talk teacher tell thank thing thought
		thread tidy together tomorrow towel toy trousers uncle understand unless upstairs usual visit voice
		wait wallpaper wander weekend welcome whisper whole window wish wonder wooden worry write yesterday young`)}
	chinese = wordList{lang: "zh", stop: "。", more: "下一页", words: strings.Fields(`
		下午 再次 同意 几乎 一直 回答 到达 询问 阿姨 离开 篮子 开始 属于 旁边 之间 借用 瓶子 兄弟 刷子 纽扣 小心 地毯
		椅子 愉快 选择 外套 舒服 角落 表哥 柜子 好奇 窗帘 女儿 决定 描述 不同 门口 抽屉 梦想 容易 足够 晚上 大家
		期待 解释 熟悉 喜欢 手指 完成 忘记 朋友 前面 温柔 高兴 手套 爷爷 猜想 手帕 发生 快乐 爱好 假期 诚实 希望
		幽默 匆忙 主意 想象 邀请 夹克 笑话 水壶 厨房 敲门 梯子 台灯 懒惰 借给 信件 倾听 孤单 可爱 幸运 也许 镜子
		错误 心情 早上 大概 妈妈 狭窄 整齐 邻居 侄子 从不 美好 声音 注意 经常 曾经 意见 普通 否则 纸张 包裹 耐心
		铅笔 枕头 口袋 礼貌 偏爱 假装 答应 骄傲 争吵 问题 安静 相当 准备 记得 重复 回复 休息 丝带 房间 剪刀 秘密
		架子 衬衫 肩膀 害羞 沉默 姐妹 睡觉 慢慢 微笑 柔软 有人 有时 歌曲 沙发 说话 勺子 楼梯 停留 故事 突然 合适
		惊喜 谈话 老师 感谢 事情 想法 整理 一起 明天 毛巾 玩具 裤子 叔叔 明白 除非 楼上 平常 拜访 等待 周末 欢迎
		耳语 整个 窗户 愿望 惊奇 担心 书写 昨天 年轻`)}
)
