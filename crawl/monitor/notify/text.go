package notify

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// words are the words of a language, and the zone of times.
type words struct {
	kinds                                                 map[monitor.Kind]string
	reasons                                               map[monitor.Reason]string
	places                                                map[string]string
	phases                                                [5]string
	relevance, before, concepts, appeared                 string
	published, captured, later, says, rule, digest, hurry string
	foundBy, link, decide                                 string
	rest, test                                            string
	troubles                                              map[monitor.TroubleKind]string // the job comes first, if there is one, then the text
	over                                                  string
	zone                                                  *time.Location
}

func wordsOf(lang string, zone *time.Location) words {
	zone = cmp.Or(zone, time.UTC)
	if strings.HasPrefix(strings.ToLower(lang), "zh") {
		return words{
			kinds:     map[monitor.Kind]string{monitor.New: "新增", monitor.Changed: "更新", monitor.Gone: "已撤下", monitor.Gained: "现判为相关", monitor.Lost: "现判为无关", monitor.SourceFound: "新来源", monitor.Notice: "系统", monitor.Test: "测试"},
			reasons:   map[monitor.Reason]string{monitor.ByEdit: "网页未变；本体已修改", monitor.ByModel: "网页未变；模型已更新"},
			places:    map[string]string{"title": "标题", "heading": "小标题", "emphasis": "强调", "anchor": "链接文字", "body": "正文", "address": "网址"},
			phases:    [5]string{"平静", "关注", "预警", "影响", "恢复"},
			relevance: "相关度", before: "此前", concepts: "概念", appeared: "新出现",
			published: "发布时间", captured: "采集时间", later: "发布至采集", says: "依据", rule: "规则",
			digest: "%d 条消息", hurry: "紧急", zone: zone,
			foundBy: "发现途径", link: "链接，来自", decide: "接受或拒绝",
			rest: "另有 %d 条；查看全部：ontocrawl job show %s", test: "这是一条测试消息，并无真实事件",
			troubles: map[monitor.TroubleKind]string{
				monitor.RunFailed: "任务 %s：最近一次运行失败：%s", monitor.SeedsDead: "任务 %s：所有种子均无应答", monitor.NoPages: "任务 %s：连续三次运行未取得任何网页",
				monitor.QuotaSpent: "任务 %s：搜索源配额已用完：%s", monitor.DiskFull: "磁盘将满（%s）：抓取已暂停，腾出空间后继续；数据无损失",
				monitor.JobsBroken: "任务文件无法使用，旧文件继续生效：%s",
			},
			over: "已恢复（始于 %s）：%s",
		}
	}
	return words{
		kinds:     map[monitor.Kind]string{monitor.New: "New", monitor.Changed: "Changed", monitor.Gone: "Gone", monitor.Gained: "Relevant now", monitor.Lost: "No longer relevant", monitor.SourceFound: "New source", monitor.Notice: "Daemon", monitor.Test: "Test"},
		reasons:   map[monitor.Reason]string{monitor.ByEdit: "The page has not changed; the ontology was edited.", monitor.ByModel: "The page has not changed; the model learned."},
		phases:    [5]string{"calm", "watch", "warning", "impact", "recovery"},
		relevance: "Relevance", before: "before", concepts: "Concepts", appeared: "Appeared",
		published: "Published", captured: "Captured", later: "From publication to capture", says: "by", rule: "Rule",
		digest: "%d stories", hurry: "urgent", zone: zone,
		foundBy: "Found by", link: "a link on", decide: "Accept or refuse it",
		rest: "and %d more; all of them: ontocrawl job show %s", test: "This is a test message; nothing has happened",
		troubles: map[monitor.TroubleKind]string{
			monitor.RunFailed: "Job %s: its last run failed: %s", monitor.SeedsDead: "Job %s: no seed answers", monitor.NoPages: "Job %s: three runs in a row brought no page",
			monitor.QuotaSpent: "Job %s: the quota of search sources is used up: %s", monitor.DiskFull: "The disk is nearly full (%s): fetching is paused until there is space; nothing is lost",
			monitor.JobsBroken: "The file of jobs cannot be used, and the old one stays: %s",
		},
		over: "Over (since %s): %s",
	}
}

// headline returns one line about a notification.
func (w *words) headline(l *monitor.Notification) string {
	return w.kind(l.Event.Kind) + ": " + cmp.Or(line(l.Title, maxTitle), line(l.Event.URL, maxTitle))
}

// trouble returns one line about a trouble, or that it is over.
func (w *words) trouble(t *monitor.Trouble) string {
	var args []any
	if t.Job != "" {
		args = append(args, line(t.Job, 60))
	}
	if t.Text != "" {
		args = append(args, line(t.Text, 200))
	}
	form := w.troubles[t.Kind]
	if strings.Count(form, "%s") != len(args) { // a text that says nothing more
		form, args = "%s", []any{strings.TrimSpace(fmt.Sprintln(append([]any{t.Kind}, args...)...))}
	}
	said := fmt.Sprintf(form, args...)
	if !t.Until.IsZero() {
		said = fmt.Sprintf(w.over, t.Since.In(w.zone).Format(timeLayout), said)
	}
	return said
}

func (w *words) kind(k monitor.Kind) string { return cmp.Or(w.kinds[k], line(string(k), 20)) }

func (w *words) phase(p monitor.Phase) string {
	if int(p) < len(w.phases) {
		return w.phases[p]
	}
	return p.String()
}

