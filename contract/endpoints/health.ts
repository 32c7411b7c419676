import { z } from 'zod'
import { type Endpoint, envelope, one } from '../endpoint.ts'
import * as entity from '../entities.ts'

/** Which failed jobs to try again. */
export const RetryCreate = z.strictObject({ kind: z.enum(entity.jobKinds) })
export type RetryCreate = z.infer<typeof RetryCreate>

export const healthEndpoints = {
  healthReport: { method: 'GET', path: '/projects/:id/health', access: 'signedIn', answer: one(entity.HealthReport) },
  retriesCreate: {
    method: 'POST',
    path: '/projects/:id/retries',
    access: 'signedIn',
    body: envelope(RetryCreate),
    answer: one(z.object({ retried: z.number().int() })),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>
