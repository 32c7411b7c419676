import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { workingStatuses } from '#engine/rules/access.ts'
import type { CurrentProject } from '../../contract/session.ts'
import { CallError } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { sessionQuery } from './session.ts'

const storageKey = 'selectedProjectId'

/** The projects that one can work in, newest first (SPEC 7). */
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

/** The stored project where it is among them, else the first (SPEC 4). */
export function currentProject(
  projects: readonly CurrentProject[],
  storedId: string | null,
): CurrentProject | undefined {
  return projects.find((project) => project.id === storedId) ?? projects[0]
}

/** The project that was chosen, where it is among these, else the first. */
export function selectedProject(projects: readonly CurrentProject[]): CurrentProject | undefined {
  return currentProject(projects, chosen)
}

/** The project that the app is about; undefined until the projects are known. */
export function useProject(): CurrentProject | undefined {
  const { data: projects } = useQuery(projectsQuery)
  const id = useSyncExternalStore(subscribe, () => chosen)
  return projects && currentProject(projects, id)
}

/** The user that the guard let in. */
export function useUser() {
  return useQuery(sessionQuery).data
}

export function selectProject(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Storage that is off or full only costs the choice its memory.
  }
  chosen = id
  for (const listener of listeners) listener()
}

/** Restored at the start, and then this tab's own: work in one tab goes on when another one changes its project. */
let chosen = storedProjectId()
const listeners = new Set<() => void>()

function storedProjectId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    // Storage is off: the first project it is.
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
