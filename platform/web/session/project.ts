import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { workingStatuses } from '#engine/rules/access.ts'
import type { CurrentProject } from '../../contract/session.ts'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { sessionQuery } from './session.ts'

const storageKey = 'selectedProjectId'

/** The user's projects, newest first (SPEC 7). */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }): Promise<CurrentProject[]> => {
    try {
      return await allProjects(signal)
    } catch (error) {
      throw error instanceof CallError && !signal.aborted ? error.saying('Error fetching projects') : error
    }
  },
})

async function allProjects(signal: AbortSignal): Promise<CurrentProject[]> {
  const filters = { status: { $in: workingStatuses } }
  const projects: CurrentProject[] = []
  for (let page = 1; ; page++) {
    const query = { filters, sort: 'createdAt:desc', pagination: { page, pageSize: 100 } }
    const { data, meta } = await call('projectsFind', { query, signal })
    projects.push(...data)
    if (data.length === 0 || projects.length >= meta.pagination.total) return projects
  }
}

/** Returns the stored project if it is in the list, otherwise the first (SPEC 4). */
export function currentProject(
  projects: readonly CurrentProject[],
  storedId: string | null,
): CurrentProject | undefined {
  return projects.find((project) => project.id === storedId) ?? projects[0]
}

/** Returns the chosen project if it is in the list, otherwise the first. */
export function selectedProject(projects: readonly CurrentProject[]): CurrentProject | undefined {
  return currentProject(projects, chosen)
}

/** Returns the current project; undefined until the projects are known. */
export function useProject(): CurrentProject | undefined {
  const { data: projects } = useQuery(projectsQuery)
  const id = useSyncExternalStore(subscribe, () => chosen)
  return projects && currentProject(projects, id)
}

/** Returns the signed-in user, known after the guard has run. */
export function useUser() {
  return useQuery(sessionQuery).data
}

export function selectProject(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // If storage is off or full, the choice is lost on reload.
  }
  chosen = id
  for (const listener of listeners) listener()
}

/** Restored at the start, then separate per tab: switching projects in one tab doesn't affect another. */
let chosen = storedProjectId()
const listeners = new Set<() => void>()

function storedProjectId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // Storage is off: the first project is used.
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
