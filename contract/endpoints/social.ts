import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Provider } from '../sign-in.ts'
import { email } from '../texts.ts'
import { Identity } from './identity.ts'

/** Somebody whom a provider knows and whose e-mail it does not prove (DECISIONS 10): they say it and confirm it here. */
export const PendingIdentity = z.object({
  provider: Provider,
  /** Their name there. */
  username: z.string(),
  /** Where the last code was sent to; null before. */
  email: z.string().nullable(),
})
export type PendingIdentity = z.infer<typeof PendingIdentity>

export const PendingEmail = z.strictObject({ email })
export type PendingEmail = z.infer<typeof PendingEmail>

/** How many digits the code in the mail has; people may type spaces between them. */
export const codeDigits = 8
export const PendingCode = z.strictObject({
  code: z
    .string()
    .max(100)
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .pipe(
      z.string().regex(new RegExp(`^\\d{${codeDigits}}$`), `code must be the ${codeDigits} digits from the e-mail`),
    ),
})
export type PendingCode = z.infer<typeof PendingCode>

/**
 * After a sign-in at a provider that ends with `notice=email-needed`. Which one waits is told by a cookie of that browser
 * alone. The ways to a provider and back are redirects, and so no part of this table: see server/http/social.ts.
 */
export const socialEndpoints = {
  pendingIdentity: { method: 'GET', path: '/auth/pending-identity', access: 'anyone', answer: PendingIdentity },
  pendingIdentityEmail: {
    method: 'POST',
    path: '/auth/pending-identity/email',
    access: 'anyone',
    body: PendingEmail,
    answer: z.object({ email: z.string(), sent: z.literal(true) }),
  },
  pendingIdentityCode: {
    method: 'POST',
    path: '/auth/pending-identity/code',
    access: 'anyone',
    session: 'starts',
    body: PendingCode,
    answer: Identity,
  },
} as const satisfies Record<string, Endpoint>
