import { normalForm } from '../text/text.ts'
import { type Edit, QueryFault } from './fault.ts'
import { fieldMeant, isQueryField } from './fields.ts'
import { type Filter, type QueryField, queryBounds, type Wording } from './query.ts'
import { quoted } from './quoted.ts'
import { scoreFilter } from './values.ts'
import { wordingOf } from './wording.ts'

/** A token of a query with its offsets. `written` is the text of a word, or the content of quotes. */
export type Token = { start: number; end: number } & (
  | { kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'end' }
  | { kind: 'near'; within: number }
  | { kind: 'field'; name: Exclude<QueryField, 'score'> }
  | { kind: 'score'; filter: Filter }
  | ({ kind: 'word' | 'quote'; written: string } & Wording)
)

/**
 * Returns the tokens of a query, and one for its end. With `keepsSigns`, all symbols of a word are searched for, as in
 * a phrase. Without it, the punctuation at its end is dropped, and a word needs a letter or digit. Throws QueryFault.
 */
export function tokensOf(text: string, keepsSigns: boolean): Token[] {
  return new Lexer(text, keepsSigns).tokens()
}

/** Replaces typographic forms of operators. Each is one UTF-16 unit, so offsets stay the same. */
function plain(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‑−]/g, '-')
    .replace(controls, ' ')
}

