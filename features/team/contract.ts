import { z } from 'zod'
import { memberRoles } from '#engine/rules/rights.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { email } from '#platform/contract/texts.ts'

const memberStatuses = ['invited', 'active'] as const

/** A member of a project or an invitation to it (DECISIONS 15): an invitation is a member without a user. */
export const Member = z.object({
  ...row,
  email: z.string(),
  role: z.enum(memberRoles),
  status: z.enum(memberStatuses),
  /** When the invitation expires; null for members. */
  expiresAt: z.iso.datetime().nullable(),
  user: Person.nullable().optional(),
  invitedBy: Person.nullable().optional(),
  project: Project.optional(),
})
export type Member = z.infer<typeof Member>

/** An entry of a project's audit log. */
export const AuditEntry = z.object({
  ...row,
  /** `user:` and an ID, `job:` and a name, or `operator`. */
  actor: z.string(),
  /** Noun and verb, such as `keyword.create`. */
  action: z.string(),
  subjectId: z.uuid().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Null if the actor isn't a user or is no longer a member of the project. */
  user: Person.nullable().optional(),
  project: Project.optional(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Days until an invitation expires. */
export const invitationDays = 7

/** An invitation. Ownership can only be given to members. */
export const MemberCreate = z.strictObject({ project: relation, email, role: z.enum(['admin', 'member', 'client']) })
export type MemberCreate = z.input<typeof MemberCreate>

export const MemberUpdate = z.strictObject({ role: z.enum(memberRoles) })
export type MemberUpdate = z.infer<typeof MemberUpdate>

/** The token from the invitation email. */
const Acceptance = z.strictObject({ token: z.string().min(1).max(200) })

/** The details of an invitation, shown to anyone with its email before accepting. Of the project, only its name. */
export const InvitationFacts = z.object({
  project: z.string(),
  role: z.enum(memberRoles),
  /** The invited email address. */
  email: z.string(),
  /** The inviter's email address; null if the account was deleted. */
  invitedBy: z.string().nullable(),
  expiresAt: z.iso.datetime(),
})
export type InvitationFacts = z.infer<typeof InvitationFacts>

/** The member who becomes the owner. */
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
  /** Removes a member, cancels an invitation, or leaves. All members may leave, including clients. */
  membersDelete: {
    method: 'DELETE',
    path: '/members/:id',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    answer: nothing,
    status: 204,
  },
  /** Returns the details of an invitation to anyone with the token from its email, signed in or not. */
  invitationFindOne: {
    method: 'GET',
    path: '/invitations/:id',
    access: 'anyone',
    query: Acceptance,
    answer: one(InvitationFacts),
  },
  /** Accepts an invitation as the invited user. */
  acceptancePut: {
    method: 'PUT',
    path: '/members/:id/acceptance',
    access: 'inPerson',
    right: 'readProject',
    exempt: true,
    body: envelope(Acceptance),
    answer: one(Member),
  },
  /** Resends an invitation with a new token and expiry; the old token stops working. */
  invitationPut: {
    method: 'PUT',
    path: '/members/:id/invitation',
    access: 'inPerson',
    right: 'readMembers',
    exempt: true,
    answer: one(Member),
  },
  /** Transfers a project: the member becomes its owner, and the acting owner an admin. */
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
