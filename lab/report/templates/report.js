'use strict';
// The script of a report of a crawl: the choice of language and colours, and tables that can be sorted, filtered and
// turned over. Whatever comes from a run becomes text of a node, never markup.
(() => {
  const byId = (id) => document.getElementById(id);
  const words = JSON.parse(byId('words').textContent);
  const tongues = { en: 'en', zh: 'zh-Hans' };
  const chosen = (name) => document.querySelector(`input[name=${name}]:checked`).value;

  // T is an English text of this program in the language that is shown, with its arguments.
  function T(text, ...args) { return fill(words[text]?.[chosen('lang')] ?? text, args); }

  function fill(text, args) {
    let next = 0;
    return text.replace(/%(?:\[(\d)\])?[sd]/g, (_, at) => args[at ? at - 1 : next++]);
  }

  function node(tag, props = {}, ...inside) {
    const n = Object.assign(document.createElement(tag), props);
    n.append(...inside);
    return n;
  }

  // say adds a text in all languages to n; the style shows one of them.
  function say(n, text, ...args) {
    for (const [lang, tongue] of Object.entries(tongues)) {
      n.append(node('span', { className: lang, lang: tongue }, fill(words[text]?.[lang] ?? text, args.map((a) => words[a]?.[lang] ?? a))));
    }
    return n;
  }

  // label sets a property of n that cannot hold elements, now and whenever the language changes.
  const labels = [];
  function label(n, prop, text) {
    const set = () => { n[prop] = T(text); };
    labels.push(set);
    set();
    return n;
  }

  const store = 'ontocrawl-report';
  function remember() {
    document.documentElement.lang = tongues[chosen('lang')];
    for (const set of labels) set();
    try { localStorage.setItem(store, JSON.stringify({ lang: chosen('lang'), theme: chosen('theme') })); } catch { /* it may be forbidden */ }
  }
  function recall() {
    let was = {};
    try { was = JSON.parse(localStorage.getItem(store)) ?? {}; } catch { /* it may be forbidden */ }
    for (const name of ['lang', 'theme']) {
      for (const one of document.getElementsByName(name)) {
        if (one.value === was[name]) one.checked = true;
        one.addEventListener('change', remember);
      }
    }
    document.documentElement.lang = tongues[chosen('lang')];
  }

  async function unpack() {
    const packed = Uint8Array.from(atob(JSON.parse(byId('data').textContent)), (c) => c.charCodeAt(0));
    const text = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return JSON.parse(await new Response(text).text());
  }

  // The places in a row of pages, as finds.go writes them.
  const [relevance, title, url, shown, host, lang, time, form, model, via, why, concepts] = Array(12).keys();
  const forms = ['%s in %s ×%d', 'the page above, %s', 'what marks taught: %s', 'other words do not fit', 'words that go with the topic: %s', 'model %s'];
  const small = (td, text, ...args) => td.append(node('br'), say(node('small'), text, ...args));

  // cells says of each kind of column how a cell is filled, and by what rows are sorted if not by the value itself.
  function cells(data) {
    const named = { key: (row, at) => data.names[row[at]], fill: (td, row, at) => td.append(data.names[row[at]]), left: true };
    named.text = named.key;
    const nothing = () => '';
    return {
      text: { fill: (td, row, at) => td.append(row[at]), wrap: true },
      word: { fill: (td, row, at) => say(td, row[at]), left: true },
      number: { fill: (td, row, at) => td.append(String(row[at])), down: true },
      percent: { fill: (td, row, at) => td.append((100 * row[at]).toFixed(1) + ' %'), down: true },
      relevance: { fill: (td, row, at) => td.append(row[at].toFixed(3)), left: true, down: true, text: nothing },
      time: { fill: (td, row, at) => td.append(new Date(1000 * row[at]).toISOString().slice(0, 16).replace('T', ' ')), left: true, down: true, text: nothing },
      host: named,
      language: named,
      page: { key: (row) => (row[title] || row[shown]).toLowerCase(), fill: fillPage, wrap: true, text: (row) => row[title] + ' ' + row[shown] },
      why: { key: (row) => data.names[row[why][1]] ?? '', fill: fillWhy, wrap: true, text: (row) => row[why].filter((_, i) => i % 4 === 1).map((n) => data.names[n]).join(' ') },
    };
    function fillPage(td, row) {
      const name = row[title] || row[shown];
      td.append(/^https?:/i.test(row[url]) ? node('a', { href: row[url], rel: 'noreferrer' }, name) : name);
      if (data.names[row[form]]) td.append(` (${data.names[row[form]]})`);
      td.append(node('br'), node('small', {}, row[shown]));
    }
    function fillWhy(td, row) {
      for (let i = 0; i < row[why].length; i += 4) {
        const [f, text, group, count] = row[why].slice(i, i + 4);
        if (i > 0) td.append(', ');
        say(td, forms[f], data.names[text], data.names[group], count);
      }
      if (row[model]) small(td, 'judged by model %d', row[model]);
      if (!row[via]) return;
      const [question, rank] = row[via], [, source, , , , , , how, what] = data.questions[question];
      small(td, 'asked %s (%s) for %s: result %d', source, how, what, rank);
    }
  }

  const plain = (text) => text.normalize('NFKC').toLowerCase();

  // counted returns [number, rows] of what the rows hold, the most frequent first.
  function counted(rows, of) {
    const n = new Map();
    for (const row of rows) for (const x of of(row)) n.set(x, (n.get(x) ?? 0) + 1);
    return [...n].sort((a, b) => b[1] - a[1]);
  }

  // grid makes a table of a section one of all rows.
  function grid(section, rows, data) {
    const kinds = cells(data), size = section.dataset.rows === 'pages' ? 100 : 20;
    const body = section.querySelector('tbody'), box = section.querySelector('.wide');
    const columns = [...section.querySelectorAll('th')].map((th) => ({ th, at: +th.dataset.at, ...kinds[th.dataset.kind] }));
    let found = rows, from = 0, texts = null;
    const conditions = new Map(); // by control: what a row must be

    const status = node('span'), back = say(node('button', { type: 'button' }), 'back'), on = say(node('button', { type: 'button' }), 'further');
    status.setAttribute('role', 'status');
    const pager = node('div', { className: 'pager' }, back, on, status);
    back.addEventListener('click', () => { from -= size; draw(); });
    on.addEventListener('click', () => { from += size; draw(); });

    function draw() {
      const lines = [];
      for (const row of found.slice(from, from + size)) {
        const tr = node('tr');
        for (const c of columns) {
          const td = node('td', { className: c.wrap ? 'wrap' : c.left ? 'left' : '' });
          c.fill(td, row, c.at);
          tr.append(td);
        }
        lines.push(tr);
      }
      body.replaceChildren(...lines);
      back.disabled = from === 0;
      on.disabled = from + size >= found.length;
      status.replaceChildren();
      if (found.length === 0) say(status, 'Nothing matches.');
      else say(status, '%d to %d of %d; %d in all', from + 1, Math.min(from + size, found.length), found.length, rows.length);
    }

    function filter() {
      found = rows.filter((row, i) => [...conditions.values()].every((holds) => holds(row, i)));
      from = 0;
      draw();
    }

    function sort(c, down) {
      const key = c.key ?? ((row, at) => row[at]), sign = down ? -1 : 1;
      const order = rows.map((row, i) => [key(row, c.at), i]);
      order.sort(([a, i], [b, j]) => (a < b ? -sign : a > b ? sign : i - j));
      rows = order.map(([, i]) => rows[i]);
      texts = null;
      for (const other of columns) other.th.removeAttribute('aria-sort');
      c.th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      by.value = columns.indexOf(c);
      filter();
    }

    const by = node('select'), direction = (c) => c.th.getAttribute('aria-sort');
    for (const c of columns) {
      const button = node('button', { type: 'button' }, ...c.th.childNodes);
      c.th.append(button);
      button.addEventListener('click', () => sort(c, direction(c) ? direction(c) === 'ascending' : !!c.down));
      const english = button.querySelector('.en')?.textContent ?? button.textContent;
      by.append(label(node('option', { value: columns.indexOf(c) }), 'textContent', english));
    }
    by.addEventListener('change', () => sort(columns[by.value], !!columns[by.value].down));

    // tool adds a control; holds says which rows its value lets through, null for all.
    const tools = node('div', { className: 'tools' });
    function tool(name, control, event, holds) {
      let wait;
      const change = () => { conditions.delete(control); const h = control.value.trim() && holds(control.value.trim()); if (h) conditions.set(control, h); filter(); };
      control.addEventListener(event, () => { clearTimeout(wait); wait = setTimeout(change, event === 'input' && rows.length > 5000 ? 250 : 0); });
      tools.append(node('label', { className: name === 'sorted by' ? 'sortby' : '' }, say(node('span'), name), control));
    }
    const text = (row) => plain(columns.map((c) => (c.text ? c.text(row, c.at) : row[c.at])).join(' '));
    if (rows.length > 1) {
      tool('text', node('input', { type: 'search' }), 'input', (typed) => {
        const all = plain(typed).split(/\s+/);
        return (_, i) => all.every((w) => (texts ??= rows.map(text))[i].includes(w));
      });
    }
    if (section.dataset.rows === 'pages') pageTools(tool, rows, data);
    if (rows.length > 1) tools.append(node('label', { className: 'sortby' }, say(node('span'), 'sorted by'), by));
    box.before(tools);
    box.after(pager);
    const first = columns.find(direction);
    sort(first, direction(first) === 'descending');
  }

  // pageTools filter pages by host, language and concept.
  function pageTools(tool, rows, data) {
    const hosts = node('datalist', { id: 'some-hosts' });
    for (const [h] of counted(rows, (row) => [row[host]]).slice(0, 200)) hosts.append(node('option', { value: data.names[h] }));
    document.body.append(hosts);
    const typed = node('input', { type: 'search' });
    typed.setAttribute('list', 'some-hosts');
    tool('host', typed, 'input', (v) => {
      const fit = data.names.map((name) => plain(name).includes(plain(v)));
      return (row) => fit[row[host]];
    });
    const choose = (name, list, names, holds) => {
      const control = node('select', {}, label(node('option', { value: '' }), 'textContent', 'all'));
      for (const [x, n] of list.slice(0, 2000)) control.append(node('option', { value: x }, `${names[x] || '–'} (${n})`));
      tool(name, control, 'change', (v) => (row) => holds(row, +v));
    };
    choose('language', counted(rows, (row) => [row[lang]]), data.names, (row, x) => row[lang] === x);
    choose('concept', counted(rows, (row) => row[concepts]), data.concepts, (row, x) => row[concepts].includes(x));
  }

  recall();
  unpack().then((data) => {
    for (const section of document.querySelectorAll('section[data-rows]')) {
      if (data[section.dataset.rows]?.length) grid(section, data[section.dataset.rows], data);
    }
    document.documentElement.dataset.ready = 'yes';
  }).catch(() => {
    const p = say(node('p', { className: 'note' }), 'This browser cannot unpack the rows of the tables: they show the first ones only.');
    document.querySelector('main').prepend(p);
  });
})();
