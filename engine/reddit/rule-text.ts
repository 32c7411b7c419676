import { plainText } from '../text/plain-text.ts'

/** Returns the sentences of a rule, without Markdown. */
export function sentencesOf(markdown: string): string[] {
  return markdown
    .split(/\r?\n/)
    .map((line) => plainText(line).text.trim())
    .flatMap((line) => line.split(/(?<=[.!?;])(?<!\b(?:e\.g|i\.e|etc|incl|approx|max|min|bzw|z\.B|ca|p\.ej|ex)\.)\s+/i))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Lowercases a text and removes accents, hyphens and apostrophes. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/n['’ʼ`´]t\b/g, 'nt')
    .replace(/['’ʼ`´]/g, ' ')
    .replace(/[-‐‑–—_]+/g, ' ')
    .replace(/\s+/g, ' ')
}

/**
 * Builds one pattern from folded phrases between bars, matched at word boundaries; `*` is the rest of a word, `#` a
 * number.
 */
export function patternOf(phrases: string): RegExp {
  const alternatives = phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) =>
      phrase
        .replace(/[.+?^${}()[\]\\/]/g, '\\$&')
        .replace(/\*/g, '[\\p{L}\\p{N}]*')
        .replace(/#/g, '\\d+'),
    )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}
