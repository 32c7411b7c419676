import { count } from '#platform/web/text/units.ts'
import type { Forgetting } from '../contract.ts'

/** The reasons for which a post was forgotten (DESIGN 4). */
export const reasonTexts: Record<Forgetting['standing'], string> = {
  deleted: 'The author deleted it on Reddit.',
  removed: 'It was removed on Reddit.',
  absent: 'It is no longer on Reddit.',
  authorless: 'The author left Reddit.',
  reduced: "It came from RSS and couldn't be verified in time, so only words from its title are kept.",
}

/** Names the forgotten rows of the project: a lead, a mention or both. */
export function subjectText({ opportunityId, mentionId }: Pick<Forgetting, 'opportunityId' | 'mentionId'>): string {
  if (opportunityId === null) return mentionId === null ? 'A post' : 'A mention'
  return mentionId === null ? 'A lead' : 'A lead and a mention'
}

/** Returns what else the project lost with it; empty if nothing. */
export function relatedText({ texts, people }: Pick<Forgetting, 'texts' | 'people'>): string {
  const quotes = texts === 1 ? 'quotes in 1 note or message' : `quotes in ${count(texts)} notes and messages`
  const names = people === 1 ? 'the name of 1 person' : `the names of ${count(people)} people`
  const parts = [...(texts > 0 ? [quotes] : []), ...(people > 0 ? [names] : [])]
  return parts.length > 0 ? `Also deleted: ${parts.join(' and ')}.` : ''
}
