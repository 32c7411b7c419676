import { z } from 'zod'
import { projectStatuses } from '#engine/rules/access.ts'
import { memberRoles } from '#engine/rules/rights.ts'
import { sources } from '#engine/sources.ts'
import { billingModes, planKeys } from '#engine/subscription/plans.ts'
import { Export } from '#features/privacy/contract.ts'
import { type Endpoint, envelope, many, nothing, one } from '#platform/contract/endpoint.ts'
import { flagNames } from '#platform/contract/flags.ts'
import { instant } from '#platform/contract/row.ts'
import { email, sound, text } from '#platform/contract/texts.ts'
import { Failure } from './contract.ts'

/** Rows per page of users and projects. */
export const adminRowsPerPage = 25

/** An account as internal admins see it. */
export const AdminUser = z.object({
  id: z.uuid(),
  username: z.string(),
  email: z.string(),
  provider: z.string(),
  confirmed: z.boolean(),
  blocked: z.boolean(),
  createdAt: instant,
  /** Null without a session. */
  lastSeenAt: instant.nullable(),
  projects: z.number().int(),
  internalAdmin: z.boolean(),
  /** Emails to the user that could not be delivered. */
  failedMails: z.number().int(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** How much of a quota is used; null as the limit if there is none. */
const Use = z.object({ used: z.number().int(), limit: z.number().int().nullable() })

/** A project as internal admins see it: names, counts, and errors, but nothing that was found for it. */
export const AdminProject = z.object({
  id: z.uuid(),
  name: z.string(),
  website: z.string().nullable(),
  status: z.enum(projectStatuses),
  isSandbox: z.boolean(),
  createdAt: instant,
  owner: z.object({ id: z.uuid(), email: z.string() }),
  /** The role of the user whose projects are listed; null in the list of all. */
  role: z.enum(memberRoles).nullable(),
  members: z.number().int(),
  /** When a member last read leads. */
  lastSeenAt: instant.nullable(),
  access: z.object({
    granted: z.boolean(),
    by: z.enum(['billingOff', 'internalAdmin', 'subscription', 'pass', 'grant']).nullable(),
    plan: z.enum(planKeys).nullable(),
    /** When a pass or granted access ends. */
    until: instant.nullable(),
  }),
  usage: z.object({ keywords: Use, competitors: Use, credits: Use }),
  errors: z.object({
    mails: z.number().int(),
    feeds: z.number().int(),
    /** Reddit accounts and mailboxes that have to be connected again. */
    accounts: z.number().int(),
    jobs: z.number().int(),
  }),
})
export type AdminProject = z.infer<typeof AdminProject>

/** What an internal admin did to an account. */
const AdminAction = z.object({
  id: z.uuid(),
  createdAt: instant,
  /** Null if the admin's account was deleted. */
  admin: z.string().nullable(),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AdminAction = z.infer<typeof AdminAction>

export const AdminUserDetails = AdminUser.extend({
  /** The first 100 of their projects. */
  ownProjects: z.array(AdminProject),
  flags: z.partialRecord(z.enum(flagNames), z.boolean()),
  /** The latest actions of internal admins. */
  log: z.array(AdminAction),
  /** The latest export that an internal admin asked for. */
  export: Export.nullable(),
  billing: z.enum(billingModes),
})
export type AdminUserDetails = z.infer<typeof AdminUserDetails>

/** Errors of the whole server. */
export const ServerErrors = z.object({
  /** Emails that were given up. */
  failedMails: z.number().int(),
  sources: z.array(z.object({ source: z.string(), error: z.string(), lastSuccessAt: instant.nullable() })),
  jobs: z.array(Failure),
})
export type ServerErrors = z.infer<typeof ServerErrors>

const Counted = z.object({ what: z.string(), count: z.number().int() })

/** What visitors did, and how far new users came. Days are in UTC. */
export const OperatorFigures = z.object({
  /** Every day of the range. */
  days: z.array(
    z.object({ day: z.iso.date(), visitors: z.number().int(), views: z.number().int(), signups: z.number().int() }),
  ),
  pages: z.array(Counted),
  referrers: z.array(Counted),
  events: z.array(Counted),
  /** Of the accounts created in the range. Each step includes those before. */
  funnel: z.object({
    signups: z.number().int(),
    projects: z.number().int(),
    leads: z.number().int(),
    replies: z.number().int(),
  }),
  /** Minutes from sign-up to the first real lead, of all users. */
  firstLeads: z.array(
    z.object({ source: z.enum(sources), users: z.number().int(), median: z.number(), longest: z.number() }),
  ),
})
export type OperatorFigures = z.infer<typeof OperatorFigures>

/** What lists are sorted by: a name or address, when somebody was last seen, or when the row was created. */
const adminSorts = ['created:desc', 'created:asc', 'name:asc', 'name:desc', 'seen:desc', 'seen:asc'] as const
export type AdminSort = (typeof adminSorts)[number]

const page = {
  search: sound.max(200).default(''),
  sort: z.enum(adminSorts).default('created:desc'),
  /** The nextCursor of an answer: the id of its last row, and what it was sorted by. */
  cursor: sound
    .max(1000)
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, 'cursor must be the nextCursor of an answer')
    .optional(),
}

export const userStates = ['confirmed', 'unconfirmed', 'blocked', 'errors'] as const
const UsersQuery = z.strictObject({ ...page, state: z.enum(userStates).optional() })
/** What a project's access rests on: nothing, a grant, an owner who is an admin, or a plan. */
const adminPlans = ['none', 'granted', 'admin', ...planKeys] as const
export type AdminPlan = (typeof adminPlans)[number]
const ProjectsQuery = z.strictObject({
  ...page,
  state: z.enum(projectStatuses).optional(),
  plan: z.enum(adminPlans).optional(),
})

/** The most days of figures. */
const figureDaysMost = 730
const dayMs = 24 * 3_600_000
const FiguresQuery = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine((range) => range.from <= range.to, { path: ['to'], message: 'to must be the same day or later' })
  .refine((range) => (Date.parse(range.to) - Date.parse(range.from)) / dayMs < figureDaysMost, {
    path: ['to'],
    message: `to must be at most ${figureDaysMost} days later`,
  })

/** The flags to set; null resets one. */
const FlagsPut = z.strictObject({ flags: z.partialRecord(z.enum(flagNames), z.boolean().nullable()) })

/** The most days that access is granted at once. */
const grantDaysMost = 366
const GrantCreate = z.strictObject({ days: z.number().int().min(1).max(grantDaysMost), reason: text(200) })
export type GrantCreate = z.infer<typeof GrantCreate>

/** The address of the account, against mistakes, and whether projects without another owner are deleted too. */
const UserDeletion = z.strictObject({ email, projects: z.literal('delete').optional() })
export type UserDeletion = z.infer<typeof UserDeletion>

const admin = { access: 'inPerson', exempt: true } as const

/** For internal admins. For everyone else, there is nothing here (docs/decisions/0128). */
export const adminEndpoints = {
  adminUsersFind: { ...admin, method: 'GET', path: '/admin-users', query: UsersQuery, answer: many(AdminUser) },
  adminUsersFindOne: { ...admin, method: 'GET', path: '/admin-users/:id', answer: one(AdminUserDetails) },
  adminProjectsFind: {
    ...admin,
    method: 'GET',
    path: '/admin-projects',
    query: ProjectsQuery,
    answer: many(AdminProject),
  },
  actingPut: {
    ...admin,
    method: 'PUT',
    path: '/admin-users/:id/acting',
    answer: one(z.object({ endsAt: instant })),
  },
  /** Ends the acting of the caller's session, if it acts as a user. */
  actingDelete: { ...admin, method: 'DELETE', path: '/acting', whileActing: true, answer: nothing, status: 204 },
  adminConfirmationCreate: {
    ...admin,
    method: 'POST',
    path: '/admin-users/:id/confirmation-mail',
    answer: one(z.object({ email: z.string(), sent: z.literal(true) })),
  },
  adminFlagsPut: {
    ...admin,
    method: 'PUT',
    path: '/admin-users/:id/flags',
    body: envelope(FlagsPut),
    answer: one(z.object({ flags: z.partialRecord(z.enum(flagNames), z.boolean()) })),
  },
  adminExportCreate: {
    ...admin,
    method: 'POST',
    path: '/admin-users/:id/export',
    answer: one(Export),
    status: 201,
  },
  adminUsersDelete: {
    ...admin,
    method: 'DELETE',
    path: '/admin-users/:id',
    body: envelope(UserDeletion),
    answer: one(z.object({ projects: z.array(z.object({ id: z.uuid(), name: z.string() })) })),
  },
  /** Extends a pass or an earlier grant, if there is one. */
  accessGrantCreate: {
    ...admin,
    method: 'POST',
    path: '/admin-projects/:id/access-grant',
    body: envelope(GrantCreate),
    answer: one(z.object({ until: instant })),
    status: 201,
  },
  accessGrantDelete: {
    ...admin,
    method: 'DELETE',
    path: '/admin-projects/:id/access-grant',
    answer: nothing,
    status: 204,
  },
  serverErrorsFind: { ...admin, method: 'GET', path: '/server-errors', answer: one(ServerErrors) },
  operatorFiguresFind: {
    ...admin,
    method: 'GET',
    path: '/operator-figures',
    query: FiguresQuery,
    answer: one(OperatorFigures),
  },
} as const satisfies Record<string, Endpoint>
