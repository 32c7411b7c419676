import type { QueryClient } from '@tanstack/react-query'
import { membersQuery } from './member-queries.ts'

/** The query key of a project's members. */
export const membersKey = (projectId: string) => membersQuery(projectId).queryKey

/** Reloads everything that shows members after a change. */
export async function refreshMembers(queryClient: QueryClient, projectId: string): Promise<void> {
  const keys = [['members'], ['memberships'], ['audit', projectId]]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
