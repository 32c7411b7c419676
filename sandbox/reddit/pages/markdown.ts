import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }
const cache = new Map<string, string>()
/** Cache size in texts. Pollers ask for the same texts again. */
const most = 5_000

/** Returns Markdown as safe HTML. HTML in the text is escaped, and no link runs a script. */
export function htmlOf(markdown: string): string {
  const before = cache.get(markdown)
  if (before !== undefined) return before
  const html = `<div class="md">${micromark(markdown, options)}\n</div>`
  cache.set(markdown, html)
  const [oldest] = cache.keys()
  if (cache.size > most && oldest !== undefined) cache.delete(oldest)
  return html
}

/** Returns the HTML with the markers that Reddit adds to texts other than comments. */
export function markedHtmlOf(markdown: string): string {
  return `<!-- SC_OFF -->${htmlOf(markdown)}<!-- SC_ON -->`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
