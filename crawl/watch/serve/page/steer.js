// A job paused, resumed and stopped; its alerts tested.
import { el, named } from './dom.js';
import { t } from './words.js';
import { when } from './times.js';
import { order, ofJob } from './api.js';
import { confirmed } from './confirm.js';

function paused(job) {
  if (!job.pause) return job.state === 'paused' ? el('p', { class: 'soft' }, t('pausedByFile')) : null;
  return el('p', {}, t('pausedBy', job.pause.by || '–'), ' ', when(job.pause.at), job.pause.reason ? [': ', named(job.pause.reason)] : null);
}

// answers is what came of a test, receiver by receiver.
function answers(tests, send) {
  return el('ul', { class: 'tested' }, tests.map((x) => el('li', {}, el('b', {}, named(x.receiver)), ' ', el('small', {}, x.kind), ' ',
    x.error ? el('span', { class: 'bad' }, t('notAccepted'), ' ', named(x.error)) : x.sent ? t('accepted_') : null,
    x.preview ? el('pre', { class: 'preview', tabindex: 0, role: 'region', 'aria-label': t('previewOf', x.receiver) }, x.preview) : null,
    x.sent || x.error && !x.preview ? null : el('button', { type: 'button', onclick: () => send(x.receiver) }, t('sendTo', x.receiver)))));
}

// steering is the controls of a job; show takes the job as it changes.
export function steering(name, may, done) {
  const said = el('p', { role: 'status', class: 'said' }), state = el('div'), buttons = el('div', { class: 'row' }), tests = el('div', { 'aria-live': 'polite' });
  const act = async (path, body, word) => {
    try { await order(ofJob(name) + path, body); said.textContent = t(word); done(); } catch (e) { said.textContent = t('error', e.message); }
  };
  async function pause() {
    const reason = await confirmed(t('askPause', name), t('pause'), t('reason'));
    if (reason !== null) act('/pause', { reason }, 'isPaused');
  }
  async function stop() {
    if (await confirmed(t('askStop', name), t('stopRun'))) act('/stop', {}, 'isStopped');
  }
  async function test(receiver, send) {
    if (send && !await confirmed(receiver ? t('askSend', receiver) : t('askSendAll'), t('send'))) return;
    said.textContent = t('testing');
    try {
      const list = await order(ofJob(name) + '/test-alert', { receiver, send });
      said.textContent = '';
      tests.replaceChildren(answers(list, (r) => test(r, true)),
        send || list.length < 2 ? '' : el('button', { type: 'button', onclick: () => test('', true) }, t('sendAll')));
    } catch (e) { said.textContent = t('error', e.message); }
  }
  const button = (action, word, f) => may.includes(action) && el('button', { type: 'button', 'data-do': action, onclick: f }, t(word));
  let stamp = '';
  function show(job) {
    const now = JSON.stringify([job.pause, job.state === 'paused', job.state === 'running']);
    if (now === stamp) return;
    stamp = now;
    const had = document.activeElement?.dataset?.do && buttons.contains(document.activeElement);
    state.replaceChildren(...[paused(job)].filter(Boolean));
    buttons.replaceChildren(...[job.state === 'running' && button('stop', 'stopRun', stop),
      job.pause ? button('resume', 'resume', () => act('/resume', {}, 'goesOn')) : job.state !== 'paused' && button('pause', 'pause', pause),
      button('test-alert', 'testAlert', () => test('', false))].filter(Boolean));
    if (had) buttons.firstElementChild?.focus();
  }
  return { node: el('div', { class: 'steer' }, state, buttons, said, tests), show };
}
