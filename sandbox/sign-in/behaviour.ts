import { z } from 'zod'
import { providers } from '#platform/contract/sign-in.ts'

/** Faults in ID tokens. */
const idTokenFaults = ['audience', 'issuer', 'nonce', 'stale', 'unsigned', 'symmetric', 'foreignKey'] as const

/** The providers' behavior: normal unless `PUT /behaviour` replaces it as a whole. */
export const Behaviour = z.strictObject({
  /** Providers that only answer 503. */
  down: z.array(z.enum(providers)).default([]),
  /** Providers that send an endless answer. */
  endless: z.array(z.enum(providers)).default([]),
  idToken: z.enum(idTokenFaults).nullable().default(null),
  /** Whether ID tokens lack the email address, which only userinfo tells then. */
  thinIdToken: z.boolean().default(false),
  /** What is wrong with the OpenID provider's configuration, or missing there. */
  discovery: z.enum(['missing', 'otherIssuer', 'noIntrospection']).nullable().default(null),
  /** People who take back, with this request, what they agreed to. */
  revoked: z.array(z.string()).default([]),
  /** People whose email address changed, by key. */
  emails: z.record(z.string(), z.string()).default({}),
})
export type Behaviour = z.infer<typeof Behaviour>
