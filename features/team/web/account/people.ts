import type { MemberRole } from '#engine/rules/rights.ts'
import type { Member } from '../../contract.ts'

/** Somebody, with every place that they have in one's projects. */
export interface Known {
  email: string
  places: Place[]
}

export interface Place {
  memberId: string
  projectId: string
  project: string
  role: MemberRole
  invited: boolean
}

/** People across projects, by their address; each with their projects by name. */
export function knownPeople(members: readonly Member[]): Known[] {
  const groups = Map.groupBy(
    members.filter(({ project }) => project),
    ({ email }) => email,
  )
  return [...groups].map(([email, rows]) => ({ email, places: rows.flatMap(placeOf).toSorted(byProject) }))
}

function placeOf({ id, role, status, project }: Member): Place[] {
  if (!project) return []
  return [{ memberId: id, projectId: project.id, project: project.name, role, invited: status === 'invited' }]
}

function byProject(a: Place, b: Place): number {
  return a.project.localeCompare(b.project, 'en')
}

/** Those whose address or one of whose projects contains the words; all of them for no words. */
export function matching(people: readonly Known[], words: string): Known[] {
  const wanted = words.trim().toLowerCase()
  return people.filter(
    ({ email, places }) =>
      email.includes(wanted) || places.some(({ project }) => project.toLowerCase().includes(wanted)),
  )
}
