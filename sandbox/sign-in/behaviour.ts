import { z } from 'zod'
import { providers } from '#platform/contract/sign-in.ts'

/** Faults in Google's ID tokens. */
const idTokenFaults = ['audience', 'issuer', 'nonce', 'stale', 'unsigned', 'symmetric', 'foreignKey'] as const

/** The providers' behavior: normal unless `PUT /behaviour` replaces it as a whole. */
export const Behaviour = z.strictObject({
  /** Providers that only answer 503. */
  down: z.array(z.enum(providers)).default([]),
  /** Providers that send an endless answer. */
  endless: z.array(z.enum(providers)).default([]),
  idToken: z.enum(idTokenFaults).nullable().default(null),
  /** People whose email address changed, by key. */
  emails: z.record(z.string(), z.string()).default({}),
})
export type Behaviour = z.infer<typeof Behaviour>
