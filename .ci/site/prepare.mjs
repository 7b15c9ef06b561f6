// prepare ROOT SRC lays the pages of the repository out for VitePress: English in SRC, Chinese in SRC/zh, the READMEs
// as the first pages, and SRC/shelves.json with the order of docs/README.md. A link to a file that is not a page
// leads to the repository.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const [root, src] = process.argv.slice(2)
const repository = 'https://github.com/ontocrawl/ontocrawl/blob/main/'
const chinese = /\.zh-CN\.md$/

// places: where each page of the repository stands in the site.
const places = new Map([['README.md', 'index.md'], ['README.zh-CN.md', 'zh/index.md']])
for (const folder of ['docs', 'docs/adr']) {
  for (const name of readdirSync(join(root, folder)).filter((n) => n.endsWith('.md'))) {
    let to = relative('docs', join(folder, name)).replace(/README/, folder === 'docs' ? 'contents' : 'index')
    if (chinese.test(to)) to = 'zh/' + to.replace(chinese, '.md')
    places.set(join(folder, name), to)
  }
}

// link returns what a link of the page `from` is in the site.
function link(from, target) {
  const [path, anchor] = target.split('#')
  if (!path || /^[a-z]+:/.test(target)) return target
  const file = normalize(join(dirname(from), path))
  const hash = anchor ? '#' + anchor : ''
  if (places.has(file)) {
    const to = relative(dirname(places.get(from)), places.get(file))
    return (to.startsWith('.') ? to : './' + to) + hash
  }
  if (/\.(webp|svg|png)$/.test(file)) return '/' + relative('docs', file)
  if (!existsSync(join(root, file))) throw new Error(`${from}: no file ${target}`)
  return repository + file + hash
}

for (const [from, to] of places) {
  let fenced = false
  const lines = readFileSync(join(root, from), 'utf8').split('\n').map((line) => {
    if (/^\s*```/.test(line)) fenced = !fenced
    if (fenced) return line
    return line.replace(/(\]\()([^)\s]+)(\))/g, (_, open, target, close) => open + link(from, target) + close)
  })
  mkdirSync(dirname(join(src, to)), { recursive: true })
  writeFileSync(join(src, to), lines.join('\n'))
}
for (const folder of ['images', 'img']) cpSync(join(root, 'docs', folder), join(src, 'public', folder), { recursive: true })

// shelves reads the headings and lists of a contents page.
function shelves(from) {
  const out = []
  for (const line of readFileSync(join(root, from), 'utf8').split('\n')) {
    const heading = /^## (.+)/.exec(line)
    const item = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line)
    if (heading) out.push({ text: heading[1], collapsed: false, items: [] })
    if (item) out.at(-1).items.push({ text: item[1], link: '/' + places.get(normalize(join(dirname(from), item[2]))).replace(/(index)?\.md$/, '') })
  }
  return out
}
writeFileSync(join(src, 'shelves.json'), JSON.stringify({ en: shelves('docs/README.md'), zh: shelves('docs/README.zh-CN.md') }))
