import type { Post } from '#features/posts/contract.ts'
import type { Opportunity } from '../contract.ts'

/** Returns an undecided lead for tests. */
export function newLead(id: string, overrides: Partial<Opportunity> = {}): Opportunity {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id,
    documentId: id,
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    score: 50,
    urgency: 0,
    label: 2,
    components: [],
    sentence: null,
    snippet: { text: '', marks: [] },
    postedAt: null,
    numComments: null,
    releasedAt: at,
    state: 'new',
    saved: false,
    decidedAt: null,
    reply: null,
    rejection: null,
    save: null,
    claim: null,
    unread: false,
    siblings: [],
    siblingCount: 0,
    ...overrides,
  }
}

/** Returns a post that is still on Reddit, for tests. */
export function aPost(overrides: Partial<Post> = {}): Post {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id: 'post',
    documentId: 'post',
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    outsideId: '1abc',
    kind: 'post',
    subreddit: 'kettles',
    author: 'mara',
    title: 'Which kettle?',
    body: '',
    bodyTruncated: false,
    url: null,
    permalink: '/r/kettles/comments/1abc/',
    flair: null,
    score: 1,
    numComments: 0,
    postedAt: at,
    standing: 'there',
    checkedAt: at,
    ...overrides,
  }
}