const controls = /\p{Cc}/gu
const space = /\s*/y
const word = /[^\s()"]+/y
const signsOnly = /^[!-/:-@[-`{-~]+$/
const punctuation = /[.,;:!?…]+$/
const namedValue = /^([a-z_]+):(?!\/\/)/i
const compared = /^([a-z_]+)(?:>=|<=|>|<)-?\d+$/i

const operators = new Map<string, 'and' | 'or' | 'not'>([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
])

/** Returns whether a dash excludes something, rather than being one symbol among others. */
function startsWithMinus(written: string, behind: string): boolean {
  return written === '-' ? /["(]/.test(behind) : written.startsWith('-') && !signsOnly.test(written)
}

/** Shortens a text to be quoted in a message. */
function clipped(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text
}

class Lexer {
  private readonly text: string
  private readonly keepsSigns: boolean
  private readonly found: Token[] = []
  private at = 0

  constructor(text: string, keepsSigns: boolean) {
    this.text = plain(text)
    this.keepsSigns = keepsSigns
  }

  tokens(): Token[] {
    for (;;) {
      this.skipSpace()
      const char = this.text[this.at]
      const span = { start: this.at, end: this.at + 1 }
      if (char === undefined) {
        this.found.push({ kind: 'end', start: this.at, end: this.at })
        return this.found
      }
      if (char === '(' || char === ')') this.push({ kind: char === '(' ? 'open' : 'close', ...span })
      else if (char === '"') this.quote()
      else this.word()
    }
  }

  private push(token: Token): void {
    this.found.push(token)
    this.at = token.end
  }

  private skipSpace(): void {
    space.lastIndex = this.at
    space.exec(this.text)
    this.at = space.lastIndex
  }

  /** Reads quotes. All in them is literal, except a star after the last letter. A backslash makes even that literal. */
  private quote(): void {
    const start = this.at
    let written = ''
    let isEscaped = false
    let at = start + 1
    for (; at < this.text.length && this.text[at] !== '"'; at++) {
      isEscaped = this.text[at] === '\\' && /["\\*]/.test(this.text[at + 1] ?? '')
      if (isEscaped) at++
      written += this.text[at]
    }
    if (at >= this.text.length) throw this.unclosed(start)
    const isStarred = !isEscaped && /[\p{L}\p{N}\p{M}]\*$/u.test(written)
    const hasStarBehind = this.text[at + 1] === '*'
    const span = { start, end: at + (hasStarBehind ? 2 : 1) }
    const words = isStarred ? written.slice(0, -1) : written
    const bare = [{ ...span, text: quoted(words) }]
    const wording = wordingOf(words, isStarred || hasStarBehind, span, bare)
    this.push({ kind: 'quote', written: words, ...wording, ...span })
  }

  private unclosed(start: number): QueryFault {
    const end = this.text.length
    const inside = this.text.slice(start + 1)
    const isOpenEscape = (/\\+$/.exec(inside)?.[0].length ?? 0) % 2 === 1
    const fix =
      normalForm(inside) === '' ? { start, end, text: '' } : { start: end, end, text: isOpenEscape ? '\\"' : '"' }
    return new QueryFault({ start, end }, 'This quote is not closed', [fix])
  }

  private word(): void {
    word.lastIndex = this.at
    const [written = ''] = word.exec(this.text) ?? []
    const start = this.at
    const span = { start, end: start + written.length }
    const behind = this.text[span.end] ?? ' '
    const operator = operators.get(written)
    const name = namedValue.exec(written)?.[1]
    const hasValue = name !== undefined && (written.length > name.length + 1 || /["(]/.test(behind))
    if (operator !== undefined) this.push({ kind: operator, ...span })
    else if (/^NEAR(\/|$)/.test(written)) this.near(written, span)
    else if (startsWithMinus(written, behind)) this.minus(written, span)
    else if (/^score(:|[<>=])/i.test(written)) this.score(written, span)
    else if (name !== undefined && (hasValue || isQueryField(name.toLowerCase()))) this.field(name, written, span)
    else this.plainWord(written, span)
  }

  private near(written: string, span: { start: number; end: number }): void {
    const number = /^NEAR\/(\d+)$/.exec(written)?.[1]
    const within = Number(number)
    const most = queryBounds.near
    if (number === undefined) {
      throw new QueryFault(span, 'NEAR needs a number of words, as in NEAR/5', [{ ...span, text: 'NEAR/5' }])
    }
    if (within > most) {
      throw new QueryFault(span, `NEAR allows a distance of up to ${most} words`, [{ ...span, text: `NEAR/${most}` }])
    }
    this.push({ kind: 'near', within, ...span })
  }

  private minus(written: string, { start }: { start: number }): void {
    const dashes = /^-+/.exec(written)![0].length
    const span = { start, end: start + dashes }
    if (dashes > 1) {
      throw new QueryFault(span, 'Use a single minus to exclude a word', [{ ...span, text: '-' }])
    }
    this.push({ kind: 'minus', ...span })
  }

  private score(written: string, span: { start: number; end: number }): void {
    const value = { text: written.slice('score'.length), start: span.start + 'score'.length, end: span.end }
    this.push({ kind: 'score', filter: scoreFilter({ ...value, whole: span }), ...span })
  }

  private field(name: string, written: string, { start, end }: { start: number; end: number }): void {
    const field = name.toLowerCase()
    const span = { start, end: start + name.length + 1 }
    if (isQueryField(field) && field !== 'score') {
      this.push({ kind: 'field', name: field, ...span })
      return
    }
    const intended = fieldMeant(field)
    const withoutField =
      written.length > span.end - start ? { start, end, text: quoted(written) } : { ...span, text: '' }
    const fix = intended === null ? withoutField : { ...span, text: `${intended}:` }
    const cause = `Unknown field “${clipped(name)}”${intended === null ? '. To search for these words, put them in quotes' : ''}`
    throw new QueryFault(span, cause, [fix])
  }

  private plainWord(written: string, span: { start: number; end: number }): void {
    const name = compared.exec(written)?.[1]
    const intended = name === undefined ? null : isQueryField(name) ? 'score' : fieldMeant(name)
    if (name !== undefined && intended === 'score') {
      const fix = [{ start: span.start, end: span.start + name.length, text: 'score' }]
      throw new QueryFault(span, `Comparisons work only with score, not “${clipped(name)}”`, fix)
    }
    if (signsOnly.test(written) && !(this.keepsSigns && !written.includes('*'))) throw this.loneSigns(written, span)
    if (!this.keepsSigns && /^\+\p{L}/u.test(written)) {
      const plus = { start: span.start, end: span.start + 1 }
      throw new QueryFault(plus, 'Words are required by default. Remove the +', [{ ...plus, text: '' }])
    }
    const content = this.keepsSigns ? written : written.replace(punctuation, '')
    const star = content.indexOf('*')
    if (star >= 0 && star < content.length - 1) {
      const cause = 'A * must be at the end of a word. To search for the character itself, use quotes'
      throw new QueryFault(span, cause, [{ ...span, text: quoted(written) }])
    }
    const words = star < 0 ? content : content.slice(0, -1)
    const bare = [{ start: span.start + words.length, end: span.end, text: '' }]
    this.push({ kind: 'word', written: words, ...wordingOf(words, star >= 0, span, bare), ...span })
  }

  private loneSigns(written: string, span: { start: number; end: number }): QueryFault {
    const instead: Record<string, string> = { '&': 'AND', '&&': 'AND', '|': 'OR', '||': 'OR', '+': '', '*': '' }
    const put = (text: string): Edit => ({ ...span, text })
    if (Object.hasOwn(instead, written)) {
      const text = instead[written]!
      const cause = text === '' ? `A ${written} on its own has no effect` : `Write ${text} instead of ${written}`
      return new QueryFault(span, cause, [put(text)])
    }
    const next = /^\s+(?=[^\s-])/.exec(this.text.slice(span.end))
    if (written === '-' && next) {
      const gap = { start: span.end, end: span.end + next[0].length, text: '' }
      return new QueryFault(span, 'Remove the space between the minus and the word it excludes', [gap])
    }
    const before = /\bscore\s+$/i.exec(this.text.slice(0, span.start))
    if (/^[<>]=?$/.test(written) && before && next && /\d/.test(this.text[span.end + next[0].length]!)) {
      const all = { start: before.index, end: span.end + next[0].length, text: `score${written}` }
      return new QueryFault(span, 'Write the comparison without spaces, as in score>10', [all])
    }
    return new QueryFault(span, `To search for ${clipped(written)} itself, put it in quotes`, [put(quoted(written))])
  }
}
