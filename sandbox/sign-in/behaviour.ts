import { z } from 'zod'
import { providers } from '#platform/contract/sign-in.ts'

/** What is wrong with Google's ID tokens. */
const idTokenFaults = ['audience', 'issuer', 'nonce', 'stale', 'unsigned', 'symmetric', 'foreignKey'] as const

/** How the providers behave: well, unless told otherwise by `PUT /behaviour`, which says all of it anew. */
export const Behaviour = z.strictObject({
  /** Who answers nothing but 503. */
  down: z.array(z.enum(providers)).default([]),
  /** Who answers more than anybody wants to read. */
  endless: z.array(z.enum(providers)).default([]),
  idToken: z.enum(idTokenFaults).nullable().default(null),
  /** People who have another address now than they had, by their key. */
  emails: z.record(z.string(), z.string()).default({}),
})
export type Behaviour = z.infer<typeof Behaviour>
