// One job: its crawl, phase, runs, concepts.
import { el, named } from './dom.js';
import { t, keep, kept } from './words.js';
import { when, number, percent } from './times.js';
import { get, order, me, ofJob } from './api.js';
import { storyList } from './stories.js';
import { phaseChip, stateOf } from './overview.js';
import { curve } from './curve.js';
import { concepts, nameOf } from './concepts.js';
import { timeline } from './timeline.js';
import { runsTable } from './run.js';
import { addSection, sourcesPart } from './sources.js';
import { steering } from './steer.js';

const days = { day: 1, week: 7, month: 30 };

function figures(l) {
  const f = [['pages', number(l.pages)], ['relevant', number(l.relevant)], ...(l.lists ? [['lists', number(l.lists)]] : []), ['harvest', percent(l.pages ? l.relevant / l.pages : 0)],
    ['hosts', number(l.hosts)], ['queue', number(l.waiting)], ['revisits', number(l.revisits)], ['gained', number(l.gained)], ['lost', number(l.lost)], ['perSecond', number(l.pages_per_second, 1)], ['requests', number(l.requests)], ['each', l.requests_per_relevant ? number(l.requests_per_relevant, 1) : '–'], ['outside', number(l.outside)], ['failures', number(l.failures)]];
  return el('dl', { class: 'figures' }, f.map(([k, v]) => el('div', {}, el('dt', {}, t(k)), el('dd', {}, v))));
}

function pairs(head, rows) {
  if (!rows.length) return null;
  return el('div', {}, el('h3', {}, head), el('table', {}, el('tbody', {}, rows.map(([name, ...cells]) =>
    el('tr', {}, el('th', { scope: 'row' }, named(name)), cells.map((c) => el('td', { class: 'num' }, c)))))));
}

function crawl(l) {
  return [figures(l), el('div', { class: 'columns' }, curve(l.curve, l.budget),
    pairs(t('topHosts'), l.top_hosts.map((h) => [h.host, number(h.relevant) + ' / ' + number(h.pages)])),
    pairs(t('reasons'), Object.entries(l.errors).sort((a, b) => b[1] - a[1]).slice(0, 8).map(([k, v]) => [t('f.' + k), number(v)])),
    pairs(t('failing'), l.failing.map((h) => [h.host, number(h.failures)])))];
}

// orders lets a person run the job or hold it in a phase, if they may.
function orders(name, may, done) {
  const said = el('p', { role: 'status', class: 'soft' });
  const act = async (f) => {
    try { await f(); said.textContent = t('ordered'); done(); } catch (e) { said.textContent = t('error', e.message); }
  };
  const phase = el('select', { 'aria-label': t('phase') }, ['watch', 'warning', 'impact', 'recovery', 'calm'].map((p) => el('option', { value: p }, t('p.' + p))));
  const hours = el('input', { type: 'number', min: 1, max: 720, value: 12, 'aria-label': t('hours') });
  const reason = el('input', { type: 'text', maxlength: 200, placeholder: t('reason'), 'aria-label': t('reason') });
  return el('div', { class: 'orders' },
    may.includes('run') && el('button', { type: 'button', onclick: () => act(() => order(ofJob(name) + '/runs')) }, t('runNow')),
    may.includes('phase') && el('form', { onsubmit: (e) => { e.preventDefault(); act(() => order(ofJob(name) + '/phase', { phase: phase.value, for: hours.value + 'h', reason: reason.value })); } },
      el('span', {}, t('setPhase')), phase, el('span', {}, t('for')), hours, el('span', {}, t('hours')), reason, el('button', {}, t('set'))),
    said);
}

function transitionList(transitions) {
  return el('ol', { class: 'transitions' }, transitions.map((u) => el('li', {}, phaseChip(u), ' ', when(u.at), ' · ', t('b.' + u.by), u.reason ? [': ', named(u.reason)] : null)));
}

