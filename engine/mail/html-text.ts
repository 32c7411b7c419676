import { Parser } from 'htmlparser2'

const blocks = new Set(
  'p div br tr li ul ol table h1 h2 h3 h4 h5 h6 blockquote pre section article header footer hr'.split(' '),
)
/** Contents that nobody reads as text. */
const unread = new Set(['style', 'script', 'head', 'title', 'noscript', 'template', 'svg'])

/** Returns the text of an HTML mail. Addresses of links and images aren't kept, and nothing is loaded. */
export function textOfHtml(html: string): string {
  const parts: string[] = []
  let depth = 0
  let quotes = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (unread.has(name)) depth++
      if (name === 'blockquote') quotes++
      if (blocks.has(name)) parts.push('\n')
      if (name === 'li') parts.push('- ')
      if (name === 'td' || name === 'th') parts.push(' ')
    },
    ontext: (text) => {
      if (depth > 0) return
      const plain = text.replace(/\s+/g, ' ')
      // Quoted lines are marked, so that they aren't taken for the writer's own words.
      parts.push(quotes > 0 && parts.at(-1) === '\n' && plain.trim() !== '' ? `> ${plain.trimStart()}` : plain)
    },
    onclosetag: (name) => {
      if (unread.has(name) && depth > 0) depth--
      if (name === 'blockquote' && quotes > 0) quotes--
      if (blocks.has(name) && name !== 'br') parts.push('\n')
    },
  })
  parser.write(html)
  parser.end()
  return parts
    .join('')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
