import { buildMatcher, type Matcher } from '#engine/match/match.ts'
import { processorSeconds } from './processor-time.ts'

/** Returns phrases that hostile customers might add: one letter, nested, with long common beginnings, symbols. */
function hostilePhrases(): string[] {
  const nested = Array.from({ length: 100 }, (_, n) => 'a '.repeat(n + 2).trim())
  const glued = Array.from({ length: 250 }, (_, n) => '.a'.repeat(n + 1))
  const prefixed = Array.from({ length: 10_000 }, (_, n) => `best tool for ${n.toString(36)}x`)
  return ['a', 'b', 'the', '+', '++', `${'b '.repeat(249)}c`, ...nested, ...glued, ...prefixed]
}

const size = 100_000
/** The repetitions of a text, since a thread's processor time has a resolution of some milliseconds. */
const repeats = 40

/** Texts designed to be slow, all about equally long. */
const hostileTexts: Record<string, string> = {
  'one letter, a hundred nested phrases': 'a ',
  'a long phrase that nearly stands there': 'b ',
  'a prefix of ten thousand phrases': 'best tool for ',
  'the commonest word': 'the ',
  'signs glued to words': '.a',
  'signs alone': '+',
  'one word': 'x',
  'white space': ' ',
  'capitals with accents': 'É',
  'marks in the worst order': 'e\u0301\u0316\u0302\u0317',
  'ligatures and full width': 'ﬁ Ａ ',
  Cyrillic: 'привет мир ',
  Chinese: '这个价格很高',
  emoji: '👍🏽 ',
  'Markdown inside words': 'a**b**c ',
  backslashes: '\\_',
  'escapes after letters': 'a\\_',
  'stars after letters': 'a*',
  'stars alone': '*',
  'letters that become two': 'ß',
  'an accent after each letter': 'a\u0301',
  'an emoji after each letter': 'a👍',
}

export interface Cost {
  name: string
  /** Nanoseconds per byte and match. */
  cost: number
}

/** Returns the usual cost of a byte or match, and that of each hostile text, with hostile phrases among the others. */
export function worstCosts(phrases: readonly string[], texts: readonly string[]): { usual: number; worst: Cost[] } {
  const matcher = buildMatcher([...phrases, ...hostilePhrases()])
  const usual = costOf(matcher, texts)
  const worst = Object.entries(hostileTexts).map(([name, piece]) => ({
    name,
    cost: costOf(
      matcher,
      Array.from({ length: repeats }, () => piece.repeat(size / piece.length)),
    ),
  }))
  return { usual, worst: worst.sort((a, b) => b.cost - a.cost) }
}

/** Returns the best of five rounds, which other programs affect least. */
function costOf(matcher: Matcher, texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    let matches = 0
    const started = processorSeconds()
    for (const text of texts) {
      matcher.scan(text, () => {
        matches++
      })
    }
    best = Math.min(best, ((processorSeconds() - started) * 1e9) / (bytes + matches))
  }
  return best
}
