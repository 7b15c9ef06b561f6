// What the report of a shift says, in both languages.
export const reportWords = {
  report: ['Shift report', '值班报告'], 'rep.new': ['New', '新增'], 'rep.changed': ['Then and now', '前后对照'], 'rep.forecast': ['Forecast and warned', '预报与预警'], 'rep.contradicted': ['Contradicted', '说法不一'],
  'rep.pages': ['Other new pages', '其他新网页'], 'rep.silent': ['Nothing relevant from', '没有相关内容的来源'], repNothing: ['Nothing.', '无。'], repMore: ['and {0} more', '另有 {0} 项'], repSources: ['{0} pages', '{0} 个网页'],
  repSpan: ['{0} to {1} ({2})', '{0} 至 {1}（{2}）'], repFrom: ['Since', '起始'], repShow: ['Show', '显示'], repPrint: ['Print', '打印'], repHTML: ['As HTML', 'HTML 格式'], repMarkdown: ['As Markdown', 'Markdown 格式'],
  repOld: ['{0} {0|fact|facts} of days long before {0|was|were} seen first in this time and {0|is|are} left out.', '{0} 项很久以前的事实在此时段首次出现，未列出。'],
  repNoGraph: ['This job keeps no event graph (event-graph: true), so the report has pages and sources only.', '此任务不保存事件图（event-graph: true），因此报告只有网页和来源。'],
  repLast: ['last {0}', '最近一次 {0}'], repNever: ['nothing in the week before', '此前一周也没有'], repMarked: ['marked text', '标注正文'],
};
