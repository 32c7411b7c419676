import { z } from 'zod'
import { memberRoles } from '#engine/rules/rights.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { email } from '#platform/contract/texts.ts'

const memberStatuses = ['invited', 'active'] as const

/** Somebody who belongs to a project, or is invited to it (DECISIONS 15): an invitation is a member without a user. */
export const Member = z.object({
  ...row,
  email: z.string(),
  role: z.enum(memberRoles),
  status: z.enum(memberStatuses),
  /** When the invitation ends; null for who has come. */
  expiresAt: z.iso.datetime().nullable(),
  user: Person.nullable().optional(),
  invitedBy: Person.nullable().optional(),
  project: Project.optional(),
})
export type Member = z.infer<typeof Member>

/** Who did what in a project. */
export const AuditEntry = z.object({
  ...row,
  /** `user:` and an id, `job:` and a name, or `operator`. */
  actor: z.string(),
  /** Noun and verb, such as `keyword.create`. */
  action: z.string(),
  subjectId: z.uuid().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Null where it was no user, or one who no longer belongs to the project. */
  user: Person.nullable().optional(),
  project: Project.optional(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Days until an invitation ends. */
export const invitationDays = 7

/** An invitation: ownership is given to members only. */
export const MemberCreate = z.strictObject({ project: relation, email, role: z.enum(['admin', 'member', 'client']) })
export type MemberCreate = z.input<typeof MemberCreate>

export const MemberUpdate = z.strictObject({ role: z.enum(memberRoles) })
export type MemberUpdate = z.infer<typeof MemberUpdate>

/** What the mail of an invitation carried. */
const Acceptance = z.strictObject({ token: z.string().min(1).max(200) })

/** What an invitation says to whoever has its mail, before they take it up; of the project its name alone. */
export const InvitationFacts = z.object({
  project: z.string(),
  role: z.enum(memberRoles),
  /** Who it is for. */
  email: z.string(),
  /** By whom, their address; null where their account is gone. */
  invitedBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
})
export type InvitationFacts = z.infer<typeof InvitationFacts>

/** The member who is to own the project. */
const OwnershipUpdate = z.strictObject({ member: relation })

const membersResource: Resource = {
  name: 'members',
  entity: Member,
  filterable: { ...identity, project: 'relation', user: 'relation', email: 'text', role: 'text', status: 'text' },
  sortable: [...dated, 'email', 'role', 'status'],
  relations: { project: projectsResource, user: users, invitedBy: users },
  cursor: false,
}

const auditEntriesResource: Resource = {
  name: 'auditEntries',
  entity: AuditEntry,
  filterable: { ...identity, project: 'relation', actor: 'text', action: 'text', subjectId: 'id' },
  sortable: [...dated, 'action'],
  relations: { project: projectsResource, user: users },
  cursor: false,
}

export const membersEndpoints = {
  membersFind: {
    method: 'GET',
    path: '/members',
    access: 'inPerson',
    right: 'readMembers',
    exempt: true,
    find: membersResource,
    answer: many(Member),
  },
  membersFindOne: {
    method: 'GET',
    path: '/members/:id',
    access: 'inPerson',
    right: 'readMembers',
    exempt: true,
    find: membersResource,
    answer: one(Member),
  },
  membersCreate: {
    method: 'POST',
    path: '/members',
    access: 'inPerson',
    right: 'readMembers',
    exempt: true,
    body: envelope(MemberCreate),
    answer: one(Member),
    status: 201,
  },
  membersUpdate: {
    method: 'PUT',
    path: '/members/:id',
    access: 'inPerson',
    right: 'readMembers',
    exempt: true,
    body: envelope(MemberUpdate),
    answer: one(Member),
  },
  /** Removes somebody, takes an invitation back, or leaves: whoever is a member may leave, a client too. */
  membersDelete: {
    method: 'DELETE',
    path: '/members/:id',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    answer: nothing,
    status: 204,
  },
  /** What it says, to whoever has the token of its mail, signed in or not: those alone who were sent it. */
  invitationFindOne: {
    method: 'GET',
    path: '/invitations/:id',
    access: 'anyone',
    query: Acceptance,
    answer: one(InvitationFacts),
  },
  /** Takes an invitation up, as the one who was invited. */
  acceptancePut: {
    method: 'PUT',
    path: '/members/:id/acceptance',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    body: envelope(Acceptance),
    answer: one(Member),
  },
  /** Sends it again, with a new token and until later; the one before opens nothing any more. */
  invitationPut: {
    method: 'PUT',
    path: '/members/:id/invitation',
    access: 'inPerson',
    right: 'readMembers',
    exempt: true,
    answer: one(Member),
  },
  /** Hands a project over: the member becomes its owner, and the owner who does it an admin. */
  ownershipPut: {
    method: 'PUT',
    path: '/projects/:id/ownership',
    access: 'inPerson',
    right: 'readMembers',
    exempt: true,
    body: envelope(OwnershipUpdate),
    answer: one(Member),
  },
  auditEntriesFind: {
    method: 'GET',
    path: '/audit-entries',
    access: 'inPerson',
    right: 'readAudit',
    find: auditEntriesResource,
    answer: many(AuditEntry),
  },
  auditEntriesFindOne: {
    method: 'GET',
    path: '/audit-entries/:id',
    access: 'inPerson',
    right: 'readAudit',
    find: auditEntriesResource,
    answer: one(AuditEntry),
  },
} as const satisfies Record<string, Endpoint>
