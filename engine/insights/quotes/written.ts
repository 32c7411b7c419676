import { plainText } from '../../text/plain-text.ts'
import { afterBullet, cutSentence, sentenceEnds, type TextRange } from '../../text/readable-sentences.ts'

/** How many uses of a term are looked at. */
const usesMost = 200
/** A word that is capitalized this often inside sentences is a name. */
const nameShare = 0.7

/** Returns a pattern for texts in lower case, as a reader finds them. */
function patternOf(forms: readonly string[]): RegExp {
  const sources = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', String.raw`[\s-]+`))
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${sources.join('|')})(?![\p{L}\p{N}])`, 'giu')
}

/** Returns the commonest way in which texts write a term, such as `CRM` or `spreadsheet`. */
export function writtenAs(texts: readonly string[], forms: readonly string[]): string {
  const uses = usesIn(texts, forms)
  const inside = uses.filter(({ isInside }) => isInside)
  const counts = new Map<string, number>()
  for (const { text } of inside.length > 0 ? inside : uses) {
    const written = text.replace(/[\s-]+/g, ' ')
    counts.set(written, (counts.get(written) ?? 0) + 1)
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)
  return best?.[0] ?? forms[0]!
}

/** Returns whether texts write a term as a name of a person or a place: with a capital, even inside sentences. */
export function isName(texts: readonly string[], forms: readonly string[]): boolean {
  const inside = usesIn(texts, forms).filter(({ isInside }) => isInside)
  const names = inside.filter(({ text }) => text.split(/[\s-]+/).every((word) => /^\p{Lu}\p{Ll}+$/u.test(word)))
  return inside.length > 0 && names.length >= nameShare * inside.length
}

/** Returns how texts write a term, and whether that is after another word in lower case. */
function usesIn(texts: readonly string[], forms: readonly string[]): { text: string; isInside: boolean }[] {
  const pattern = patternOf(forms)
  const uses: { text: string; isInside: boolean }[] = []
  for (const text of texts) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      uses.push({ text: found, isInside: /\p{Ll}[,;]? $/u.test(text.slice(Math.max(0, index - 3), index)) })
    }
    if (uses.length >= usesMost) break
  }
  return uses
}

/** Returns the first sentence of a text that has a term, with the term marked. */
export function sentenceWith(text: string, forms: readonly string[]): { text: string; marks: TextRange[] } | null {
  const pattern = patternOf(forms)
  // Most leads that have a term have it in one of their texts only.
  if (text.search(pattern) < 0) return null
  const plain = plainText(text)
  const ranges = [...plain.text.matchAll(pattern)].map(
    ({ 0: found, index }): TextRange => [index, index + found.length],
  )
  if (ranges.length === 0) return null
  const ends = sentenceEnds(text, plain)
  const number = ends.findIndex((end) => end > ranges[0]![0])
  const [from, to] = [ends[number - 1] ?? 0, ends[number]!]
  const cut = cutSentence(
    plain.text,
    afterBullet(plain.text, from, to),
    to,
    ranges.filter(([start, end]) => start >= from && end <= to),
  )
  return { text: cut.text, marks: cut.ranges }
}
