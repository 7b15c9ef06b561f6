package check

import "strings"

// Words of almost every page: function words, and words of menus and footers. Such a
// label would find everything.
const (
	wordsEn = `a about after again all also an and any are as at back be because been before but by can close contact
		could data date day details do download error for from get has have he help her here his home how i if in info
		information into is it its just last link links list login menu more most my name new news next no not now of
		on one only open or other our out over page pages people place previous print search see she site so some such
		text than that the their them then there these they this time to top type up us use user very view was we what
		when where which who will with would year you your`
	wordsZh = `的 了 和 是 在 我 你 他 她 它 我们 你们 他们 这 那 这个 那个 这些 那些 有 没有 不 不是 也 都 就 还 又 很 与 或 及 等 对 从 到 被 把
		为 以 于 其 之 而 但 如果 因为 所以 可以 可能 需要 已经 进行 以及 通过 什么 怎么 如何 时间 日期 地点 人 人们 问题 情况 方面 内容 信息
		首页 主页 更多 返回 登录 注册 搜索 查询 新闻 下载 关于 联系 联系我们 帮助 上一页 下一页 上一篇 下一篇 网站 网页 页面 点击 打印 关闭 分享 来源 作者 编辑 发布 标题 全部 其他 其它`
)

// stopWords returns the folded words.
func stopWords(fold func(string) string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(wordsEn + " " + wordsZh) {
		words[fold(w)] = true
	}
	return words
}
