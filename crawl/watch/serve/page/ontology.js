// The ontology of a job: what is in force, findings, versions and how they differ.
import { el, named } from './dom.js';
import { t, lang } from './words.js';
import { when, number } from './times.js';
import { get, ofJob } from './api.js';
import { difference } from './ontodiff.js';

const jobLink = (job) => el('a', { href: '#/job/' + encodeURIComponent(job) }, job);

// standing says which version judges, and what is wrong with the file.
function standing(v) {
  if (!v.name) return el('p', {}, t('manyOntologies'));
  if (v.fault) {
    return el('div', { class: 'fault', role: 'alert' }, el('p', {}, el('strong', {}, t('fileBroken')), v.fault.line ? [' ', t('atLine', v.fault.line, v.fault.col)] : null),
      el('p', {}, named(v.fault.text)), v.in_force ? el('p', {}, t('oldStays', v.in_force)) : null);
  }
  return el('p', {}, v.in_force ? t(v.current ? 'versionInForce' : 'fileDiffers', v.in_force) : t('notJudged'));
}

function finding(f) {
  return el('li', { class: 'story' }, el('h3', {}, el('span', { class: 'tag ' + f.level.toLowerCase() }, t('l.' + f.level)), ' ', f.name ? named(f.name) : el('code', {}, f.rule)),
    el('p', {}, named(f.message)),
    el('p', { class: 'soft' }, el('code', {}, f.rule), f.file ? [' · ', named(f.file)] : null, f.line ? ' · ' + t('findingLine', f.line) : null),
    f.hint ? el('details', {}, el('summary', {}, t('howToFix')), el('p', {}, named(f.hint))) : null);
}

function findings(v) {
  const all = v.errors + v.warnings + v.infos;
  return el('section', {}, el('h2', {}, t('findingsHead')), el('p', {}, t('findingsCount', number(v.errors), number(v.warnings), number(v.infos))),
    v.findings.length ? el('ol', { class: 'stories' }, v.findings.map(finding)) : v.fault ? null : el('p', { class: 'soft' }, t('noFindings')),
    all > v.findings.length ? el('p', { class: 'soft' }, t('firstFindings', number(v.findings.length))) : null);
}

// effect is what a version did to the pages that were kept.
function effect(v) {
  if (!v.judged) return v.number > 1 ? el('p', { class: 'soft' }, t('notJudgedAgain')) : null;
  const j = v.judged;
  return el('p', {}, [['becameRelevant', j.gained], ['becameIrrelevant', j.lost], ['onlyMoved', j.moved], ['judgedPages', j.pages], ...(j.no_text ? [['withoutText', j.no_text]] : [])]
    .map(([k, n], i) => [i ? ' · ' : '', t(k, number(n))]));
}

function version(v) {
  return el('li', { class: 'story' }, el('h3', {}, t('versionN', v.number)),
    el('p', { class: 'soft' }, when(v.at), ' · ', v.after ? t('sinceVisit', number(v.after)) : t('fromBegin'), ' · ', el('code', {}, v.hash.slice(0, 12)), v.kept ? null : ' · ' + t('textGone')),
    effect(v));
}

// compare lets a person choose two versions, and shows how they differ.
function compare(job, v) {
  const kept = v.versions.filter((x) => x.kept);
  if (!kept.length) return null;
  const select = (id, numbers, chosen) => el('select', { id }, numbers.map((n) => el('option', { value: n, selected: n === chosen }, n ? t('versionN', n) : t('theFile'))));
  const numbers = kept.map((x) => x.number);
  const from = select('diff-from', numbers, numbers[1] ?? numbers[0]), to = select('diff-to', [0, ...numbers], numbers.length > 1 && v.current ? numbers[0] : 0);
  const out = el('div'), said = el('p', { role: 'status', class: 'said' });
  const show = async (e) => {
    e.preventDefault();
    said.textContent = '…';
    try { out.replaceChildren(difference(await get(ofJob(job) + `/ontology/diff?from=${from.value}&to=${to.value}`))); said.textContent = ''; } catch (x) { said.textContent = t('error', x.message); }
  };
  const field = (node, word) => el('div', { class: 'filter' }, el('label', { for: node.id }, t(word)), node);
  return el('section', {}, el('h2', {}, t('compareVersions')), el('form', { class: 'filters', onsubmit: show }, field(from, 'from'), field(to, 'to'), el('button', {}, t('showDifference'))), said, out);
}

export async function ontologyView(place, job) {
  const v = await get(ofJob(job) + '/ontology?lang=' + lang());
  place.append(el('section', {}, el('h2', {}, jobLink(job), ' · ', t('ontologyHead'), v.name ? [' ', el('small', {}, named(v.name))] : null), standing(v),
    v.name ? el('p', { class: 'row' }, el('a', { class: 'tap', href: '#/job/' + encodeURIComponent(job) + '/offers' }, t('toOffers')),
      el('a', { class: 'tap', href: '/api/v1' + ofJob(job) + '/ontology/copy', download: '' }, t('downloadOntology'))) : null), findings(v));
  if (v.versions.length) place.append(el('section', {}, el('h2', {}, t('versionsHead')), el('ol', { class: 'stories' }, v.versions.map(version))));
  const both = compare(job, v);
  if (both) place.append(both);
  return {};
}
