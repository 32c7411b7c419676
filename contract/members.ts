import { z } from 'zod'
import { row } from './entities/row.ts'
import { memberRoles, Person, Project } from './entities.ts'

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
