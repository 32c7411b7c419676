import { z } from 'zod'
import { memberRoles } from '#engine/rules/rights.ts'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { dated, identity, type Shown } from '#platform/contract/resource.ts'
import { row } from '#platform/contract/row.ts'

/** A project of the signed-in user, with their role. */
export const Membership = z.object({ ...row, role: z.enum(memberRoles), project: Project.optional() })
export type Membership = z.infer<typeof Membership>

/** The signed-in user's projects and their role in each. */
export const memberships: Shown = {
  name: 'memberships',
  entity: Membership,
  relations: { project: projectsResource },
  filterable: { ...identity, project: 'relation', role: 'text' },
  sortable: [...dated, 'role'],
}
