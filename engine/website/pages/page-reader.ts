import { Parser } from 'htmlparser2'
import { type Block, limits, oneLine, type Page, type PageLink, type PageParts } from './page-parts.ts'

/** The parser gets the text in pieces of this size, so that reading can stop early at excessive nesting. */
const pieceChars = 16_384

/** Elements whose contents aren't text of the page. */
const silent = new Set([
  'script',
  'style',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'select',
  'textarea',
  'canvas',
])
/** Elements within a block; any other element ends it. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const headings: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 }
const regions: Record<string, Block['region']> = { nav: 'navigation', footer: 'footer', noscript: 'noscript' }
const kinds: Record<string, Block['kind']> = { li: 'item', dt: 'item', dd: 'item', blockquote: 'quote' }

/**
 * Reads a page without building a tree: time and memory grow only with the length of the text, whatever its nesting.
 */
export function readPage({ url, html }: Page): PageParts {
  const reader = new PageReader(url)
  for (let at = 0; at < html.length && !reader.isFull; at += pieceChars) reader.write(html.slice(at, at + pieceChars))
  return reader.end()
}

class PageReader {
  isFull = false
  private readonly parser: Parser
  private readonly url: string
  private language: string | null = null
  private title = ''
  private readonly meta = new Map<string, string>()
  private readonly structured: string[] = []
  private readonly blocks: Block[] = []
  private readonly links: PageLink[] = []
  /** Names of the open elements. */
  private readonly open: string[] = []
  private text = ''
  private link: { href: string; from: number; text: string } | null = null
  /** The element that is read as a whole: the title, or a JSON-LD script. */
  private whole: { name: string; text: string; most: number; isData: boolean } | null = null
  /** The number of open silent elements. */
  private silences = 0

  constructor(url: string) {
    this.url = url
    this.parser = new Parser({
      onopentag: (name, attributes) => this.opened(name, attributes),
      onclosetag: (name) => this.closed(name),
      ontext: (text) => this.addText(text),
    })
  }

  write(piece: string): void {
    this.parser.write(piece)
    if (this.open.length > limits.depth) this.isFull = true
  }

  end(): PageParts {
    if (this.isFull) this.flush()
    else this.parser.end()
    this.flush()
    const { url, language, meta, structured, blocks, links } = this
    return { url, language, title: oneLine(this.title), meta, structured, blocks, links }
  }

  private opened(name: string, attributes: Record<string, string>): void {
    if (!inline.has(name)) this.flush()
    this.open.push(name)
    if (name === 'html') this.language = attributes.lang?.slice(0, 35) || null
    else if (name === 'meta') this.addMeta(attributes)
    else if (name === 'a') this.openLink(attributes.href)
    else if (name === 'title' && this.title === '' && this.silences === 0) {
      this.whole = { name, text: '', most: limits.titleChars, isData: false }
    }
    if (!silent.has(name)) return
    this.silences++
    const isData = name === 'script' && /^application\/ld\+json/i.test(attributes.type?.trim() ?? '')
    if (isData && this.structured.length < limits.scripts)
      this.whole = { name, text: '', most: limits.scriptChars, isData }
  }

  private closed(name: string): void {
    if (!inline.has(name)) this.flush()
    const at = this.open.lastIndexOf(name)
    if (at >= 0) this.open.length = at
    if (this.whole?.name === name) {
      if (this.whole.isData) this.structured.push(this.whole.text)
      else this.title = this.whole.text
      this.whole = null
    }
    if (silent.has(name)) this.silences = Math.max(0, this.silences - 1)
    if (name === 'a') this.closeLink()
  }

  private addText(text: string): void {
    const { whole } = this
    if (whole) {
      if (whole.text.length < whole.most) whole.text += text.slice(0, whole.most - whole.text.length)
    } else if (this.silences === 0 && this.text.length < limits.blockChars) {
      this.text += text.slice(0, limits.blockChars)
    }
  }

  private addMeta({ name, property, content }: Record<string, string>): void {
    const key = (property || name || '').toLowerCase().trim()
    if (key === '' || !content || this.meta.has(key) || this.meta.size >= limits.metas) return
    this.meta.set(key, oneLine(content.slice(0, limits.metaChars)))
  }

  private openLink(href: string | undefined): void {
    this.closeLink()
    this.link = href ? { href: href.trim().slice(0, limits.hrefChars), from: this.text.length, text: '' } : null
  }

  private closeLink(): void {
    const { link } = this
    this.link = null
    if (!link || this.links.length >= limits.links) return
    this.links.push({ href: link.href, text: oneLine(link.text + this.text.slice(link.from)) })
  }

  /** Ends the current block; a link may continue in the next one. */
  private flush(): void {
    const text = oneLine(this.text.slice(0, limits.blockChars))
    if (this.link) {
      this.link.text = `${this.link.text}${this.text.slice(this.link.from)} `.slice(0, limits.blockChars)
      this.link.from = 0
    }
    this.text = ''
    if (text === '') return
    if (this.blocks.length >= limits.blocks) this.isFull = true
    else this.blocks.push({ ...this.kindOfBlock(), text })
  }

  private kindOfBlock(): Omit<Block, 'text'> {
    let kind: Block['kind'] | null = null
    let level = 0
    let region: Block['region'] = 'body'
    for (const name of this.open) {
      region = regions[name] ?? region
      const found: Block['kind'] | undefined = headings[name] ? 'heading' : kinds[name]
      level = headings[name] ?? (found ? 0 : level)
      kind = found ?? kind
    }
    return { kind: kind ?? 'text', level, region }
  }
}
