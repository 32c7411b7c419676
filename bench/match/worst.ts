import { buildMatcher, type Matcher } from '#engine/match/match.ts'
import { cpuSeconds } from './cpu-time.ts'

/** Returns phrases that hostile customers might add: one letter, nested, with long common beginnings, symbols. */
function hostilePhrases(): string[] {
  const nested = Array.from({ length: 100 }, (_, n) => 'a '.repeat(n + 2).trim())
  const attached = Array.from({ length: 250 }, (_, n) => '.a'.repeat(n + 1))
  const prefixed = Array.from({ length: 10_000 }, (_, n) => `best tool for ${n.toString(36)}x`)
  return ['a', 'b', 'the', '+', '++', `${'b '.repeat(249)}c`, ...nested, ...attached, ...prefixed]
}

const size = 100_000
/** The repetitions of a text, since a thread's CPU time has a resolution of some milliseconds. */
const repeats = 40

/** Texts designed to be slow, all about equally long. */
const hostileTexts: Record<string, string> = {
  'one letter in 100 nested phrases': 'a ',
  'near miss of a long phrase': 'b ',
  'prefix of 10,000 phrases': 'best tool for ',
  'most common word': 'the ',
  'symbols attached to words': '.a',
  'symbols only': '+',
  'one long word': 'x',
  whitespace: ' ',
  'accented capitals': 'É',
  'combining marks in the worst order': 'e\u0301\u0316\u0302\u0317',
  'ligatures and full-width letters': 'ﬁ Ａ ',
  Cyrillic: 'привет мир ',
  Chinese: '这个价格很高',
  emoji: '👍🏽 ',
  'Markdown inside words': 'a**b**c ',
  backslashes: '\\_',
  'escapes after letters': 'a\\_',
  'asterisks after letters': 'a*',
  'asterisks only': '*',
  'letters that fold to two': 'ß',
  'accent after each letter': 'a\u0301',
  'emoji after each letter': 'a👍',
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
    const started = cpuSeconds()
    for (const text of texts) {
      matcher.scan(text, () => {
        matches++
      })
    }
    best = Math.min(best, ((cpuSeconds() - started) * 1e9) / (bytes + matches))
  }
  return best
}
