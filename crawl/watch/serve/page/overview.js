// The daemon at a glance.
import { el, named } from './dom.js';
import { t } from './words.js';
import { when, number } from './times.js';
import { get } from './api.js';
import { storyList } from './stories.js';
import { situations } from './situations.js';

const unwell = new Set(['late', 'held', 'failing', 'broken']);
export const isUnwell = (job) => unwell.has(job.state);

// sentence says how the daemon is, in one line.
export function sentence(daemon) {
  const bad = daemon.jobs.filter(isUnwell).length;
  const running = daemon.jobs.filter((j) => j.state === 'running').length;
  return [
    bad ? t('someWrong', bad, daemon.jobs.length) : daemon.since ? t('allWell') : t('notRunning'),
    bad ? null : daemon.jobs.length === 1 ? t('oneJob') : t('nJobs', daemon.jobs.length),
    running ? t('oneRuns', running) : null,
    daemon.notifications_dead ? t('notificationsDead', daemon.notifications_dead) : daemon.notifications_waiting ? t('notificationsWait', daemon.notifications_waiting) : null,
  ].filter(Boolean).join(' · ');
}

export function phaseChip(p) {
  return el('span', { class: 'phase ' + p.to, title: p.reason || null }, t('p.' + p.to));
}

export function stateOf(job) {
  return el('span', { class: 'state ' + job.state, title: job.why || null }, el('i', { 'aria-hidden': 'true' }), t('s.' + job.state));
}

function tally(d) {
  return ['new', 'changed', 'gone', 'gained', 'lost'].filter((k) => d[k]).map((k) => el('span', { class: 'tag ' + k }, number(d[k]) + ' ' + t(k)));
}

function row(job, reports) {
  const last = job.last;
  return el('tr', { class: isUnwell(job) ? 'unwell' : null },
    el('th', { scope: 'row' }, el('a', { href: '#/job/' + encodeURIComponent(job.name) }, job.name),
      el('small', {}, named(job.topic)), reports ? el('small', {}, el('a', { class: 'report-link', href: '#/job/' + encodeURIComponent(job.name) + '/report' }, t('report'))) : null),
    el('td', { 'data-head': t('state') }, stateOf(job), job.why ? el('small', {}, named(job.why)) : null),
    el('td', { 'data-head': t('phase') }, phaseChip(job.phase)),
    el('td', { 'data-head': t('lastRun') }, last ? [when(last.ended || last.started), el('small', {}, t('o.' + last.outcome))] : t('never')),
    el('td', { 'data-head': t('nextRun') }, job.next ? when(job.next) : '–', el('small', {}, job.schedule)),
    el('td', { 'data-head': t('lastDay') }, tally(job.day), el('small', {}, number(job.day.runs) + ' ' + t('runs'))));
}

function table(jobs, reports) {
  if (!jobs.length) return el('p', { class: 'soft' }, t('noJobs'));
  const heads = ['job', 'state', 'phase', 'lastRun', 'nextRun', 'lastDay'];
  return el('table', { class: 'jobs' }, el('thead', {}, el('tr', {}, heads.map((h) => el('th', { scope: 'col' }, t(h))))),
    el('tbody', {}, jobs.map((j) => row(j, reports))));
}

function notices(list) {
  if (!list.length) return null;
  return el('section', { class: 'notices', role: 'alert' }, el('h2', {}, t('notices')), el('ul', {}, list.slice(0, 8).map((n) =>
    el('li', {}, n.job ? [el('b', {}, n.job), ': '] : null, named(n.text), ' ', el('small', {}, when(n.at))))));
}

// overview fills place; the returned function takes the daemon as it changes.
export async function overview(place, daemon) {
  const jobsView = el('div'), news = el('div'), noted = el('div'), happening = el('div');
  place.replaceChildren(noted, happening, el('section', {}, el('div', { class: 'head' }, el('h2', {}, t('newest')), daemon.finds ? el('a', { href: '#/finds' }, t('finds')) : null), news), jobsView);
  let newest = '';
  async function show(d) {
    const jobs = [...d.jobs].sort((a, b) => isUnwell(b) - isUnwell(a) || (b.state === 'running') - (a.state === 'running') || a.name.localeCompare(b.name));
    noted.replaceChildren(...[notices(d.notices)].filter(Boolean));
    jobsView.replaceChildren(el('section', {}, el('h2', {}, t('jobs')), table(jobs, d.reports)));
    const stamp = JSON.stringify(d.jobs.map((j) => [j.last?.number, j.open?.new, j.open?.changed, j.open?.gone, j.open?.gained, j.open?.lost]));
    if (stamp === newest) return;
    newest = stamp;
    happening.replaceChildren(...[await situations(d, phaseChip)].filter(Boolean));
    news.replaceChildren(storyList(await get('/stories?limit=8'), { withJob: d.jobs.length > 1, read: d.finds }));
  }
  await show(daemon);
  return { daemon: show };
}
