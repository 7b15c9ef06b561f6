// Trying an alert rule: how often it would have rung in the last week, before it is saved.
import { el, named } from './dom.js';
import { t, lang } from './words.js';
import { when, number } from './times.js';
import { order } from './api.js';
import { pageOf } from './stories.js';

function ring(job, r) {
  return el('li', {}, el('a', { href: pageOf({ job, url: r.url }) }, named(r.title || r.url, r.lang)), ' ', el('small', {}, when(r.at)), r.sentence ? el('blockquote', {}, named(r.sentence, r.lang)) : null);
}

function result(r) {
  return [el('p', { class: r.most ? 'bad' : '' }, t('wouldRing', number(r.rang), number(r.read - r.unread)), r.most ? ' ' + t('ringsAlways') : null,
    r.read < r.finds ? ' ' + t('triedNewest', number(r.finds)) : null, r.unread ? ' ' + t('triedUnread', number(r.unread)) : null),
  el('ol', {}, r.rings.map((x) => ring(r.job, x)))];
}

// tryRules offers a trial of each rule of the jobs of a text.
export function tryRules(jobs, text) {
  const said = el('div', { role: 'status' });
  const one = (job, rule) => el('button', { type: 'button', onclick: async () => {
    said.replaceChildren(el('p', {}, t('trying')));
    try {
      const c = await order('/jobs-file/check?lang=' + lang(), { text: text(), try: { job, rule } });
      said.replaceChildren(el('h3', {}, job, ' / ', rule), ...(c.tried ? result(c.tried) : [t('faults', c.findings.length)]));
    } catch (e) { said.replaceChildren(el('p', { class: 'bad' }, t('error', e.message))); }
  } }, rule);
  const some = jobs.filter((j) => j.rules?.length);
  if (!some.length) return '';
  return el('details', {}, el('summary', {}, t('tryRules')), el('p', { class: 'soft' }, t('tryHow')),
    el('ul', {}, some.map((j) => el('li', { class: 'row' }, el('b', {}, j.name), j.rules.map((r) => one(j.name, r))))), said);
}
