import type { Reason } from '@earshot/contract/entities'
import { cueNumber, cues } from './cues.ts'
import type { Evidence } from './evidence.ts'
import type { Item } from './item.ts'
import { foreignTo } from './language.ts'
import type { CompiledProfile } from './profile.ts'
import { readItem } from './reading.ts'
import { guardPoints } from './weights.ts'

/** What a number is that is no age: `I'm 15 minutes away`. */
const measure =
  /^\s*(?:%|(?:percent|sec|second|min|minute|hour|hr|day|week|month|mile|mi|km|kg|lb|pound|inch|foot|feet|point|page|credit|k|x)s?\b)/i

/** Why an item is no lead whatever it asks for, as the one reason of its intent; null where nothing forbids it. */
export function guardOf(compiled: CompiledProfile, item: Item, { cueSpans }: Evidence): Reason | null {
  for (const kind of ['distress', 'minor'] as const) {
    const spans = cueSpans[cueNumber[kind]]!.filter(
      ({ field, end }) =>
        kind === 'distress' || !measure.test(item[field === 'title' ? 'title' : 'body'].slice(end, end + 12)),
    )
    if (spans.length > 0) return { text: cues[kind].text, points: guardPoints.person, spans: spans.slice(0, 3) }
  }
  const { title, body } = readItem(item)
  const language = foreignTo(compiled.languages, title, body)
  return language === null ? null : { text: `Written in ${language}`, points: guardPoints.language, spans: [] }
}
