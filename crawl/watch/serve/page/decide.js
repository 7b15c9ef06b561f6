// What a person decides about an event and its facts. It wins over what pages say, from the next update on.
import { el, named } from './dom.js';
import { t } from './words.js';
import { when } from './times.js';
import { order, ofJob } from './api.js';
import { confirmed } from './confirm.js';

// decided says who decided what.
export const decided = (d) => d ? [' ', el('span', { class: 'tag', title: [d.by, d.note].filter(Boolean).join(': ') }, t('d.' + d.what)), ' ', el('small', { class: 'soft' }, named(d.by ?? ''), ' ', when(d.at))] : null;

// decider makes the buttons for an event; say tells the person how it went. Without the right there are none.
export function decider(job, id, may, say) {
  if (!may.includes('decide')) return () => null;
  const send = async (what, more) => {
    try {
      const got = await order(ofJob(job) + '/events/' + encodeURIComponent(id), { what, ...more });
      say(t(got.working ? 'decidedSoon' : 'decidedNext'));
    } catch (e) { say(t('error', e.message)); }
  };
  const ask = (what, field, more) => async () => {
    const got = await confirmed(t('ask.' + what), t('do.' + what), t(field));
    if (got !== null) send(what, more(got));
  };
  const note = (got) => ({ note: got });
  const correct = (fact) => async () => {
    const got = await confirmed(t('ask.correct'), t('do.correct'), t('decideValue'));
    if (got === null) return;
    const value = Number(got.replaceAll(',', ''));
    if (!got || !Number.isFinite(value)) say(t('noNumber'));
    else send('correct', { fact, value });
  };
  const button = (what, onclick) => el('button', { type: 'button', onclick }, t('do.' + what));
  return (of) => el('span', { class: 'row' },
    of.page ? button('split', ask('split', 'decideNote', (got) => ({ pages: [of.page], note: got }))) : [
      button('confirm', () => send('confirm', { fact: of.fact })),
      button('refuse', ask('refuse', 'decideNote', (got) => ({ fact: of.fact, ...note(got) }))),
      of.fact && of.unit ? button('correct', correct(of.fact)) : null,
      of.fact ? null : button('merge', ask('merge', 'decideInto', (got) => ({ into: got }))),
      of.decided ? button('withdraw', () => send('withdraw', { fact: of.fact })) : null]);
}

// asides are the events that people set aside, each with a way back.
export function asides(job, all, may, say) {
  return all.length ? el('details', {}, el('summary', {}, t('asideHead')), el('ul', {}, all.map((a) => el('li', {},
    t('e.' + a.kind), ' ', a.names.slice(0, 2).map((n) => [named(n), ' ']), a.places.slice(0, 2).map((p) => [named(p), ' ']), a.begin ?? '', decided(a.decided),
    may.includes('decide') ? [' ', el('button', { type: 'button', onclick: async () => {
      try { await order(ofJob(job) + '/events/' + encodeURIComponent(a.id), { what: 'withdraw' }); say(t('decidedNext')); } catch (e) { say(t('error', e.message)); }
    } }, t('do.withdraw'))] : null)))) : null;
}
