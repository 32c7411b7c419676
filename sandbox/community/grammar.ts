import type { Random } from './random.ts'

/**
 * The syntax of patterns: `{this|that|}` is one of several, possibly empty; `<slot>` is a fact or a line of the section
 * with that name, `<slot+s>` its plural; `¶` starts a paragraph, `⏎` a line, and `¦` is a bar.
 */
export type Pattern = readonly Part[]
type Part = string | { slot: string; plural: boolean } | { choices: readonly Pattern[] }

/** The lines and `firsts` that a text has used. */
type UsedLines = Set<Pattern | string>

/** Returns the state for a new text. */
export function startOfText(): UsedLines {
  return new Set()
}

/** Sections by name, each a list of patterns. */
export type Lexicon = ReadonlyMap<string, readonly Pattern[]>

/** The sources for slots: facts first, then the lexicons in order. */
export interface Scope {
  facts: Readonly<Record<string, string>>
  /** Fills a slot at its first use; later uses take its section. */
  firsts?: Readonly<Record<string, string>>
  lexicons: readonly Lexicon[]
}

/** Parses sections: `# name`, then patterns, several per line separated by ` | `, or a question with its answers. */
export function readLexicon(text: string): Lexicon {
  const sections = new Map<string, Pattern[]>()
  let section: Pattern[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('# ')) {
      section = sections.get(line.slice(2)) ?? []
      sections.set(line.slice(2), section)
    } else if (line.includes(' => ')) section.push(readQuestion(line))
    else if (line !== '') section.push(...splitAtBars(line).map((each) => readPattern(each.trim())))
  }
  return sections
}

const answers = new WeakMap<Pattern, readonly Pattern[]>()

/** Returns the answers to a question, written in a lexicon as `question => answer / answer`. */
export function answersTo(question: Pattern): readonly Pattern[] {
  return answers.get(question) ?? []
}

function readQuestion(line: string): Pattern {
  const [question, ...rest] = line.split(' => ')
  const pattern = readPattern(question!)
  answers.set(pattern, rest.join().split(' / ').map(readPattern))
  return pattern
}

/** Returns one text of a pattern. A line of a section rarely repeats. */
export function say(pattern: Pattern, scope: Scope, random: Random): string {
  return textOf(pattern, scope, random, new Set())
}

/** Returns one text of a section. `used` has the lines used so far and collects new ones. */
export function sayOne(slot: string, scope: Scope, random: Random, used = startOfText()): string {
  return fillSlot(slot, scope, random, used)
}

/** Returns the slots in a pattern, at any depth. */
export function slotsOf(pattern: Pattern): string[] {
  return pattern.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'slot' in part ? [part.slot] : part.choices.flatMap(slotsOf)
  })
}

function textOf(pattern: Pattern, scope: Scope, random: Random, used: UsedLines): string {
  let text = ''
  for (const part of pattern) {
    if (typeof part === 'string') text += part
    else if ('choices' in part) text += textOf(random.pick(part.choices), scope, random, used)
    else {
      const filling = fillSlot(part.slot, scope, random, used)
      text += part.plural ? pluralOf(filling) : filling
    }
  }
  return text
}

function fillSlot(slot: string, scope: Scope, random: Random, used: UsedLines): string {
  const { facts, firsts, lexicons } = scope
  const fact = facts[slot]
  if (fact !== undefined) return fact
  const once = firsts?.[slot]
  if (once !== undefined && !used.has(slot)) {
    used.add(slot)
    return once
  }
  const section = lexicons.find((each) => each.has(slot))?.get(slot)
  if (!section) throw new Error(`Nothing fills <${slot}>`)
  let chosen = random.pick(section)
  for (let tries = 0; tries < 5 && used.has(chosen); tries++) chosen = random.pick(section)
  used.add(chosen)
  const words = textOf(chosen, scope, random, used)
  return words === once ? textOf(random.pick(section), scope, random, used) : words
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

function readPattern(text: string): Pattern {
  const parts: Part[] = []
  for (const [piece] of text.matchAll(/<[\w+-]+>|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|[^<{]+|[<{]/g)) {
    if (/^<[\w+-]+>$/.test(piece)) parts.push(readSlot(piece.slice(1, -1)))
    else if (piece.startsWith('{') && piece.length > 1) {
      parts.push({ choices: splitAtBars(piece.slice(1, -1)).map(readPattern) })
    } else parts.push(piece.replaceAll('¶', '\n\n').replaceAll('⏎', '\n').replaceAll('¦', '|'))
  }
  return parts
}

function readSlot(text: string): Part {
  return text.endsWith('+s') ? { slot: text.slice(0, -2), plural: true } : { slot: text, plural: false }
}

/** Splits at bars outside braces. */
function splitAtBars(text: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}') depth--
    else if (text[at] === '|' && depth === 0) {
      pieces.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...pieces, text.slice(from)]
}
