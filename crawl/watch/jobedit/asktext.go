package jobedit

// text holds the texts for people, in one language.
type text struct {
	ask                           [questions]string
	none, wrong, fallback         string
	head, folder, contact, budget string
	retention, written, next      string
}

// textOf returns the text in Chinese for "zh", else in English.
func textOf(lang string) *text {
	if lang == "zh" {
		return &chinese
	}
	return &inEnglish
}

var inEnglish = text{
	ask: [questions]string{
		"What is watched? A topic (%s), a concept of one, or a file with your ontology",
		"In which languages are the pages that you want reported? zh, en, \"zh en\", or all",
		"Where does it begin? Addresses of pages, a file of addresses, or a search source such as searxng=http://localhost:8888",
		"Where to report? A file (alerts.xml is an Atom feed, alerts.jsonl has JSON lines), the https:// address of a webhook, or a mailbox: ann@example.org via mail.example.org:587",
		"How often? 10m, 1h, @daily, or a line of cron such as 0 6 * * *",
	},
	none:      "an answer is needed",
	wrong:     "That does not work",
	fallback:  "Enter: %s",
	head:      `Monitoring jobs, written by "ontocrawl init". docs/monitoring.md explains every key.`,
	folder:    "where everything is kept, beside this file",
	contact:   "whom a site can write to; please fill it in",
	budget:    "new pages of a run, at most",
	retention: "archived answers and history older than that are deleted",
	written:   "Written: %s, with the job %s.",
	next:      "What to do next:",
}

var chinese = text{
	ask: [questions]string{
		"监测什么？主题（%s）、其中的一个概念，或您的本体文件",
		"要报告哪些语言的网页？zh、en、“zh en”，或 all（全部）",
		"从哪里开始？网页地址、地址文件，或搜索源，例如 searxng=http://localhost:8888",
		"报告到哪里？文件（alerts.xml 为 Atom 订阅，alerts.jsonl 为 JSON 行）、webhook 的 https:// 地址，或邮箱：ann@example.org via mail.example.org:587",
		"多久一次？10m、1h、@daily，或一行 cron，例如 0 6 * * *",
	},
	none:      "需要回答",
	wrong:     "不能使用",
	fallback:  "回车：%s",
	head:      "监测任务，由 ontocrawl init 写成。各键的说明见 docs/monitoring.md。",
	folder:    "一切保存于此，在本文件旁",
	contact:   "站点可以联系谁；请填写",
	budget:    "一次运行最多抓取的新网页数",
	retention: "早于此的归档应答和历史会被删除",
	written:   "已写成：%s，其中的任务为 %s。",
	next:      "接下来：",
}