// mentionsPart shows the concepts and the time line of a day, a week or a month.
function mentionsPart(name) {
  const graph = el('div'), time = el('div'), buttons = el('div', { class: 'switch', role: 'group' });
  async function show(length) {
    keep('span', length);
    for (const b of buttons.children) b.setAttribute('aria-pressed', String(b.dataset.span === length));
    const from = new Date(Date.now() - days[length] * 86400e3).toISOString();
    const [g, m] = await Promise.all([get(`${ofJob(name)}/graph?from=${from}`), get(`${ofJob(name)}/mentions?from=${from}`)]);
    const names = new Map(g.concepts.map((c) => [c.iri, nameOf(c)]));
    graph.replaceChildren(concepts(g));
    time.replaceChildren(timeline(m, names));
  }
  buttons.append(...Object.keys(days).map((d) => el('button', { type: 'button', 'data-span': d, onclick: () => show(d) }, t(d))));
  const chosen = days[kept('span')] ? kept('span') : 'week';
  return { node: el('section', {}, el('div', { class: 'head' }, el('h2', {}, t('concepts')), buttons), graph, el('h2', {}, t('timeline')), time), show: () => show(chosen) };
}

export async function jobView(place, name, daemon) {
  const { may } = await me();
  const head = el('section'), live = el('div'), lists = el('div');
  const mentioned = mentionsPart(name);
  let control, steer;
  async function refresh() {
    const [sources, stories, runs, transitions] = await Promise.all([get(ofJob(name) + '/sources'), get(ofJob(name) + '/stories?limit=10'), get(ofJob(name) + '/runs?limit=15'), get(ofJob(name) + '/transitions?limit=10')]);
    lists.replaceChildren(...[sourcesPart(name, sources, daemon.control ? may : [], refresh)].filter(Boolean),
      el('section', {}, el('h2', {}, t('newest')), storyList(stories, { read: daemon.finds })),
      el('section', {}, el('h2', {}, t('runsHead')), runsTable(runs)),
      ...(transitions.length ? [el('section', {}, el('h2', {}, t('phases')), transitionList(transitions))] : []));
  }
  let stamp = '';
  function showDaemon(d) {
    const job = d.jobs.find((j) => j.name === name);
    if (!job) { head.replaceChildren(el('p', { class: 'bad' }, t('missing'))); return; }
    control ??= d.control ? orders(name, may, refresh) : el('span');
    steer ??= d.control ? steering(name, may, refresh) : { node: el('span'), show() {} };
    steer.show(job);
    head.replaceChildren(el('h2', {}, name, ' ', el('small', {}, named(job.topic))),
      el('p', { class: 'row' }, stateOf(job), phaseChip(job.phase), el('span', { class: 'soft' }, t('nextRun'), ' ', job.next ? when(job.next) : '–', ' · ', job.schedule)),
      job.why ? el('p', { class: 'bad' }, named(job.why)) : '', el('p', { class: 'row' }, el('a', { href: '#/job/' + encodeURIComponent(name) + '/events' }, t('eventsHead')), d.ontologies ? el('a', { href: '#/job/' + encodeURIComponent(name) + '/ontology' }, t('ontologyHead')) : null), control, steer.node);
    const now = JSON.stringify([job.day, job.phase, job.last?.number, job.open?.new, job.open?.changed, job.open?.gone, job.open?.gained, job.open?.lost]);
    if (now !== stamp) { stamp = now; refresh(); }
  }
  function showLive(l) {
    live.replaceChildren(el('section', {}, el('h2', {}, t('crawl'), ' ', el('small', {}, l.alive ? t('lives') : t('rests'))), ...crawl(l)));
  }
  const added = addSection(name, daemon.control ? may : [], refresh);
  place.replaceChildren(...[head, added, live, mentioned.node, lists].filter(Boolean));
  showDaemon(daemon);
  showLive(await get(ofJob(name) + '/live'));
  await mentioned.show();
  return { daemon: showDaemon, live: showLive };
}
