import { z } from 'zod'
import { type Endpoint, nothing, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'

/** Somebody else at a lead, or in its thread: in this project, or in another one of the same owner and the caller. */
export const Companion = z.object({
  /** replied: a lead of the thread · answering: this lead or another one of the thread · claimed: this lead */
  kind: z.enum(['replied', 'answering', 'claimed']),
  opportunity: z.uuid(),
  project: z.object({ id: z.uuid(), name: z.string() }),
  /** A user's name, also the caller's for replies; null if they are no longer known. */
  by: z.string().nullable(),
  /** When they replied or claimed it, or until when they count as answering. */
  at: instant,
  /** The address of the reply on Reddit; null if unknown. */
  permalink: z.string().nullable(),
})
export type Companion = z.infer<typeof Companion>

export const replyTeamEndpoints = {
  replyCompanyFind: {
    method: 'GET',
    path: '/opportunities/:id/reply-company',
    access: 'signedIn',
    right: 'decide',
    answer: one(z.array(Companion)),
  },
  /** Shows the caller as answering the lead, for a while. Sent again while they write. */
  answeringPut: {
    method: 'PUT',
    path: '/opportunities/:id/answering',
    access: 'inPerson',
    right: 'decide',
    answer: one(z.object({ until: instant })),
  },
  answeringDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/answering',
    access: 'inPerson',
    right: 'decide',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
