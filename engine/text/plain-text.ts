/** A text without its Markdown, and the original offset of each of its UTF-16 units. */
export interface PlainText {
  text: string
  /** By unit of `text`: the offset in the original; never decreasing. */
  origins: readonly number[]
}

/** The longest link, so that a text full of brackets takes no longer than any other. */
const linkMost = 1_000
/** A bare address up to this length is shown whole. */
const shortUrl = 30

const entity = /&(?:amp;){0,3}(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/iy
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
}
const url = /https?:\/\/([^\s<>()[\]"/?#]+)([^\s<>()[\]"]*)/iy
const fence = /[ \t]{0,3}(?:```|~~~)[^\n`]*(?=\n|$)/y
/** Rules, and the line below the head of a table. */
const rule = /[ \t]*(?:(?:[-*_=|:][ \t]*){3,})(?=\n|$)/y
const lineMarks = /(?:[ \t]*(?:>!?|&gt;!?|#(?=\s)|#{2,}|[-*+](?=\s)))+/y
const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/
const escaped = /[`_{}[\]()#+\-.!|>~&^]/

/** By ASCII code: 1 for characters that never have a special meaning. An `h` may start an address. */
const isOrdinary = new Uint8Array(128)
for (const char of 'abcdefgijklmnopqrstuvwxyzABCDEFGIJKLMNOPQRSTUVWXYZ0123456789.,\'"?:;()$%/')
  isOrdinary[char.charCodeAt(0)] = 1

/**
 * Returns a post as its reader sees it, on one line: without emphasis, headings, quotes, lists, fences and images.
 * Links become their text and long bare addresses their host; entities and escapes are resolved. One pass, linear in
 * the length of the text.
 */
export function plainText(markdown: string): PlainText {
  return new Reader(markdown).read()
}

/** Returns the range of a part of the original in the plain text; null if nothing of it is left. */
export function plainTextRange(
  { origins }: PlainText,
  start: number,
  end: number,
): [start: number, end: number] | null {
  const from = firstFrom(origins, start)
  const to = firstFrom(origins, end)
  return from < to ? [from, to] : null
}

class Reader {
  private readonly source: string
  private readonly units: string[] = []
  private readonly origins: number[] = []
  /** Open brackets, by their indexes in `units`. */
  private readonly brackets: number[] = []
  private at = 0
  /** The next closing parenthesis; infinite if there is none. */
  private nextClose = -1

  constructor(source: string) {
    this.source = source
  }

  read(): PlainText {
    const { source } = this
    this.startLine()
    while (this.at < source.length) this.next(source[this.at]!)
    this.removeEmpty()
    return { text: this.units.join(''), origins: this.origins }
  }

  /** Removes the brackets of links, and spaces at the end. */
  private removeEmpty(): void {
    const { units, origins } = this
    let kept = 0
    for (let from = 0; from < units.length; from++) {
      if (units[from] === '') continue
      units[kept] = units[from]!
      origins[kept++] = origins[from]!
    }
    while (kept > 0 && units[kept - 1] === ' ') kept--
    units.length = kept
    origins.length = kept
  }

  private next(char: string): void {
    if (isOrdinary[char.charCodeAt(0)] === 1) this.put(char, 1)
    else if (char === '\n') {
      this.space()
      this.startLine()
    } else if (/\s/.test(char)) this.space()
    else if (char === '\\' && escaped.test(this.source[this.at + 1] ?? '')) {
      this.at++
      this.put(this.source[this.at]!, 1)
    } else if (char === '\\' && /[\\*]/.test(this.source[this.at + 1] ?? '')) this.at++
    else if (char === '&') this.entity()
    else if (char === '[') this.open()
    else if (char === ']') this.close()
    else if ((char === 'h' || char === 'H') && this.matchAt(url)) this.url()
    else if (this.isMark(char) || invisible.test(char)) this.at++
    else this.put(char, 1)
  }

  /** Returns whether a character marks emphasis, code or strikethrough, unlike `2 * 3` and `some_name`. */
  private isMark(char: string): boolean {
    const before = this.source[this.at - 1] ?? ' '
    const after = this.source[this.at + 1] ?? ' '
    if (char === '`') return true
    if (char === '*') return !(/\s/.test(before) && /\s/.test(after))
    if (char === '_') return !(/[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after))
    if (char === '~') return before === '~' || after === '~'
    if (char === '!') return (before === '>' && /\S/.test(after)) || after === '<' || after === '['
    return char === '<' ? before === '!' : char === '>' && after === '!'
  }

  private startLine(): void {
    if (this.source[this.at] === '\n') this.at++
    const block = this.matchAt(fence) ?? this.matchAt(rule) ?? this.matchAt(lineMarks)
    if (block) this.at += block[0].length
  }

  private entity(): void {
    const match = this.matchAt(entity)
    const char = match ? decoded(match[1]!) : null
    if (match === null || char === null) this.put('&', 1)
    else if (/^\s$/.test(char)) this.space(match[0].length)
    else if (invisible.test(char)) this.at += match[0].length
    else this.put(char, match[0].length)
  }

  private open(): void {
    this.brackets.push(this.units.length)
    this.put('[', 1)
  }

  /** Ends a link's text, and drops its brackets and address. */
  private close(): void {
    const opened = this.brackets.pop()
    const end = this.source[this.at + 1] === '(' ? this.endOfTarget(this.at + 1) : -1
    if (opened === undefined || end < 0) this.put(']', 1)
    else {
      this.units[opened] = ''
      this.at = end
    }
  }

  /**
   * Returns the end of a link's address whose parenthesis opens at `from`, even if it is cut off there; otherwise -1.
   */
  private endOfTarget(from: number): number {
    const { source } = this
    const most = Math.min(source.length, from + linkMost)
    if (this.nextClose < from) {
      const found = source.indexOf(')', from)
      this.nextClose = found < 0 ? Number.POSITIVE_INFINITY : found
    }
    if (this.nextClose >= most) return most === source.length && !/\s/.test(source.slice(from, most)) ? most : -1
    let depth = 0
    for (let at = from; at < most; at++) {
      const char = source[at]
      if (char === '\n') return -1
      if (char === '(') depth++
      else if (char === ')' && --depth === 0) return at + 1
    }
    return -1
  }

  private url(): void {
    const [whole, host = '', rest = ''] = this.matchAt(url)!
    let end = whole.length
    while (".,;:!?*_'~".includes(whole[end - 1]!)) end--
    const isShown = end <= shortUrl || rest.length < 2
    const text = isShown ? whole.slice(whole.indexOf('//') + 2, end) : `${host}/…`
    this.put(text.replace(/^www\./i, ''), end)
  }

  private put(text: string, width: number): void {
    if (text.length === 1) {
      this.units.push(text)
      this.origins.push(this.at)
    } else {
      for (let i = 0; i < text.length; i++) {
        this.units.push(text[i]!)
        this.origins.push(this.at + Math.min(i, width - 1))
      }
    }
    this.at += width
  }

  /** Writes one space for any run of white space, and none at the start. */
  private space(width = 1): void {
    const last = this.units.at(-1)
    if (last === undefined || last === ' ') this.at += width
    else this.put(' ', width)
  }

  private matchAt(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    return pattern.exec(this.source)
  }
}

function decoded(name: string): string | null {
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? null
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
  return isCharacter ? String.fromCodePoint(code) : null
}

/** Returns the first index whose origin is not before `offset`. */
function firstFrom(origins: readonly number[], offset: number): number {
  let low = 0
  let high = origins.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (origins[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low
}
