import { z } from 'zod'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'
import { Person } from '#platform/contract/row.ts'

/** Why a recipient gets no mail: unconfirmed: they haven't confirmed their address · refused: a mail server refused it. */
const SkippedReceiver = z.object({ user: Person, reason: z.enum(['role', 'unconfirmed', 'refused']) })
export type SkippedReceiver = z.infer<typeof SkippedReceiver>

/** Whom a report was sent to. */
export const ReportDelivery = z.object({ sent: z.array(Person), skipped: z.array(SkippedReceiver) })
export type ReportDelivery = z.infer<typeof ReportDelivery>

export const reportDeliveryEndpoints = {
  /** Sends the report to its recipients now. Answers 409 without any. */
  reportDeliveryCreate: {
    method: 'POST',
    path: '/reports/:id/delivery',
    access: 'signedIn',
    right: 'changeReports',
    answer: one(ReportDelivery),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>