// subject returns the subject of a mail. It breaks up what looks like an encoded word
// (RFC 2047) in a title, which a mail program would decode.
func (w *words) subject(m *Message) string {
	l := &m.Notifications[0]
	tag := cmp.Or(line(l.Job, 60), "ontocrawl")
	if l.Event.Phase != monitor.Calm {
		tag += " · " + w.phase(l.Event.Phase)
	}
	if m.Urgent() {
		tag += " · " + w.hurry
	}
	about := w.headline(l)
	if len(m.Notifications) > 1 {
		about = fmt.Sprintf(w.digest, len(m.Notifications))
	}
	return strings.ReplaceAll("["+tag+"] "+about, "=?", "= ?")
}

// body returns the text of a mail.
func (w *words) body(m *Message) string {
	var b strings.Builder
	for i := range m.Notifications {
		l := &m.Notifications[i]
		if i > 0 {
			b.WriteString("\n" + strings.Repeat("-", 40) + "\n\n")
		}
		b.WriteString(w.headline(l) + "\n")
		if l.Event.URL != "" {
			b.WriteString(line(l.Event.URL, 2000) + "\n")
		}
		b.WriteByte('\n')
		for _, fact := range w.facts(l) {
			b.WriteString(fact + "\n")
		}
	}
	return b.String()
}

// facts returns lines about the event of a notification, and why it was sent.
func (w *words) facts(l *monitor.Notification) []string {
	f := &l.Event
	if f.Kind == monitor.Notice {
		return w.times(f)
	}
	relevance := fmt.Sprintf("%s: %.3f", w.relevance, finite(f.Relevance))
	if f.Kind != monitor.New && f.Kind != monitor.SourceFound && f.Kind != monitor.Test {
		relevance += fmt.Sprintf(" (%s: %.3f)", w.before, finite(f.WasRelevance))
	}
	facts := []string{relevance}
	if why := w.reasons[f.Reason]; why != "" {
		facts = append(facts, why)
	}
	if s := w.conceptList(f, func(monitor.Concept) bool { return true }); s != "" {
		facts = append(facts, w.concepts+": "+s)
	}
	if f.Kind == monitor.Changed {
		if s := w.conceptList(f, func(c monitor.Concept) bool { return slices.Contains(f.Appeared, c.IRI) }); s != "" {
			facts = append(facts, w.appeared+": "+s)
		}
	}
	facts = append(facts, w.origin(f)...)
	facts = append(facts, w.times(f)...)
	return append(facts, fmt.Sprintf("%s: %s / %s · %s", w.rule, line(l.Job, 60), line(l.Rule, 60), w.phase(f.Phase)))
}

// origin says how a page was found, if a question or a new source led to it.
func (w *words) origin(f *monitor.Event) (out []string) {
	switch {
	case f.Via != nil:
		out = append(out, fmt.Sprintf("%s: %s “%s” (%s, #%d)", w.foundBy, line(f.Via.Source, 60), line(f.Via.Query, 200), line(f.Via.Op, 10), f.Via.Rank))
	case f.Parent != "":
		out = append(out, w.foundBy+": "+w.link+" "+line(f.Parent, 2000))
	}
	if f.Kind == monitor.SourceFound {
		out = append(out, fmt.Sprintf("%s: ontocrawl job sources %s --accept %s", w.decide, line(f.Job, 60), line(f.Site, 260)))
	}
	return out
}

// maxConcepts is how many concepts of a page are named, heaviest first.
const maxConcepts = 8

func (w *words) conceptList(f *monitor.Event, want func(monitor.Concept) bool) string {
	var out []string
	for _, c := range f.Concepts {
		if !want(c) || len(out) == maxConcepts {
			continue
		}
		name, label := line(c.Name, 60), line(c.Label, 60)
		if label != "" && !strings.EqualFold(label, name) {
			name += " “" + label + "”"
		}
		out = append(out, name+" ("+w.found(&c)+")")
	}
	return strings.Join(out, ", ")
}

// found says where a page mentions a concept, and how often in each place.
func (w *words) found(c *monitor.Concept) string {
	var out []string
	for _, p := range c.Found() {
		place := cmp.Or(w.places[p.Name], line(p.Name, 20))
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s ×%d", place, p.Count)))
	}
	return strings.Join(out, ", ")
}

// timeLayout is how times are written. It names the zone.
const timeLayout = "2006-01-02 15:04 MST"

func (w *words) times(f *monitor.Event) []string {
	var out []string
	if !f.Published.IsZero() {
		s := w.published + ": " + f.Published.In(w.zone).Format(timeLayout)
		if f.PublishedBy != "" {
			s += " (" + w.says + " " + line(f.PublishedBy, 40) + ")"
		}
		out = append(out, s)
	}
	out = append(out, w.captured+": "+f.Captured.In(w.zone).Format(timeLayout))
	if d, ok := f.Delay(); ok {
		out = append(out, w.later+": "+d.Round(time.Second).String())
	}
	return out
}

// obeyed reports whether a terminal, a mail program or a feed reader might obey r
// instead of showing it: controls, and characters that change the direction of writing
// or end a line.
func obeyed(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// line turns text from a page or a server into one line of at most n runes. Runes that
// could be obeyed become spaces: a line break in a title would begin a new header field
// of a mail (RFC 5322, section 2.2).
func line(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if obeyed(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)
	return strings.TrimSpace(string(runes[:n-1])) + "…"
}

// escapeJSON escapes runes that JSON allows but terminals obey. They stand in strings
// only, so the meaning stays.
func escapeJSON(text []byte) []byte {
	beyond := func(r rune) bool { return r >= 0x7f && obeyed(r) }
	if bytes.IndexFunc(text, beyond) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if beyond(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// finite returns x, or 0 for values that JSON cannot write.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
