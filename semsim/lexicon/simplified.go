package lexicon

import (
	"cmp"
	_ "embed"
	"strings"
	"unicode/utf8"
)

// ofOpenCC pairs traditional characters with their simplified ones. internal/opencc makes it.
//
//go:generate sh -c "go run ./internal/opencc \"$OPENCC/TSCharacters.txt\" > opencc.txt"
//go:embed opencc.txt
var ofOpenCC string

// variants pairs what [ofOpenCC] has not, or has otherwise: variants of Taiwan, Hong Kong and older texts
// (妳 is 你), and characters whose form of OpenCC lies outside of the basic plane or is rare. They stand before it.
const variants = `
伕夫 牠它 迆迤 阬坑 玨珏 妳你 劻匡 剋克 姪侄 炤照 祇只 耑端 觔斤 倣仿 玆兹 珮佩 砲炮 衹只 迺乃 偺咱 啣衔 啗啖 勗勖 梱捆 毬球 訢欣 逕径 傚效 揹背 隄堤
僇戮 勦剿 勣绩 搾榨 搆构 煖暖 瑯琅 痲麻 痺痹 睪睾 鉋刨 槃盘 瘉愈 貍狸 跼局 儅当 撚捻 撢掸 暱昵 瞇眯 箠棰 蔆菱 踫碰 踡蜷 頫俯 嬝袅 彊强 暸了 燄焰 濬浚
瞭了 篠筱 糢模 谿溪 賸剩 繙翻 鎔熔 鎗枪 霤溜 颺扬 餽馈 簷檐 藷薯 譆嘻 櫺棂 籐藤 蘗蘖 鑤刨 鑪炉 鼇鳌 乾干 徵征 夥伙 於于 麽么 濶阔 枱台 悳德 靑青 淸清
硏研 塲场 厰厂 恠怪 慙惭 擧举 槪概 歩步 毎每 澁涩 擡抬 鬭斗 鬪斗 韮韭 餧喂 鹻碱 敍叙 牋笺 尅克 疎疏 踈疏 遶绕 蹧糟 効效 勅敕 欵款 煑煮 甎砖 稾稿 穨颓
竝并 箒帚 緜绵 翺翱 耡锄 臯皋 蔴麻 蘂蕊 衇脉 譌讹 讌宴 蹔暂 邨村 醻酬 銲焊 隂阴 鼈鳖 龢和 飈飙 霪淫 嶴岙 鞀鼗 麅狍 坰垧 壠垄 妺妹 峝峒 徬旁 忼慷 恉旨
悞误 挩脱 揜掩 朶朵 枏楠 楥楦 欑攒 殀夭 涖莅 煇辉 燐磷 牴抵 狥徇 畬畲 瘂哑 盌碗 祘算 秏耗 穭稆 筦管 箎篪 簆筘 粧妆 繈襁 罣挂 膁肷 荳豆 袪祛 迻移 遝沓
瞋嗔 瓖镶 曚蒙
`

// simplified returns the simplified character of each traditional one, and of each regional or older variant.
//
// Several traditional characters may share a simplified one (發 and 髮 are 发); nothing needs the way back.
// Characters that simplified text also uses and whose simplified form depends on the word (著 in 著名, 藉 in
// 狼藉) are left as they are.
func simplified() map[rune]rune {
	simp := make(map[rune]rune, 4096)
	_, table, _ := strings.Cut(ofOpenCC, "\n") // after the line that says where it is from
	for _, list := range []string{table, variants} {
		for pair := range strings.FieldsSeq(list) {
			from, size := utf8.DecodeRuneInString(pair)
			simp[from], _ = utf8.DecodeRuneInString(pair[size:])
		}
	}
	for from, to := range simp { // 薴 is 苧, which is also the traditional form of 苎
		simp[from] = cmp.Or(simp[to], to)
	}
	return simp
}
