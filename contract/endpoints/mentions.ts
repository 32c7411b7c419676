import { z } from 'zod'
import { type Endpoint, envelope, many, one } from '../endpoint.ts'
import { Mention } from '../entities/mention.ts'
import { MentionTotals } from '../mention-totals.ts'

export const MentionUpdate = z.strictObject({ handled: z.boolean() })
export type MentionUpdate = z.infer<typeof MentionUpdate>

export const mentionsEndpoints = {
  mentionsFind: {
    method: 'GET',
    path: '/mentions',
    access: 'signedIn',
    right: 'readLeads',
    find: 'mentions',
    answer: many(Mention),
  },
  mentionsFindOne: {
    method: 'GET',
    path: '/mentions/:id',
    access: 'signedIn',
    right: 'readLeads',
    find: 'mentions',
    answer: one(Mention),
  },
  /** Filtered as the list is; how that is sorted and paged changes nothing. */
  mentionTotals: {
    method: 'GET',
    path: '/mention-totals',
    access: 'signedIn',
    right: 'readLeads',
    find: 'mentions',
    answer: one(MentionTotals),
  },
  mentionsUpdate: {
    method: 'PUT',
    path: '/mentions/:id',
    access: 'signedIn',
    right: 'decide',
    body: envelope(MentionUpdate),
    answer: one(Mention),
  },
} as const satisfies Record<string, Endpoint>
