import type { Mention } from '../contract.ts'

/** Returns a mention, for tests. */
export function mentionOf(overrides: Partial<Mention> & Pick<Mention, 'id'>): Mention {
  const instant = '2026-11-20T12:00:00.000Z'
  return {
    documentId: overrides.id,
    createdAt: instant,
    updatedAt: instant,
    publishedAt: instant,
    kind: 'brand',
    phrase: 'Pipewell',
    named: [],
    sentence: 'Pipewell did it in a day.',
    spans: { phrases: [[0, 8]], shown: [] },
    sentiment: 'neutral',
    author: 'mara',
    subreddit: 'Plumbing',
    postedAt: instant,
    handled: false,
    handledAt: null,
    muted: false,
    opportunityId: null,
    ...overrides,
  }
}
