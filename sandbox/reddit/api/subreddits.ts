import type { Subreddit } from '../../community/types.ts'
import type { Answer } from '../../sign-in/exchange.ts'
import { markedHtmlOf } from '../pages/markdown.ts'
import { refused } from './call.ts'
import type { View } from './view.ts'

const quarantine = 'It may contain a high degree of misinformation. This is a sandbox, so nobody can tell.'

/** Returns the readable communities of `a+b+c`, or the error if there are none. */
export function readableSubreddits(
  { state, origin }: View,
  names: string,
): { subreddits: Subreddit[] | 'all' } | { answer: Answer } {
  const parts = names.split(/[+ ]/).filter(Boolean)
  if (parts.some((part) => ['all', 'popular'].includes(part.toLowerCase()))) return { subreddits: 'all' }
  if (parts.length > 1) {
    const subreddits = parts.map((part) => state.subreddit(part)).filter((subreddit) => subreddit !== null)
    return { subreddits: subreddits.filter((subreddit) => state.standingOf(subreddit) === 'public') }
  }
  const subreddit = state.subreddit(parts[0] ?? '')
  if (!subreddit) {
    const location = `${origin}/subreddits/search?q=${encodeURIComponent(parts[0] ?? '')}`
    return { answer: { status: 302, body: '', headers: { location } } }
  }
  const answer = closedAnswer({ state }, subreddit)
  return answer ? { answer } : { subreddits: [subreddit] }
}

/** Returns a community by name, or the reason why it can't be read. */
export function readableSubreddit(view: View, name: string): { subreddit: Subreddit } | { answer: Answer } {
  const subreddit = view.state.subreddit(name)
  if (!subreddit) return { answer: refused(404) }
  const answer = closedAnswer(view, subreddit)
  return answer ? { answer } : { subreddit }
}

export function closedAnswer({ state }: Pick<View, 'state'>, subreddit: Subreddit): Answer | null {
  switch (state.standingOf(subreddit)) {
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
