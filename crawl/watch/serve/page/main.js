// Which view is shown; the head of the page.
import { el, named } from './dom.js';
import { t, lang, speak, keep, kept } from './words.js';
import { relative } from './times.js';
import { get, me, events, pollEvery } from './api.js';
import { overview, sentence, isUnwell } from './overview.js';
import { jobView } from './job.js';
import { runView } from './run.js';
import { searchView } from './search.js';
import { findsView } from './finds.js';
import { documentView } from './document.js';
import { eventsView, eventView } from './events.js';
import { jobsFileView } from './jobsfile.js';
import { ontologyView } from './ontology.js';
import { offersView } from './offers.js';
import { clusterView } from './cluster.js';
import { reportView } from './report.js';

const main = document.getElementById('main');
const state = document.getElementById('state');
const query = document.getElementById('query');
const menu = document.getElementById('menu');
let view = {};
let stop = () => {};
let shown = 0; // number of the view: a slow answer must not overwrite a later view

function theme(name) {
  keep('theme', name);
  if (name === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

function buttons(label, names, chosen, choose) {
  const group = el('div', { class: 'switch', role: 'group', 'aria-label': t(label) });
  group.append(...names.map(([value, word]) => el('button', {
    type: 'button', 'aria-pressed': String(value === chosen), onclick: () => choose(value),
  }, t(word))));
  return group;
}

function head() {
  document.querySelector('.skip').textContent = t('skip');
  menu.textContent = t('menu');
  query.placeholder = t('search');
  query.setAttribute('aria-label', t('search'));
  document.getElementById('switches').replaceChildren(
    buttons('language', [['zh', 'chinese'], ['en', 'english']], lang(), (v) => { speak(v); show(); }),
    buttons('theme', [['auto', 'auto'], ['light', 'light'], ['dark', 'dark']], kept('theme') ?? 'auto', (v) => { theme(v); head(); }));
}

// person shows who is logged in, and the way out; "local" is nobody, who is shown the way in.
async function person() {
  const p = await me();
  if (p.name === 'local') document.getElementById('person').replaceChildren(el('span', {}, t('r.' + p.role)), ' ', el('a', { href: '/login' }, t('login')));
  if (!p.name || p.name === 'local') return;
  document.getElementById('person').replaceChildren(el('form', { method: 'post', action: '/logout' },
    el('span', { title: t('r.' + p.role) }, named(p.name)), ' ', el('button', {}, t('logout'))));
}

// nav leads to the views that are not of one job.
function nav(daemon, r, may) {
  const link = (href, word, here) => el('a', { href, 'aria-current': here ? 'page' : null }, t(word));
  const place = document.getElementById('nav');
  place.setAttribute('aria-label', t('nav'));
  place.replaceChildren(link('#/', 'overview', r.open === overview), ...(daemon.finds ? [link('#/finds', 'finds', r.finds)] : []),
    ...(daemon.jobs_file && may.includes('save-jobs') ? [link('#/jobs-file', 'jobsFile', r.open === jobsFileView)] : []),
    ...(daemon.shows_cluster ? [link('#/cluster', 'cluster', r.open === clusterView)] : []));
}

function showState(daemon) {
  if (alone(daemon)) { state.textContent = ''; return; }
  const next = daemon.jobs.map((j) => j.next).filter(Boolean).sort()[0];
  state.textContent = sentence(daemon) + (next ? ' · ' + t('next', relative(next)) : '');
  state.className = daemon.jobs.some(isUnwell) || daemon.notifications_dead ? 'bad' : daemon.since ? 'good' : '';
  document.title = (daemon.jobs.some(isUnwell) ? '● ' : '') + 'ontocrawl';
}

// route is where the address leads: #/, #/job/NAME, #/job/NAME/run/N,
// #/job/NAME/events/ID, #/job/NAME/report, #/job/NAME/ontology, #/job/NAME/offers, #/search/WORDS,
// #/jobs-file, #/cluster,
// #/finds?FILTERS, #/page/JOB/URL, #/page/JOB/URL/VERSION
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').map(decodeURIComponent);
  if (parts[0] === 'finds') return { finds: true, open: (place, daemon) => findsView(place, new URLSearchParams(query), daemon) };
  if (parts[0] === 'page') return { finds: true, open: (place) => documentView(place, parts[1], parts[2], parts[3]) };
  if (parts[0] === 'jobs-file') return { open: jobsFileView };
  if (parts[0] === 'cluster') return { open: clusterView };
  if (parts[0] === 'job' && parts[2] === 'run') return { job: parts[1], open: (place, daemon) => runView(place, parts[1], parts[3], daemon.finds) };
  if (parts[0] === 'job' && parts[2] === 'events') return { job: parts[1], open: (place) => (parts[3] ? eventView(place, parts[1], parts[3]) : eventsView(place, parts[1])) };
  if (parts[0] === 'job' && parts[2] === 'report') return { job: parts[1], open: (place, daemon) => reportView(place, parts[1], daemon) };
  if (parts[0] === 'job' && parts[2] === 'ontology') return { job: parts[1], open: (place) => ontologyView(place, parts[1]) };
  if (parts[0] === 'job' && parts[2] === 'offers') return { job: parts[1], open: (place) => offersView(place, parts[1]) };
  if (parts[0] === 'job') return { job: parts[1], open: (place, daemon) => jobView(place, parts[1], daemon) };
  if (parts[0] === 'search') return { open: (place, daemon) => searchView(place, parts[1] ?? '', daemon) };
  return { open: overview };
}

// alone reports that the page shows a cluster and no job.
const alone = (daemon) => daemon.shows_cluster && !daemon.jobs.length;

async function show() {
  const mine = ++shown;
  stop();
  view.end?.();
  view = {};
  head();
  try {
    const r = route();
    const daemon = await get('/daemon');
    if (alone(daemon) && r.open === overview) r.open = clusterView;
    await person();
    if (mine !== shown) return;
    showState(daemon);
    nav(daemon, r, (await me()).may);
    const place = el('div');
    const opened = await r.open(place, daemon);
    if (mine !== shown) { opened.end?.(); return; }
    view = opened;
    main.replaceChildren(place);
    stop = events(r.job, {
      daemon: (d) => { showState(d); view.daemon?.(d); },
      finds: (c) => view.finds?.(c),
      live: (l) => view.live?.(l),
      polling: () => { state.textContent = t('polling', pollEvery); },
      lost: () => { state.textContent = t('offline'); state.className = 'bad'; },
    });
  } catch (e) {
    if (mine !== shown) return;
    main.replaceChildren(el('p', { class: 'bad', role: 'alert' }, e.status === 404 ? t('missing') : t('error', e.message)));
  }
}

document.getElementById('ask').addEventListener('submit', (e) => {
  e.preventDefault();
  location.hash = '#/search/' + encodeURIComponent(query.value.trim());
});
document.querySelector('.skip').addEventListener('click', (e) => { e.preventDefault(); main.focus(); });
// On a telephone the head is one line; the menu opens the rest of it.
function openMenu(open) {
  menu.setAttribute('aria-expanded', String(open));
  document.querySelector('header').classList.toggle('open', open);
}
menu.addEventListener('click', () => openMenu(menu.getAttribute('aria-expanded') !== 'true'));
addEventListener('hashchange', () => { openMenu(false); show(); scrollTo(0, 0); });
theme(kept('theme') ?? 'auto');
speak(lang());
show();
