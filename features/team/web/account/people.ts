import type { MemberRole } from '#engine/rules/rights.ts'
import type { Member } from '../../contract.ts'

/** A person with all their memberships in the user's projects. */
export interface KnownPerson {
  email: string
  memberships: ProjectMembership[]
}

export interface ProjectMembership {
  memberId: string
  projectId: string
  project: string
  role: MemberRole
  invited: boolean
}

/** Groups members by email address, each with their projects by name. */
export function knownPeople(members: readonly Member[]): KnownPerson[] {
  const groups = Map.groupBy(
    members.filter(({ project }) => project),
    ({ email }) => email,
  )
  return [...groups].map(([email, rows]) => ({ email, memberships: rows.flatMap(membershipOf).toSorted(byProject) }))
}

function membershipOf({ id, role, status, project }: Member): ProjectMembership[] {
  if (!project) return []
  return [{ memberId: id, projectId: project.id, project: project.name, role, invited: status === 'invited' }]
}

function byProject(a: ProjectMembership, b: ProjectMembership): number {
  return a.project.localeCompare(b.project, 'en')
}

/** Returns people whose address or project contains the text, or all for an empty text. */
export function filterPeople(people: readonly KnownPerson[], words: string): KnownPerson[] {
  const wanted = words.trim().toLowerCase()
  return people.filter(
    ({ email, memberships }) =>
      email.includes(wanted) || memberships.some(({ project }) => project.toLowerCase().includes(wanted)),
  )
}
