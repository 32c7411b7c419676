import { Parser } from 'htmlparser2'

/** Longer texts are cut when they are stored. */
const charsMost = 60_000

/**
 * Returns the text of HTML from Hacker News: paragraphs, code as it is, and links by their addresses, since their texts
 * are cut. Anything else loses its markup.
 */
export function hackerNewsText(html: string): string {
  let text = ''
  let link: string | null = null
  let code = 0
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === 'p') text += '\n\n'
      else if (name === 'br') text += '\n'
      else if (name === 'pre') code++
      else if (name === 'a') link = href ?? ''
    },
    ontext: (said) => {
      // The text of a link is its address, cut.
      if (link !== null && /^https?:\/\//i.test(link)) return
      text += code > 0 ? said.replace(/^(?=.)/gm, '    ') : said.replace(/\s+/g, ' ')
    },
    onclosetag: (name) => {
      if (name === 'pre') code = Math.max(0, code - 1)
      if (name !== 'a') return
      if (link !== null && /^https?:\/\//i.test(link)) text += link
      link = null
    },
  })
  parser.write(html.slice(0, charsMost))
  parser.end()
  return text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
