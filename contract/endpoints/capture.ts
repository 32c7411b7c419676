import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { text } from '../texts.ts'

/** Where the guide stands that is given for an address (SPEC 2). */
export const guidePath = '/reddit-marketing-guide'

/** SPEC 8. */
export const invalidAddress = 'Please enter a valid email address'

/** As mail servers take it in an envelope: no quotes, comments or lists, by which one mailbox would have many names. */
const address = z
  .string(invalidAddress)
  .trim()
  .max(254, invalidAddress)
  .regex(/^[^\s@"(),:;<>[\]\\\p{C}]+@([^\s@.\p{C}]+\.)+[^\s@.\p{C}]+$/u, invalidAddress)

/** What the exit-intent modal sends (SPEC 3, 7). */
export const Capture = z.strictObject({
  email: address,
  source: z.literal('reddit-marketing-guide'),
  origin: text(2100),
})
export type Capture = z.infer<typeof Capture>

export const captureEndpoints = {
  collectEmail: {
    method: 'POST',
    path: '/collect-email',
    access: 'anyone',
    body: Capture,
    answer: z.object({ ok: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>
