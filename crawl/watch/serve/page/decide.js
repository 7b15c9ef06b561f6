// What a person decides about an event and its facts. It wins over what pages say, from the next update on.
import { el, named } from './dom.js';
import { t } from './words.js';
import { when, number } from './times.js';
import { get, order, ofJob } from './api.js';
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

// duty says who has seen an event and who works on it, with buttons for who may; it shows what others did meanwhile, too, and calls
// then with the event as it is.
export function duty(job, event, who, then = () => {}) {
  const node = el('div', { class: 'duty' }), said = el('span', { role: 'status', class: 'soft' });
  const send = async (what, more) => {
    try {
      await order(`${ofJob(job)}/events/${encodeURIComponent(event.id)}?limit=1`, { what, ...more });
      event = await get(`${ofJob(job)}/events/${encodeURIComponent(event.id)}`);
      show();
      const first = event.acknowledged?.[0];
      said.textContent = what === 'acknowledge' && first && first.by !== who.name ? t('seenBefore', first.by) : t('noted');
      then(event);
    } catch (e) { said.textContent = t('error', e.message); }
  };
  const ask = (what, field, more) => async () => {
    const got = await confirmed(t('ask.' + what), t('do.' + what), t(field));
    if (got !== null) send(what, more(got));
  };
  const button = (what, onclick) => el('button', { type: 'button', 'data-duty': what, onclick }, t('do.' + what));
  function show() {
    const had = node.contains(document.activeElement) ? document.activeElement.dataset.duty : null;
    const { acknowledged: seen = [], assigned: has } = event, mine = who.name && has?.to === who.name;
    node.replaceChildren(...[has ? el('p', { class: 'assigned' }, t('worksOn', has.to), ' ', el('small', { class: 'soft' }, when(has.at), has.note ? [' · ', named(has.note)] : null)) : null,
      seen.length ? el('p', { class: 'soft' }, t('d.acknowledge'), ': ', seen.map((d, i) => [i ? ', ' : '', named(d.by ?? ''), ' ', when(d.at)])) : null,
      who.may.includes('decide') ? el('p', { class: 'row' }, button('acknowledge', () => send('acknowledge')), who.name && !mine ? button('take', () => send('assign', { to: who.name })) : null,
        button('assign', ask('assign', 'assignTo', (got) => ({ to: got }))), button('note', ask('note', 'note', (got) => ({ note: got }))), said) : null].filter(Boolean));
    if (had) node.querySelector(`[data-duty="${had}"]`)?.focus();
  }
  show();
  return node;
}

// log is what people did about an event and its facts, the last first.
export const log = (all) => el('ul', { class: 'log' }, all.toReversed().map((d) => el('li', {}, when(d.at), ' ', named(d.by ?? ''), ' · ', t('d.' + d.what), d.to ? [' → ', named(d.to)] : null,
  d.fact ? [' ', el('code', {}, d.fact.slice(0, 6))] : null, d.value === undefined ? null : [' → ', number(d.value, 2)], d.note ? [': ', named(d.note)] : null)));

// asides are the events that people set aside, each with a way back.
export function asides(job, all, may, say) {
  return all.length ? el('details', {}, el('summary', {}, t('asideHead')), el('ul', {}, all.map((a) => el('li', {},
    t('e.' + a.kind), ' ', a.names.slice(0, 2).map((n) => [named(n), ' ']), a.places.slice(0, 2).map((p) => [named(p), ' ']), a.begin ?? '', decided(a.decided),
    may.includes('decide') ? [' ', el('button', { type: 'button', onclick: async () => {
      try { await order(ofJob(job) + '/events/' + encodeURIComponent(a.id), { what: 'withdraw' }); say(t('decidedNext')); } catch (e) { say(t('error', e.message)); }
    } }, t('do.withdraw'))] : null)))) : null;
}
