import { Parser } from 'htmlparser2'

/** The content of an entry's HTML. */
export interface EntryText {
  /** The author's text, with just enough Markdown to keep its paragraphs, lists, quotes and links. */
  text: string
  /** The target of a link post; null if there is none. */
  link: string | null
}

const pieceChars = 16_384
/** Reddit limits a text to 40,000 characters. Longer ones are cut when they are stored. */
const charsMost = 60_000
const depthMost = 100

const blocks = new Set('p h1 h2 h3 h4 h5 h6 pre blockquote ul ol li table tr hr'.split(' '))
const cells = new Set(['td', 'th'])

/** Extracts the author's text, which has its own element, and the target of a link post from the links around it. */
export function readEntryText(html: string): EntryText {
  return new EntryReader().read(html)
}

class EntryReader {
  private text = ''
  private line = ''
  private linkTo: string | null = null
  /** The names of the open elements. */
  private readonly open: string[] = []
  /** The depth of the element with the author's text; 0 outside it. */
  private ownDepth = 0
  private quotes = 0
  /** Whether the next block starts a list item. */
  private isItem = false
  private isTight = false
  private anchor: { href: string; text: string } | null = null

  read(html: string): EntryText {
    const parser = new Parser({
      onopentag: (name, attributes) => this.opened(name, attributes),
      onclosetag: (name) => this.closed(name),
      ontext: (text) => this.said(text),
    })
    for (let at = 0; at < html.length && !this.isFull(); at += pieceChars) parser.write(html.slice(at, at + pieceChars))
    if (!this.isFull()) parser.end()
    this.endBlock()
    return { text: this.text, link: this.linkTo }
  }

  private isFull(): boolean {
    return this.open.length > depthMost || this.text.length + this.line.length > charsMost
  }

  private opened(name: string, attributes: Record<string, string>): void {
    this.open.push(name)
    if (name === 'a') this.anchor = { href: attributes.href ?? '', text: '' }
    if (this.ownDepth === 0) {
      if (name === 'div' && attributes.class === 'md') this.ownDepth = this.open.length
      return
    }
    if (blocks.has(name)) this.endBlock()
    if (name === 'br') this.line += '\n'
    if (name === 'blockquote') this.quotes++
    if (name === 'li') this.isItem = true
    if (cells.has(name) && this.line !== '') this.line += ' | '
  }

  private closed(name: string): void {
    if (name === 'a') this.endAnchor()
    if (this.ownDepth > 0 && blocks.has(name)) this.endBlock()
    if (name === 'li') this.isItem = false
    if (this.ownDepth > 0 && name === 'blockquote') this.quotes = Math.max(0, this.quotes - 1)
    if (this.open.length === this.ownDepth) {
      this.endBlock()
      this.ownDepth = 0
    }
    this.open.pop()
  }

  private said(text: string): void {
    const words = this.open.includes('pre') ? text : text.replace(/\s+/g, ' ')
    if (this.anchor) this.anchor.text += words
    else if (this.ownDepth > 0) this.line += words
  }

  private endAnchor(): void {
    const { anchor } = this
    this.anchor = null
    if (!anchor) return
    const { href, text } = anchor
    if (this.ownDepth === 0) {
      if (text.trim() === '[link]') this.linkTo ??= href
    } else this.line += /^https?:/i.test(href) && href !== text ? `[${text}](${href})` : text
  }

  /** Ends the current block if it isn't empty. */
  private endBlock(): void {
    const isSpaced = this.open.includes('pre')
    const line = isSpaced
      ? this.line.trim()
      : this.line
          .replace(/ +/g, ' ')
          .replace(/ ?\n ?/g, '\n')
          .trim()
    this.line = ''
    if (line === '') return
    const isTight = this.isItem || this.open.includes('tr')
    const start = `${'> '.repeat(this.quotes)}${this.isItem ? '- ' : ''}`
    this.text += `${this.text === '' ? '' : isTight && this.isTight ? '\n' : '\n\n'}${start}${line}`
    this.isTight = isTight
    this.isItem = false
  }
}
