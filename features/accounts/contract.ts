import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { noticePath } from '#platform/contract/notices.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'
import { type ProviderName, providers, tokenScopes } from '#platform/contract/sign-in.ts'
import { email, incorrectCode, invalidToken, mailCode, password, text, timeZone } from '#platform/contract/texts.ts'
import { Membership, memberships } from './contract-memberships.ts'

/** The signed-in user, with details that other users don't see. */
export const User = z.object({
  ...row,
  username: z.string(),
  email: z.string(),
  provider: z.string(),
  confirmed: z.boolean(),
  blocked: z.boolean(),
  timeZone: z.string().nullable(),
  /** Only for internal admins (SPEC 6). */
  internalAdmin: z.literal(true).optional(),
  /** Only while an internal admin acts as the user: the admin's email, and when it ends. */
  acting: z.object({ admin: z.string(), endsAt: instant }).optional(),
  memberships: z.array(Membership).optional(),
})
export type User = z.infer<typeof User>

/** A session of the signed-in user. */
export const Session = z.object({
  ...row,
  /** The browser and operating system, as far as known: `Firefox on Linux`. */
  device: z.string(),
  /** The network it started from, without the part that identifies a device: `203.0.113.0/24`. Empty if unknown. */
  address: z.string(),
  lastUsedAt: instant,
  expiresAt: instant,
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** An API key for one project, with its creator's current role or less: `read` allows only GET. */
export const ApiToken = z.object({
  ...row,
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** Its last characters, to identify it. */
  ending: z.string(),
  lastUsedAt: instant.nullable(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type ApiToken = z.infer<typeof ApiToken>
export const Provider = z.enum(providers)

/** The display names of the providers. The operator can give `oidc` another one (OIDC_NAME). */
export const providerNames: Record<ProviderName, string> = {
  google: 'Google',
  github: 'GitHub',
  reddit: 'Reddit',
  oidc: 'SSO',
}

/** An existing password. A short one is rejected like any other wrong one. */
const knownPassword = z.string().min(1).max(256)

/** Messages that the API shares with Strapi (DECISIONS 8). The web app shows sentences of its own in their place. */
export const strapiMessages = {
  wrongCredentials: 'Invalid identifier or password',
  addressTaken: 'Email or Username are already taken',
} as const

export const Credentials = z.strictObject({ identifier: text(320), password: knownPassword })
export type Credentials = z.infer<typeof Credentials>
const username = text(320).min(3)
export const Registration = z.strictObject({ username: username.optional(), email, password })
export type Registration = z.infer<typeof Registration>
export const Address = z.strictObject({ email })
export type Address = z.infer<typeof Address>

/** The body for a new password. The app can show it while typing, so once is enough. */
export const NewPassword = z.strictObject({ password })
const twice = { password, passwordConfirmation: z.string().max(256) }
const isTwice = (body: { password: string; passwordConfirmation: string }) =>
  body.password === body.passwordConfirmation
const differ = { path: ['passwordConfirmation'], message: 'Passwords do not match' }
export const PasswordReset = z.strictObject({ code: mailCode(incorrectCode), ...twice }).refine(isTwice, differ)
export type PasswordReset = z.infer<typeof PasswordReset>
export const PasswordChange = z.strictObject({ currentPassword: knownPassword, ...twice }).refine(isTwice, differ)
export type PasswordChange = z.infer<typeof PasswordChange>

/**
 * A new email applies once it is confirmed. It requires the current password or, without one, a recent sign-in, so that
 * a stolen session is not enough.
 */
export const UserUpdate = z.strictObject({
  email: email.optional(),
  currentPassword: knownPassword.optional(),
  username: username.optional(),
  timeZone: timeZone.nullable().optional(),
})
export type UserUpdate = z.infer<typeof UserUpdate>

/** A new address that applies once its owner opens the link in the email. */
export const EmailChange = z.object({ email: z.string(), expiresAt: z.iso.datetime() })
export type EmailChange = z.infer<typeof EmailChange>
const Confirmation = z.strictObject({ confirmation: mailCode(invalidToken) })
export const Identity = z.object({ jwt: z.string(), user: User })
export type Identity = z.infer<typeof Identity>

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

/** The signed-in user's own sessions. */
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
  /** The link in the email opens it too, so that a browser is redirected to a page. */
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
  /** The new address waiting for confirmation; null if there is none. */
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
  /** All but the session of this request. */
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
  /** The only response that contains the token. */
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

/** A user whose provider verifies no email (DECISIONS 10). They enter one and confirm it here. */
export const PendingIdentity = z.object({
  provider: Provider,
  /** The username at the provider. */
  username: z.string(),
  /** The address of the last code; null before the first. */
  email: z.string().nullable(),
})
export type PendingIdentity = z.infer<typeof PendingIdentity>
export const PendingEmail = z.strictObject({ email })
export type PendingEmail = z.infer<typeof PendingEmail>

/** The number of digits of the code in the email. Users may type spaces between them. */
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

/** The sign-in methods of the signed-in user. */
export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  identities: z.array(
    z.object({
      id: z.uuid(),
      provider: Provider,
      /** The username at the provider when the account was linked. */
      username: z.string(),
      /** Whether it can be used now: its provider is configured, and still the same one. */
      usable: z.boolean(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
export type SignInMethods = z.infer<typeof SignInMethods>

/** Requires the current password, if any: a stolen session must not be enough to add a sign-in method. */
export const LinkStart = z.strictObject({ provider: Provider, currentPassword: knownPassword.optional() })
export type LinkStart = z.infer<typeof LinkStart>

/**
 * For a provider sign-in that ended with `notice=email-needed`. A cookie of that browser identifies the pending user.
 * The redirects to a provider and back aren't part of this table: see features/accounts/server/social/social.ts.
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
  /** Returns the provider's page to open in the same browser. The account is linked when the user returns. */
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
  /** For users without a password: emails a link to set one, like a reset but without signing them out. */
  passwordMailCreate: {
    method: 'POST',
    path: '/users/me/password-mail',
    access: 'inPerson',
    answer: one(z.object({ email: z.string(), sent: z.literal(true) })),
  },
} as const satisfies Record<string, Endpoint>
