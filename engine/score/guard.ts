import { type Hit, isListed } from '../candidates/candidates.ts'
import type { CompiledProfile } from '../candidates/profile.ts'
import type { Item } from '../item.ts'
import type { Span } from '../spans.ts'
import { foreignLanguage } from '../text/language.ts'
import type { Reason } from './component.ts'
import { cueNumber, cues } from './cues.ts'
import { type Reading, readItem } from './reading.ts'
import { sentencesOf } from './sentences.ts'
import { guardPoints } from './weights.ts'

/** Units that show that a number is not an age: `I'm 15 minutes away`. */
const measure =
  /^\s*(?:%|(?:percent|sec|second|min|minute|hour|hr|day|week|month|mile|mi|km|kg|lb|pound|inch|foot|feet|point|page|credit|k|x)s?\b)/i

/** Returns why an item is never a lead, as the only reason of its intent; null if nothing rules it out. */
export function guardOf(compiled: CompiledProfile, item: Item, hits: readonly Hit[]): Reason | null {
  const { title, body } = readItem(item)
  for (const kind of personal) {
    const inTitle = spansOf(item, 'title', title, kind)
    const inBody = spansOf(item, 'body', body, kind)
    const spans = inTitle === none ? inBody : [...inTitle, ...inBody]
    if (spans.length > 0) return { kind, text: cues[kind].text, points: guardPoints.person, spans: spans.slice(0, 3) }
  }
  const language = foreignLanguage(compiled.languages, title, body)
  if (language === null) return null
  const written = `written in ${language}`
  const text = hits.some(isListed) ? `Keyword match only: ${written}` : `Written in ${language}`
  return { kind: 'language', text, points: guardPoints.language, spans: [] }
}

const personal = ['distress', 'minor'] as const
const none: readonly Span[] = []

/** Returns the spans in which an author is in distress or a minor. Hardly any field has one. */
function spansOf(item: Item, field: 'title' | 'body', reading: Reading, kind: 'distress' | 'minor'): readonly Span[] {
  const sentences = sentencesOf(field, reading)
  if (sentences.totals[cueNumber[kind]] === 0) return none
  return sentences
    .cuesOf(kind)
    .map((at): Span => ({ field, start: sentences.cueStarts[at]!, end: sentences.cueEnds[at]! }))
    .filter(({ end }) => kind === 'distress' || !measure.test(item[field].slice(end, end + 12)))
}
