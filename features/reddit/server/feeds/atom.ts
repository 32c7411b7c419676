import { Parser } from 'htmlparser2'

/** An item of an Atom list, with its texts unchanged; '' for a missing one. */
export interface AtomEntry {
  /** Its full name, such as `t3_1abcde`. */
  id: string
  title: string
  author: string
  subreddit: string
  link: string
  published: string
  updated: string
  /** HTML. */
  content: string
}

/** The size of the chunks passed to the parser, so that endlessly nested input is rejected early. */
const pieceChars = 16_384
/** The maximum depth. The elements of a regular list are four deep. */
const depthMost = 12

/** The paths of an entry's fields within the entry. */
const fieldAt: Record<string, keyof AtomEntry> = {
  id: 'id',
  title: 'title',
  'author/name': 'author',
  published: 'published',
  updated: 'updated',
  content: 'content',
}

/**
 * Returns at most `most` entries of an Atom list; null if it isn't one or is incomplete. Never expands entities: a
 * document with a declaration is rejected.
 */
export function readAtom(xml: string, most: number): AtomEntry[] | null {
  return new AtomReader(most).read(xml)
}

class AtomReader {
  private readonly entries: AtomEntry[] = []
  private readonly most: number
  /** The names of the open elements. */
  private readonly path: string[] = []
  private entry: AtomEntry | null = null
  private isWhole = false
  private isRefused = false

  constructor(most: number) {
    this.most = most
  }

  read(xml: string): AtomEntry[] | null {
    const parser = new Parser(
      {
        onopentag: (name, attributes) => this.opened(name, attributes),
        onclosetag: (name, isImplied) => this.closed(name, isImplied),
        ontext: (text) => this.said(text),
        onprocessinginstruction: (name) => {
          if (name.startsWith('!')) this.isRefused = true
        },
      },
      { xmlMode: true },
    )
    for (let at = 0; at < xml.length; at += pieceChars) {
      parser.write(xml.slice(at, at + pieceChars))
      if (this.isRefused) return null
    }
    parser.end()
    return this.isWhole && !this.isRefused ? this.entries : null
  }

  private opened(name: string, attributes: Record<string, string>): void {
    this.path.push(name)
    const { path, entry } = this
    if (path.length > depthMost || path[0] !== 'feed' || this.isWhole) this.isRefused = true
    if (path.length === 2 && name === 'entry') this.entry = blank()
    if (!entry || path.length !== 3) return
    if (name === 'category') entry.subreddit ||= attributes.term ?? ''
    if (name === 'link') entry.link ||= attributes.href ?? ''
  }

  private closed(name: string, isImplied: boolean): void {
    this.path.pop()
    const depth = this.path.length
    if (depth > 1) return
    // An element closed implicitly, by the end of the text or of its parent, was cut off.
    if (name === 'feed' && depth === 0) this.isWhole = !isImplied
    if (name === 'entry' && this.entry) {
      if (isImplied) this.isRefused = true
      else if (this.entries.length < this.most) this.entries.push(this.entry)
      this.entry = null
    }
  }

  private said(text: string): void {
    const field = this.entry && fieldAt[this.path.slice(2).join('/')]
    if (this.entry && field) this.entry[field] += text
  }
}

function blank(): AtomEntry {
  return { id: '', title: '', author: '', subreddit: '', link: '', published: '', updated: '', content: '' }
}
