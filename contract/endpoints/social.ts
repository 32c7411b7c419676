import { z } from 'zod'
import { type Endpoint, nothing, one } from '../endpoint.ts'
import { Provider } from '../sign-in.ts'
import { email } from '../texts.ts'
import { Identity, knownPassword } from './identity.ts'

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

/** The ways into one's account. */
export const SignInWays = z.object({
  hasPassword: z.boolean(),
  identities: z.array(
    z.object({
      id: z.uuid(),
      provider: Provider,
      /** One's name there, as it was when it was linked. */
      username: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
export type SignInWays = z.infer<typeof SignInWays>

/** Who has a password says it: a stolen session is not enough to make another way in. */
export const LinkStart = z.strictObject({ provider: Provider, currentPassword: knownPassword.optional() })
export type LinkStart = z.infer<typeof LinkStart>

/**
 * After a sign-in at a provider that ends with `notice=email-needed`. Which one waits is told by a cookie of that browser
 * alone. The ways to a provider and back are redirects, and so no part of this table: see features/accounts/server/social/social.ts.
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
  signInWays: { method: 'GET', path: '/users/me/sign-in-ways', access: 'inPerson', answer: one(SignInWays) },
  /** Answers with the page of the provider to go to, in the same browser: whoever comes back from there is linked. */
  linkStart: {
    method: 'POST',
    path: '/users/me/identities',
    access: 'inPerson',
    body: LinkStart,
    answer: one(z.object({ page: z.url() })),
  },
  identitiesDelete: {
    method: 'DELETE',
    path: '/users/me/identities/:id',
    access: 'inPerson',
    answer: nothing,
    status: 204,
  },
  /** For who has no password: a mail to set one, as somebody gets who forgot theirs, without being signed out. */
  passwordMailCreate: {
    method: 'POST',
    path: '/users/me/password-mail',
    access: 'inPerson',
    answer: one(z.object({ email: z.string(), sent: z.literal(true) })),
  },
} as const satisfies Record<string, Endpoint>
