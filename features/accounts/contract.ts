import { z } from 'zod'
import { memberRoles } from '#engine/rules/rights.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { noticePath } from '#platform/contract/notices.ts'
import { dated, identity, type Resource, type Shown, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { type ProviderName, providers, tokenScopes } from '#platform/contract/sign-in.ts'
import { email, mailCode, password, text, timeZone } from '#platform/contract/texts.ts'

/** A project that the signed-in user belongs to, and as what. */
export const Membership = z.object({ ...row, role: z.enum(memberRoles), project: Project.optional() })
export type Membership = z.infer<typeof Membership>

/** The signed-in user, as nobody else is shown them. */
export const User = z.object({
  ...row,
  username: z.string(),
  email: z.string(),
  provider: z.string(),
  confirmed: z.boolean(),
  blocked: z.boolean(),
  timeZone: z.string().nullable(),
  memberships: z.array(Membership).optional(),
})
export type User = z.infer<typeof User>

/** Where the signed-in user is signed in. */
export const Session = z.object({
  ...row,
  /** Browser and system, as far as they say so: `Firefox on Linux`. */
  device: z.string(),
  /** The network it began from, without what would tell one of its machines: `203.0.113.0/24`. Empty where unknown. */
  address: z.string(),
  lastUsedAt: instant,
  expiresAt: instant,
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** A key of one project for programs, with the role of who made it as it is now, or less: `read` may only GET. */
export const ApiToken = z.object({
  ...row,
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Its last characters, to tell it by. */
  ending: z.string(),
  lastUsedAt: instant.nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type ApiToken = z.infer<typeof ApiToken>
export const Provider = z.enum(providers)

/** What a provider calls itself. */
export const providerNames: Record<ProviderName, string> = { google: 'Google', github: 'GitHub', reddit: 'Reddit' }

/** A password that is known: too short a one is as wrong as any other. */
const knownPassword = z.string().min(1).max(256)
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
export const Identity = z.object({ jwt: z.string(), user: User })
export type Identity = z.infer<typeof Identity>

/** The signed-in user's projects, with the role that they have in each. */
const memberships: Shown = { name: 'memberships', entity: Membership, relations: { project: projectsResource } }
const apiTokensResource: Resource = {
  name: 'apiTokens',
  entity: ApiToken,
  filterable: {
    ...identity,
    project: 'relation',
    createdBy: 'relation',
    name: 'text',
    scope: 'text',
    lastUsedAt: 'instant',
  },
  sortable: [...dated, 'name', 'lastUsedAt'],
  relations: { project: projectsResource, createdBy: users },
  cursor: false,
}

/** The signed-in user's own. */
const sessionsResource: Resource = {
  name: 'sessions',
  entity: Session,
  filterable: { ...identity, lastUsedAt: 'instant', expiresAt: 'instant' },
  sortable: [...dated, 'lastUsedAt', 'expiresAt'],
  relations: {},
  cursor: false,
}

/** The signed-in user, at /users/me. */
const meResource: Resource = {
  name: 'me',
  entity: User,
  filterable: {},
  sortable: [],
  relations: { memberships },
  cursor: false,
}
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
    find: meResource,
    answer: User,
  },
  meUpdate: { method: 'PUT', path: '/users/me', access: 'inPerson', body: UserUpdate, answer: User },
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
    find: sessionsResource,
    answer: many(Session),
  },
  sessionsFindOne: {
    method: 'GET',
    path: '/sessions/:id',
    access: 'inPerson',
    find: sessionsResource,
    answer: one(Session),
  },
  sessionsDelete: { method: 'DELETE', path: '/sessions/:id', access: 'inPerson', answer: nothing, status: 204 },
  /** All but the one that asks. */
  otherSessionsDelete: { method: 'DELETE', path: '/sessions', access: 'inPerson', answer: nothing, status: 204 },
} as const satisfies Record<string, Endpoint>
export const ApiTokenCreate = z.strictObject({
  project: relation,
  name: text(100),
  scope: z.enum(tokenScopes).default('read'),
})
export type ApiTokenCreate = z.input<typeof ApiTokenCreate>
export const apiTokensEndpoints = {
  apiTokensFind: {
    method: 'GET',
    path: '/api-tokens',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    find: apiTokensResource,
    answer: many(ApiToken),
  },
  apiTokensFindOne: {
    method: 'GET',
    path: '/api-tokens/:id',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    find: apiTokensResource,
    answer: one(ApiToken),
  },
  /** The only answer that tells the token itself. */
  apiTokensCreate: {
    method: 'POST',
    path: '/api-tokens',
    access: 'inPerson',
    right: 'manageTokens',
    body: envelope(ApiTokenCreate),
    answer: one(ApiToken.extend({ token: z.string() })),
    status: 201,
  },
  apiTokensDelete: {
    method: 'DELETE',
    path: '/api-tokens/:id',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>

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
      z.string().regex(new RegExp(`^\\d{${codeDigits}}$`), `code must be the ${codeDigits}-digit code from the email`),
    ),
})
export type PendingCode = z.infer<typeof PendingCode>

/** The ways into one's account. */
export const SignInMethods = z.object({
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
export type SignInMethods = z.infer<typeof SignInMethods>

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
  signInMethods: { method: 'GET', path: '/users/me/sign-in-methods', access: 'inPerson', answer: one(SignInMethods) },
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
