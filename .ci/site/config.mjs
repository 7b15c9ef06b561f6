// The site: its languages, shelves and search. The pages are those of prepare.mjs.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const shelves = JSON.parse(readFileSync(new URL('../shelves.json', import.meta.url)))

const examples = (heading, report, view) => ({
  text: heading,
  items: [
    { text: report, link: '/examples/report.html', target: '_blank' },
    { text: view, link: '/examples/typhoon.html', target: '_blank' },
  ],
})

// plain keeps braces of a page from being read as a template of Vue, and shows indented code as fenced code.
function plain(md) {
  md.renderer.rules.code_block = (tokens, at, ...rest) => md.renderer.rules.fence(tokens, at, ...rest)
  for (const name of ['text', 'code_inline']) {
    const rule = md.renderer.rules[name]
    md.renderer.rules[name] = (...args) => rule(...args).replaceAll('{{', '&#123;&#123;')
  }
}

export default defineConfig({
  title: 'ontocrawl',
  base: process.env.SITE_BASE || '/',
  cleanUrls: false,
  markdown: { html: false, linkify: false, config: plain },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        // Words, and of Chinese each character and each pair: there is no space between its words.
        miniSearch: {
          options: {
            tokenize: (text) =>
              text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
                const han = word.match(/\p{Script=Han}+/gu) || []
                const rest = word.split(/\p{Script=Han}+/u).filter(Boolean)
                return rest.concat(han.flatMap((h) => [...h].flatMap((c, i, all) => (i + 1 < all.length ? [c, c + all[i + 1]] : [c]))))
              }),
          },
        },
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                noResultsText: '没有结果：',
                resetButtonTitle: '清除',
                displayDetails: '显示详细内容',
                footer: { selectText: '选择', navigateText: '移动', closeText: '关闭' },
              },
            },
          },
        },
      },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      description: 'A topic crawler that an ontology steers',
      themeConfig: {
        nav: [{ text: 'Tutorial', link: '/tutorial' }, { text: 'All pages', link: '/contents' }, examples('Examples', 'Report of a crawl', 'The ontology of typhoons')],
        sidebar: shelves.en,
        outline: { level: [2, 3] },
      },
    },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      description: '由本体引导的主题爬虫',
      themeConfig: {
        nav: [{ text: '教程', link: '/zh/tutorial' }, { text: '全部页面', link: '/zh/contents' }, examples('示例', '一次爬取的报告', '台风本体')],
        sidebar: shelves.zh,
        outline: { level: [2, 3], label: '本页' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '外观',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
        langMenuLabel: '语言',
      },
    },
  },
})
