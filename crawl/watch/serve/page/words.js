// What the page says, in both languages.

import { reading } from './readwords.js';
import { steeringWords } from './jobwords.js';
import { ontology } from './ontowords.js';
import { failing } from './failwords.js';
import { clusterWords } from './clusterwords.js';
import { reportWords } from './reportwords.js';

const words = {
  ...reading,
  ...steeringWords,
  ...ontology,
  ...failing,
  ...clusterWords,
  ...reportWords,
  menu: ['Menu', '菜单'], skip: ['To the content', '跳到内容'],
  search: ['Search captured pages', '搜索已采集的网页'],
  chinese: ['中文', '中文'], english: ['English', 'English'],
  light: ['Light', '浅色'], dark: ['Dark', '深色'], auto: ['Auto', '自动'], theme: ['Theme', '主题'], language: ['Language', '语言'],

  jobs: ['Jobs', '任务'], job: ['Job', '任务'], schedule: ['Schedule', '计划'],
  lastRun: ['Last run', '上次运行'], nextRun: ['Next run', '下次运行'], phase: ['Phase', '阶段'], state: ['State', '状态'],
  lastDay: ['Last 24 hours', '过去 24 小时'], never: ['never', '从未'], none: ['none', '无'], now: ['now', '现在'],
  newest: ['Newest relevant pages', '最新相关网页'], notices: ['Needs attention', '需要处理'],
  noStories: ['Nothing relevant was found yet.', '尚未发现相关网页。'], noJobs: ['No job is defined.', '尚未定义任务。'],
  pages: ['pages', '网页'], relevant: ['relevant', '相关'], lists: ['lists that lead to them', '通向它们的列表'], harvest: ['harvest', '收获率'], hosts: ['hosts', '主机'],
  queue: ['links waiting', '待访链接'], failures: ['failures', '失败'], perSecond: ['pages/s', '页/秒'], revisits: ['asked again', '复访'],
  new: ['new', '新'], changed: ['changed', '变更'], gone: ['gone', '消失'], gained: ['gained', '判为相关'], lost: ['lost', '判为无关'], requests: ['requests', '请求'],
  'the ontology was edited': ['the page has not changed; the ontology was edited', '网页未变；本体已修改'], 'the model learned': ['the page has not changed; the model learned', '网页未变；模型已更新'], stories: ['stories', '报道'], runs: ['runs', '次运行'],
  budget: ['budget', '预算'], crawl: ['The crawl', '采集'], lives: ['running now', '正在运行'], rests: ['not running', '未在运行'],
  concepts: ['Concepts by mentions', '概念提及'], timeline: ['Mentions over time', '提及时间线'], phases: ['How the phase changed', '阶段变化'],
  runsHead: ['Runs', '运行'], reasons: ['Failures by reason', '失败原因'], failing: ['Failures by host', '各主机失败数'], each: ['requests a relevant page', '每个相关网页的请求数'], outside: ['pages outside', '种子主机以外的网页'], topHosts: ['Hosts', '主机'],
  addHead: ['Add a source', '添加来源'], addText: ['The address of a page or feed, or several, one a line', '网页或订阅源的网址；可填多个，每行一个'], addSource: ['Add', '添加'], addFile: ['or a file: OPML, bookmarks', '或选择文件：OPML、书签'], feed: ['feed', '订阅源'], addresses: ['{0} addresses', '{0} 个网址'],
  addedSources: ['{0} {0|source|sources} added; {0|it holds|they hold} from the next run on.', '已添加 {0} 个来源，自下次运行起生效。'], addedKnown: ['{0} {0|was|were} known.', '{0} 个已有。'], addedLeft: ['{0} {0|is|are} too many and {0|was|were} left out; a job has at most 2000.', '{0} 个超出上限，未添加；每个任务最多 2000 个。'], addedOther: ['{0} {0|is|are} no address.', '{0} 项不是网址。'],
  'new source': ['new source', '新来源'], newSources: ['New sources', '新来源'], noSources: ['None waits for a decision.', '没有待决定的来源。'], site: ['Site', '站点'],
  decidedSources: ['{0} decided', '已决定 {0} 个'], accept: ['Accept', '接受'], refuse: ['Refuse', '拒绝'], decided: ['Noted; it holds from the next run on.', '已记录，自下次运行起生效。'],
  's.new': ['new', '新'], 's.accepted': ['accepted', '已接受'], 's.refused': ['refused', '已拒绝'],
  foundBy: ['found by', '发现途径：'], linkOn: ['found by a link on', '链接来自'],
  'op.kw': ['words', '关键词'], 'op.rel': ['similar pages', '相似网页'], 'op.back': ['pages that link to it', '反向链接'], 'op.host': ['pages of a host', '主机网页'],
  day: ['day', '日'], week: ['week', '周'], month: ['month', '月'],
  relevance: ['relevance', '相关度'], why: ['Why', '原因'], captured: ['captured', '采集于'], published: ['published', '发布于'],
  after: ['{0} after publication', '发布后 {0}'], also: ['{0} {0|page|pages} with this story', '{0} 个网页同文'],
  login: ['Log in', '登录'], logout: ['Log out', '退出'], 'r.read': ['may read', '可查看'], 'r.run': ['may start runs', '可启动运行'], 'r.admin': ['may do everything', '可执行全部操作'],
  runNow: ['Run now', '立即运行'], ordered: ['It will run at once.', '即将运行。'], setPhase: ['Hold in a phase', '设定阶段'],
  for: ['for', '持续'], hours: ['hours', '小时'], reason: ['Reason', '原因'], set: ['Set', '设定'],
  found: ['Found', '发现'], outcome: ['outcome', '结果'], took: ['took', '用时'], due: ['due', '计划时间'],
  was: ['was {0}', '原为 {0}'], notificationsDead: ['{0} {0|message|messages} could not be sent', '{0} 条通知未能送达'],
  notificationsWait: ['{0} {0|message waits|messages wait}', '{0} 条通知待发'], allWell: ['All well', '一切正常'],
  next: ['next run {0}', '下次运行 {0}'], someWrong: ['{0} of {1} {1|job needs|jobs need} attention', '{1} 个任务中有 {0} 个需要处理'],
  nJobs: ['{0} {0|job|jobs}', '{0} 个任务'], oneJob: ['1 job', '1 个任务'], oneRuns: ['{0} running', '{0} 个运行中'], offline: ['No answer from the daemon; trying again', '无法连接，正在重试'],
  notRunning: ['No daemon runs; this is the recorded state', '未在运行：此为已有记录'],
  oneResult: ['1 page for “{1}”', '“{1}”：1 个网页'], results: ['{0} {0|page|pages} for “{1}”', '“{1}”：{0} 个网页'], noResults: ['No captured page has “{0}”.', '没有网页包含“{0}”。'],
  makeIndex: ['Build the search index', '建立搜索索引'], noIndex: ['The search needs an index of the captured pages.', '需先建立索引才能搜索。'],
  indexing: ['Indexing: {0} {0|page|pages} so far', '正在索引：已 {0} 个网页'], indexed: ['{0} {0|page|pages} indexed {1}', '已索引 {0} 个网页（{1}）'], again: ['Index again', '重新索引'],
  ago: ['{0} ago', '{0}前'], inTime: ['in {0}', '{0}后'],
  missing: ['There is no such job.', '没有这个任务。'], error: ['Something went wrong: {0}', '出错：{0}'],
  mentions: ['{0} {0|mention|mentions}', '提及 {0} 次'], title: ['title', '标题'], heading: ['heading', '小标题'], emphasis: ['emphasis', '强调'], anchor: ['link text', '链接文字'], body: ['text', '正文'], address: ['address', '网址'],
  's.waiting': ['waiting', '等待'], 's.running': ['running', '运行中'], 's.paused': ['paused', '已暂停'], 's.ended': ['ended', '已结束'], 's.late': ['late', '迟到'],
  's.held': ['disk nearly full', '磁盘将满'], 's.failing': ['failing', '失败'], 's.broken': ['broken', '配置错误'],
  'p.calm': ['calm', '平静'], 'p.watch': ['watch', '关注'], 'p.warning': ['warning', '预警'], 'p.impact': ['impact', '影响中'], 'p.recovery': ['recovery', '恢复'],
  'o.running': ['running', '运行中'], 'o.done': ['done', '完成'], 'o.time up': ['time up', '时间用尽'], 'o.failed': ['failed', '失败'], 'o.interrupted': ['interrupted', '中断'], 'o.skipped': ['skipped', '跳过'], 'o.paused': ['paused', '暂停'],
  't.schedule': ['schedule', '计划'], 't.missed': ['caught up', '补跑'], 't.hand': ['a person', '人工'],
  nothingNow: ['Nothing is under way.', '目前没有正在发生的事件。'], pastEvents: ['Earlier: {0}', '此前的事件（{0}）'],
  situations: ['What is happening', '当前事态'], asOf: ['as of {0}', '截至 {0}'], sinceLook: ['{0} new {0|page|pages} since you looked', '上次查看后新增 {0} 个网页'], neverLooked: ['{0} {0|page|pages}, not looked at yet', '{0} 个网页，尚未查看'], markSeen: ['Mark as seen', '标为已看'], seenAll: ['Nothing new since you looked', '上次查看后没有新内容'],
  eventsHead: ['Events that pages tell of', '网页所述事件'], event: ['Event', '事件'], eventDays: ['When', '时间'], eventPlaces: ['Places', '地点'], differ: ['Sources differ', '说法不一'],
  eventFigures: ['Figures over time', '历次数字'], eventSources: ['Sources, and why they are of this event', '来源及归入理由'], eventMore: ['{0} more {0|figure is|figures are} not shown', '另有 {0} 项数字未列出'],
  eventsRead: ['Bring up to date', '更新'], eventsWorking: ['Pages are being read …', '正在读取网页……'], eventsMade: ['{0} {0|event|events} from {1} {1|page|pages}', '{1} 个网页，{0} 起事件'], eventsLeft: ['{0} older {0|page is|pages are} left out', '未计入较早的 {0} 个网页'],
  'd.confirm': ['confirmed', '已确认'], 'd.refuse': ['refused', '已否定'], 'd.correct': ['corrected', '已更正'], 'd.merge': ['merged', '已合并'], 'd.split': ['divided', '已拆分'], 'd.withdraw': ['taken back', '已撤回'], 'd.acknowledge': ['seen', '已知悉'], 'd.assign': ['assigned', '已指派'], 'd.note': ['note', '备注'],
  'do.confirm': ['Confirm', '确认'], 'do.refuse': ['Refuse', '否定'], 'do.correct': ['Correct', '更正'], 'do.merge': ['Merge', '合并'], 'do.split': ['Another event', '另一事件'], 'do.withdraw': ['Take back', '撤回'], 'do.acknowledge': ['Acknowledge', '知悉'], 'do.take': ['I take it', '由我处理'], 'do.assign': ['Assign', '指派'], 'do.note': ['Note', '备注'],
  'ask.assign': ['Who works on this?', '由谁处理？'], 'ask.note': ['For who comes next', '留给接班的人'], assignTo: ['Name; empty: nobody', '姓名；留空表示无人'], worksOn: ['{0} works on it', '{0} 处理中'], seenBefore: ['{0} saw it before you.', '{0} 先于您知悉。'], noted: ['Noted.', '已记录。'], eventLog: ['What people did', '处理记录'],
  'ask.refuse': ['This did not happen, or nobody said so. It counts no more, also when its pages are read anew.', '此事没有发生，或没有人这样说。它不再计入，重新读取网页之后也是如此。'], 'ask.correct': ['Which value is right?', '正确的数值是多少？'],
  'ask.merge': ['This is the same as another event.', '这与另一起事件是同一事件。'], 'ask.split': ['This page tells of another event.', '此网页讲述的是另一起事件。'],
  decideNote: ['Why', '理由'], decideValue: ['Value', '数值'], decideInto: ['Id of the other event (in its address)', '另一起事件的标识（见其网址）'], noNumber: ['That is no number.', '这不是数字。'],
  decidedSoon: ['Decided; the events are being made anew.', '已裁定；正在重新整理事件。'], decidedNext: ['Decided; it counts from the next update on.', '已裁定；从下一次更新起生效。'],
  eventsUndone: ['{0} {0|decision waits|decisions wait} for the next update', '{0} 项裁定等待下一次更新'], asideHead: ['Refused and merged events', '被否定和被合并的事件'],
  noEventGraph: ['No events were read yet.', '尚未读取事件。'], map: ['Map of {0} places', '{0} 个地点的示意图'], north: ['N', '北'], south: ['S', '南'], east: ['E', '东'], west: ['W', '西'],
  forecast: ['forecast', '预报'], doubt: ['doubtful', '存疑'], lifted: ['lifted', '解除'], confidence: ['confidence', '可信度'],
  'e.storm': ['Storm', '风暴'], 'e.flood': ['Flood', '洪涝'], 'e.landslide': ['Landslide', '滑坡'], 'e.earthquake': ['Earthquake', '地震'], 'e.tsunami': ['Tsunami', '海啸'], 'e.explosion': ['Explosion', '爆炸'], 'e.attack': ['Attack', '袭击'],
  'e.fire': ['Fire', '火灾'], 'e.poisoning': ['Poisoning', '中毒'], 'e.pollution': ['Pollution', '污染'], 'e.collapse': ['Collapse', '坍塌'], 'e.traffic-accident': ['Traffic accident', '交通事故'],
  'f.wind': ['wind speed', '风速'], 'f.windforce': ['wind force', '风力'], 'f.pressure': ['central pressure', '中心气压'], 'f.rain': ['rainfall', '降水量'], 'f.height': ['water height', '水位'], 'f.movement': ['movement', '移速'], 'f.magnitude': ['magnitude', '震级'], 'f.aftershock': ['aftershock', '余震震级'], 'f.depth': ['depth', '震源深度'],
  'f.dead': ['dead', '死亡'], 'f.missing': ['missing', '失踪'], 'f.injured': ['injured', '受伤'], 'f.displaced': ['displaced', '转移'], 'f.affected': ['affected', '受灾'], 'f.loss': ['loss', '损失'], 'f.warning': ['warning', '预警'], 'f.landfall': ['landfall', '登陆'],
  'u.M-PER-SEC': ['m/s', '米/秒'], 'u.KiloM-PER-HR': ['km/h', '公里/时'], 'u.MI-PER-HR': ['mph', '英里/时'], 'u.KN': ['kn', '节'], 'u.HectoPA': ['hPa', '百帕'], 'u.MilliM': ['mm', '毫米'], 'u.CentiM': ['cm', '厘米'], 'u.IN': ['in', '英寸'], 'u.M': ['m', '米'], 'u.FT': ['ft', '英尺'], 'u.KiloM': ['km', '公里'], 'u.MI': ['mi', '英里'], 'u.magnitude': ['(magnitude)', '级'],
  'u.people': ['people', '人'], 'u.level': ['Beaufort', '级'], 'u.CNY': ['CNY', '元'], 'u.USD': ['USD', '美元'],
  'w.none': ['warning', '预警'], 'w.red': ['red', '红色'], 'w.orange': ['orange', '橙色'], 'w.yellow': ['yellow', '黄色'], 'w.blue': ['blue', '蓝色'], 'w.typhoon': ['typhoon', '台风'], 'w.rainstorm': ['rainstorm', '暴雨'], 'w.waves': ['waves', '海浪'], 'w.flood': ['flood', '洪水'], 'w.landslide': ['landslide', '地质灾害'], 'w.gale': ['gale', '大风'], 'w.storm surge': ['storm surge', '风暴潮'],
  'b.cap': ['CAP alert', 'CAP 警报'], 'b.rate': ['rate of mentions', '提及频率'], 'b.hand': ['a person', '人工'], 'b.decay': ['time', '到期'],
};

let at = pick();

function pick() {
  const kept = read('lang');
  if (kept === 'zh' || kept === 'en') return kept;
  return (navigator.languages ?? [navigator.language]).some((l) => /^zh/i.test(l)) ? 'zh' : 'en';
}

function read(name) {
  try { return localStorage.getItem('ontocrawl.' + name); } catch { return null; }
}

export function keep(name, value) {
  try { localStorage.setItem('ontocrawl.' + name, value); } catch { /* a browser that keeps nothing */ }
}

export const kept = read;
export const lang = () => at;

export function speak(language) {
  at = language;
  keep('lang', language);
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en';
}

// t says key, with values in the places {0}, {1}; {0|page|pages} is the first word if that value is 1, else the second. A word that is not known, an
// outcome of a later version, is said as it is.
export function t(key, ...values) {
  const w = words[key];
  const text = w ? w[at === 'zh' ? 1 : 0] : key.replace(/^[a-z]\./, '');
  return text.replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, i, one, many) => (one === undefined ? String(values[i]) : String(values[i]) === '1' ? one : many));
}
