import type { QueryClient } from '@tanstack/react-query'
import { membersQuery } from './member-queries.ts'

/** Where the members of a project are kept. */
export const membersKey = (projectId: string) => membersQuery(projectId).queryKey

/** Fetches again whatever tells of members, after one of them changed. */
export async function refreshMembers(queryClient: QueryClient, projectId: string): Promise<void> {
  const keys = [['members'], ['memberships'], ['audit', projectId]]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
