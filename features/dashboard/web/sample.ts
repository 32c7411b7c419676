import type { Dashboard } from '../contract.ts'
import type { Voice } from './voice.ts'

const of = (count: number) => ({ count, capped: false })

/** What the numbers of a busy project could look like, shown until there are real ones. */
export const sample: Pick<Dashboard, 'queue' | 'replies' | 'stages'> & { voices: Voice[] } = {
  queue: {
    newLeads: of(24),
    hotLeads: of(6),
    dueReplies: of(3),
    overdueTasks: 1,
    todaysTasks: 2,
    unreadMessages: 4,
    unreadMail: 1,
  },
  replies: {
    sent: of(31),
    live: of(26),
    removed: of(2),
    unchecked: of(3),
    medianSeconds: 2 * 3600 + 10 * 60,
    before: { sent: 18, medianSeconds: 3 * 3600 },
  },
  stages: [
    { key: 'new', name: 'New', kind: 'open', people: 12 },
    { key: 'contacted', name: 'Contacted', kind: 'open', people: 9 },
    { key: 'inConversation', name: 'In conversation', kind: 'open', people: 5 },
    { key: 'won', name: 'Won', kind: 'won', people: 3 },
    { key: 'lost', name: 'Lost', kind: 'lost', people: 2 },
  ],
  voices: [
    { id: 'rival', kind: 'competitor', phrase: 'A competitor', percent: 48 },
    { id: 'brand', kind: 'brand', phrase: 'Your product', percent: 31 },
    { id: 'other', kind: 'competitor', phrase: 'Another competitor', percent: 21 },
  ],
}

/** Returns the sample with as much as a role sees. */
export function sampleFor(isTeam: boolean): typeof sample {
  if (isTeam) return sample
  const hidden = { dueReplies: null, overdueTasks: null, todaysTasks: null, unreadMessages: null, unreadMail: null }
  return { ...sample, queue: { ...sample.queue, ...hidden }, stages: null }
}
