import { franc } from 'franc-min'
import { lexicon, phraseField, phraseWidth } from '../score/lexicon.ts'
import { type Reading, readItem } from '../score/reading.ts'
import { languageLimits as limits } from '../score/weights.ts'

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const english = 'en'

/** The two-letter codes of the languages that can be detected; languages without such a code are left out. */
export const supportedLanguages: ReadonlySet<string> = new Set(
  limits.languages.map((code) => new Intl.Locale(code).language).filter((code) => code.length === 2),
)

/** Returns the ISO 639-1 code of an item's language; null if it is too short to tell. */
export function languageOf(item: { title: string; body: string }): string | null {
  const { title, body } = readItem(item)
  return codeOf(title, body)
}

/** Returns the code of the language of a product's own words, or English if they are too short to tell. */
export function languageOfText(text: string): string {
  return languageOf({ title: '', body: text }) ?? english
}

/** Returns the English name of an item's language if it is neither English nor one of these, else null. */
export function foreignLanguage(languages: ReadonlySet<string>, title: Reading, body: Reading): string | null {
  const code = codeOf(title, body)
  return code === null || code === english || languages.has(code) ? null : names.of(code)!
}

/** The language of the last item. */
const last: { title: number; body: number; code: string | null } = { title: -1, body: -1, code: null }

/** Detects the language once per item, whatever the number of products. */
function codeOf(title: Reading, body: Reading): string | null {
  if (last.title !== title.version || last.body !== body.version) {
    last.title = title.version
    last.body = body.version
    last.code = detectedCode(title, body)
  }
  return last.code
}

/** Returns null if the text is too short to tell. Detects plain English cheaply and leaves the rest to a library. */
function detectedCode(title: Reading, body: Reading): string | null {
  if (englishShare(title, body) >= limits.englishShare) return english
  const letters = `${title.text}\n${body.text.slice(0, limits.chars)}`.replace(/https?:\S+|[^\p{L}\s]/gu, '')
  if (letters.trim().length < limits.leastChars) return null
  const code = franc(letters, { only: [...limits.languages] })
  return code === 'und' ? null : new Intl.Locale(code).language
}

/** Returns the share of the first characters in words of the table, which is made from English posts. */
function englishShare(title: Reading, body: Reading): number {
  let known = 0
  for (const { positions, length } of [title, body]) {
    for (let at = 0; at < length && positions[at + 1]! < limits.chars; at += 3) {
      const word = lexicon.phrases[positions[at]! * phraseWidth + phraseField.word]!
      // Without a branch, since a processor can't predict which phrases are words.
      known += (positions[at + 2]! - positions[at + 1]! + 1) & ~(word >> 31)
    }
  }
  return known / (title.text.length + Math.min(body.text.length, limits.chars) + 1)
}
