import type { Place } from '../../community/types.ts'
import type { Answer } from '../../sign-in/exchange.ts'
import { markedHtmlOf } from '../pages/markdown.ts'
import { refused } from './call.ts'
import type { View } from './view.ts'

const quarantine =
  'It may contain a high degree of misinformation. Nobody can say so for sure, since this is a sandbox.'

/** The communities of `a+b+c`; of several, those that can be read. Or why there are none. */
export function placesOf({ state, origin }: View, names: string): { places: Place[] | 'all' } | { answer: Answer } {
  const parts = names.split(/[+ ]/).filter(Boolean)
  if (parts.some((part) => ['all', 'popular'].includes(part.toLowerCase()))) return { places: 'all' }
  if (parts.length > 1) {
    const places = parts.map((part) => state.place(part)).filter((place) => place !== null)
    return { places: places.filter((place) => state.standingOf(place) === 'public') }
  }
  const place = state.place(parts[0] ?? '')
  if (!place) {
    const location = `${origin}/subreddits/search?q=${encodeURIComponent(parts[0] ?? '')}`
    return { answer: { status: 302, body: '', headers: { location } } }
  }
  const answer = closedAnswer({ state }, place)
  return answer ? { answer } : { places: [place] }
}

/** One community by its name, or why it cannot be read. */
export function placeOf(view: View, name: string): { place: Place } | { answer: Answer } {
  const place = view.state.place(name)
  if (!place) return { answer: refused(404) }
  const answer = closedAnswer(view, place)
  return answer ? { answer } : { place }
}

export function closedAnswer({ state }: Pick<View, 'state'>, place: Place): Answer | null {
  switch (state.standingOf(place)) {
    case 'public':
      return null
    case 'private':
      return refused(403, { reason: 'private' })
    case 'banned':
      return refused(404, { reason: 'banned' })
    case 'quarantined': {
      const html = markedHtmlOf(quarantine)
      return refused(403, { reason: 'quarantined', quarantine_message: quarantine, quarantine_message_html: html })
    }
  }
}
