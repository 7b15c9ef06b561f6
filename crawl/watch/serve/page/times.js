// Times and durations in words.
import { lang, t } from './words.js';
import { el } from './dom.js';

const locale = () => (lang() === 'zh' ? 'zh-CN' : 'en-GB');

const aDay = (iso) => iso.length === 10;

// exact is a time on the reader's clock, or a day, which no zone moves.
export function exact(iso) {
  if (aDay(iso)) return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
}

// span says a duration in its largest unit, as people do.
export function span(ms) {
  const s = Math.abs(ms) / 1000;
  const [n, unit] = s < 90 ? [s, 'second'] : s < 5400 ? [s / 60, 'minute'] : s < 129600 ? [s / 3600, 'hour'] : [s / 86400, 'day'];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(Math.round(n));
}

export function relative(iso, now = Date.now()) {
  const ms = new Date(iso).getTime() - now;
  if (Math.abs(ms) < 2000) return t('now');
  return ms < 0 ? t('ago', span(ms)) : t('inTime', span(ms));
}

// when is a time beside now, exact on hovering and for whoever reads aloud.
export function when(iso) {
  if (!iso) return el('span', {}, '–');
  return el('time', { datetime: iso, title: exact(iso) }, aDay(iso) ? exact(iso) : relative(iso));
}

// after is how long a time lies behind another; 0 if that is a day, or unknown.
export function after(iso, from) {
  return from && !aDay(from) ? new Date(iso) - new Date(from) : 0;
}

export function number(n, digits = 0) {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(n);
}

export function percent(n) {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(n);
}
