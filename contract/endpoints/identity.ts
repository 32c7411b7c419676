import { z } from 'zod'
import { type Endpoint, many, nothing, one } from '../endpoint.ts'
import * as entity from '../entities.ts'
import { noticePath } from '../notices.ts'
import { email, mailCode, password, text, timeZone } from '../texts.ts'

/** A password that is known: too short a one is as wrong as any other. */
export const knownPassword = z.string().min(1).max(256)

export const Credentials = z.strictObject({ identifier: text(320), password: knownPassword })
export type Credentials = z.infer<typeof Credentials>

const username = text(320).min(3)
export const Registration = z.strictObject({ username: username.optional(), email, password })
export type Registration = z.infer<typeof Registration>

export const Address = z.strictObject({ email })
export type Address = z.infer<typeof Address>

/** What somebody types who sets a new password; it can be shown, so that once is enough. */
export const NewPassword = z.strictObject({ password })

const twice = { password, passwordConfirmation: z.string().max(256) }
const isTwice = (body: { password: string; passwordConfirmation: string }) =>
  body.password === body.passwordConfirmation
const differ = { path: ['passwordConfirmation'], message: 'Passwords do not match' }

export const PasswordReset = z.strictObject({ code: mailCode, ...twice }).refine(isTwice, differ)
export type PasswordReset = z.infer<typeof PasswordReset>

export const PasswordChange = z.strictObject({ currentPassword: knownPassword, ...twice }).refine(isTwice, differ)
export type PasswordChange = z.infer<typeof PasswordChange>

/**
 * A new e-mail counts once it is confirmed. Who has a password says it with it, others have just signed in: a stolen
 * session is not enough.
 */
export const UserUpdate = z.strictObject({
  email: email.optional(),
  currentPassword: knownPassword.optional(),
  username: username.optional(),
  timeZone: timeZone.nullable().optional(),
})
export type UserUpdate = z.infer<typeof UserUpdate>

/** An address that counts once the mail that went there is answered. */
export const EmailChange = z.object({ email: z.string(), expiresAt: z.iso.datetime() })
export type EmailChange = z.infer<typeof EmailChange>

const Confirmation = z.strictObject({ confirmation: mailCode })

export const Identity = z.object({ jwt: z.string(), user: entity.User })
export type Identity = z.infer<typeof Identity>

export const identityEndpoints = {
  login: {
    method: 'POST',
    path: '/auth/local',
    access: 'anyone',
    session: 'starts',
    body: Credentials,
    answer: Identity,
  },
  register: {
    method: 'POST',
    path: '/auth/local/register',
    access: 'anyone',
    session: 'starts',
    body: Registration,
    answer: Identity,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    session: 'clears',
    body: Address,
    answer: z.object({ ok: z.literal(true) }),
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    session: 'starts',
    body: PasswordReset,
    answer: Identity,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    access: 'inPerson',
    session: 'renews',
    body: PasswordChange,
    answer: Identity,
  },
  sendEmailConfirmation: {
    method: 'POST',
    path: '/auth/send-email-confirmation',
    access: 'anyone',
    body: Address,
    answer: z.object({ email: z.string(), sent: z.literal(true) }),
  },
  /** Also what the link in the mail opens, so that a browser is sent on to a page. */
  emailConfirmation: {
    method: 'GET',
    path: '/auth/email-confirmation',
    access: 'known',
    query: Confirmation,
    landing: {
      done: noticePath('confirmed'),
      failed: {
        ValidationError: noticePath('expired'),
        ForbiddenError: noticePath('sign-in-first'),
        ApplicationError: noticePath('address-taken'),
        RateLimitError: noticePath('too-many-attempts'),
      },
    },
    answer: z.object({ confirmed: z.literal(true) }),
  },
  logout: { method: 'POST', path: '/auth/logout', access: 'known', session: 'ends', answer: nothing, status: 204 },
  me: {
    method: 'GET',
    path: '/users/me',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    find: 'me',
    answer: entity.User,
  },
  meUpdate: { method: 'PUT', path: '/users/me', access: 'inPerson', body: UserUpdate, answer: entity.User },
  /** The new address that waits to be confirmed; null where none does. */
  emailChange: {
    method: 'GET',
    path: '/users/me/email-change',
    access: 'inPerson',
    answer: one(EmailChange.nullable()),
  },
  emailChangeDelete: {
    method: 'DELETE',
    path: '/users/me/email-change',
    access: 'inPerson',
    answer: nothing,
    status: 204,
  },
  sessionsFind: {
    method: 'GET',
    path: '/sessions',
    access: 'inPerson',
    find: 'sessions',
    answer: many(entity.Session),
  },
  sessionsFindOne: {
    method: 'GET',
    path: '/sessions/:id',
    access: 'inPerson',
    find: 'sessions',
    answer: one(entity.Session),
  },
  sessionsDelete: { method: 'DELETE', path: '/sessions/:id', access: 'inPerson', answer: nothing, status: 204 },
  /** All but the one that asks. */
  otherSessionsDelete: { method: 'DELETE', path: '/sessions', access: 'inPerson', answer: nothing, status: 204 },
} as const satisfies Record<string, Endpoint>
