import type { Item } from '../../item.ts'
import { plainText } from '../../text/plain-text.ts'
import { afterBullet, cutSentence, sentenceEnds, type TextRange } from '../../text/readable-sentences.ts'
import { objectionRules } from './objection-rules.ts'
import { painRules } from './pain-rules.ts'
import { requestRules } from './request-rules.ts'
import { keyAt, keyCount, letterAt, type Rule, type Rules, type StatementKind } from './rules.ts'

/** A sentence in which an author says something of a kind. */
export interface Statement {
  /** The sentence without Markdown, cut between words if it is long. */
  text: string
  /** The ranges of the words that say it. */
  marks: TextRange[]
  /** What it is about, roughly. */
  topic: string
  /** The part of the sentence that it is in, without the words that say a problem. */
  clause: string
}

/** The characters of a body that are read. Few authors say what they want after them. */
const bodyMost = 4_000
const wordsLeast = 4

/** Returns what the author of an English item says of a kind, in the order of the text. */
export function statementsIn(item: Pick<Item, 'kind' | 'title' | 'body'>, kind: StatementKind): Statement[] {
  return ownTexts(item).flatMap((text) => statementsOf(text, kind))
}

/** Quoted lines are another user's, and code isn't said by anybody. */
const notOwn = /^(?:[ \t]*(?:>(?!!)|&gt;(?!!)).*| {4,}\S.*|\t.*)$|^[ \t]*```[\s\S]*?(?:^[ \t]*```|$(?![\s\S]))/gm

/** Returns the texts that an item's author wrote. The title above a comment is another user's. */
export function ownTexts({ kind, title, body }: Pick<Item, 'kind' | 'title' | 'body'>): string[] {
  const own = body.slice(0, bodyMost).replace(notOwn, '')
  return kind === 'comment' ? [own] : [title, own]
}

function statementsOf(text: string, kind: StatementKind): Statement[] {
  if (!maySay(text, tables[kind])) return []
  const plain = plainText(text)
  const low = lowered(plain.text)
  const found: Statement[] = []
  let from = 0
  for (const to of sentenceEnds(text, plain)) {
    const statement = statementOf(plain.text, low.slice(from, to), from, to, kind)
    if (statement) found.push(statement)
    from = to
  }
  return found
}

/** Rules, and which of them have a word as an anchor. */
interface Table {
  rules: readonly { rule: Rule; topic: string }[]
  byAnchor: ReadonlyMap<number, readonly number[]>
  /** By key: 1 for anchors. */
  isAnchor: Uint8Array
}

const tables: Readonly<Record<StatementKind, Table>> = {
  pains: tableOf(painRules),
  objections: tableOf(objectionRules),
  requests: tableOf(requestRules),
}

function tableOf(byTopic: Rules): Table {
  const rules = Object.entries(byTopic).flatMap(([topic, own]) => own.map((rule) => ({ rule, topic })))
  const byAnchor = new Map<number, number[]>()
  const isAnchor = new Uint8Array(keyCount)
  for (const [index, { rule }] of rules.entries()) {
    for (const key of rule.anchors) {
      byAnchor.set(key, [...(byAnchor.get(key) ?? []), index])
      isAnchor[key] = 1
    }
  }
  return { rules, byAnchor, isAnchor }
}

/** Returns whether any rule matches a text with Markdown. Reading it as plain text takes longer than this. */
function maySay(text: string, table: Table): boolean {
  // Some rules need the start of a sentence.
  const low = lowered(text.replace(/[*_~`#]/g, '').replaceAll('\n', '. '))
  return rulesFor(low, table).some((index) => !matchesOf(table.rules[index]!.rule.pattern, low).next().done)
}

/** Returns the indexes of the rules that a sentence may match, in order. */
function rulesFor(sentence: string, { byAnchor, isAnchor }: Table): number[] {
  const found = new Set<number>()
  for (let at = 0; at < sentence.length; at++) {
    if (letterAt(sentence, at) < 0) continue
    const key = keyAt(sentence, at)
    if (isAnchor[key] === 1) for (const index of byAnchor.get(key)!) found.add(index)
    while (letterAt(sentence, at) >= 0) at++
  }
  return [...found].sort((a, b) => a - b)
}

/** `low` is the sentence from `from` to `to` in lower case. */
function statementOf(text: string, low: string, from: number, to: number, kind: StatementKind): Statement | null {
  const table = tables[kind]
  let topic = ''
  const ranges: TextRange[] = []
  for (const index of rulesFor(low, table)) {
    const { rule, topic: own } = table.rules[index]!
    if (ranges.length > 0 && own !== topic) break
    for (const [start, end] of matchesOf(rule.pattern, low)) {
      if (isSaid(kind, low, start)) ranges.push([start, end])
    }
    topic = own
  }
  if (ranges.length === 0 || wordCountOf(low) < wordsLeast) return null
  const marks = merged(ranges)
  const shifted = marks.map(([start, end]): TextRange => [from + start, from + end])
  const cut = cutSentence(text, Math.min(afterBullet(text, from, to), shifted[0]![0]), to, shifted)
  return {
    text: cut.text,
    marks: cut.ranges,
    topic,
    clause: clauseAround(text.slice(from, to), marks[0]!, kind !== 'requests'),
  }
}

/** Does what `matchAll` does, which copies the pattern each time. */
function* matchesOf(pattern: RegExp, sentence: string): Generator<TextRange> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(sentence); match; match = pattern.exec(sentence)) {
    yield [match.index, match.index + match[0].trimEnd().length]
  }
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

/** Finds another subject before a match. */
const subjectBefore = (subjects: string) =>
  new RegExp(
    String.raw`\b(?:${subjects})(?: (?:are|is|was|were|get|often|who|still|also|just|might|may|can|'re|always|usually|really|tend|to|be|so|been|have|understandably))*[^,.;:]{0,3}$`,
  )
const readers = "you|you're|your|people|users|companies|businesses|folks|those|who|many|most|others|everyone"
/** Whose statements don't count. In objections, `they` are those who sell the product. */
const others: Readonly<Record<StatementKind, RegExp | null>> = {
  pains: subjectBefore(`${readers}|they|they're|he|she`),
  objections: subjectBefore(readers),
  requests: null,
}
const negated =
  /(?:\b(?:not|no|never|without|isn't|aren't|don't|doesn't|didn't|haven't|wasn't|won't|wouldn't|hardly|nothing|if|when|unless|in case)\b)(?: [\p{L}']+){0,3} $/u

/** Returns whether the author says a match at this position, of themselves and without taking it back. */
function isSaid(kind: StatementKind, sentence: string, at: number): boolean {
  const before = sentence.slice(Math.max(0, at - 50), at)
  return !negated.test(before) && !others[kind]?.test(before)
}

function wordCountOf(sentence: string): number {
  return sentence.split(' ').filter((word) => /\p{L}/u.test(word)).length
}

/** Returns a text in lower case with straight apostrophes and plain spaces, and with the same length. */
function lowered(text: string): string {
  const low = text.toLowerCase()
  const same = low.length === text.length ? low : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return same.replace(/[’‘`´]/g, "'").replace(/\s/g, ' ')
}

function clauseAround(sentence: string, [start, end]: TextRange, leavesOut: boolean): string {
  const first = Math.max(0, ...[...sentence.slice(0, start).matchAll(/[,;:()–—]| - /g)].map((stop) => stop.index))
  const next = sentence.slice(end).search(/[;:()–—.!?]| - /)
  const to = next < 0 ? sentence.length : end + next
  return leavesOut ? `${sentence.slice(first, start)}, ${sentence.slice(end, to)}` : sentence.slice(first, to)
}
