import { queryOptions } from '@tanstack/react-query'
import type { SessionUser } from '../../contract/session.ts'
import { call } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { clearCookie, hasCookie } from './cookies.ts'

/**
 * The signed-in user, or null. Scripts can't read the token itself; the cookie `signed_in` says that there is one
 * (DECISIONS 9).
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }): Promise<SessionUser> | null => (hasCookie('signed_in', '1') ? call('me', { signal }) : null),
})

/**
 * Returns the signed-in user at the start of a page. If the user can't be determined, even after retries, clears the
 * token silently (SPEC 4, 8).
 */
export async function currentUser(): Promise<SessionUser | null> {
  try {
    return await queryClient.ensureQueryData(sessionQuery)
  } catch {
    clearCookie('signed_in')
    queryClient.setQueryData(sessionQuery.queryKey, null)
    return null
  }
}

/** Shows the user as a write has returned them. Only users/me says whether they are an internal admin. */
export function updateSession(user: SessionUser): void {
  queryClient.setQueryData(sessionQuery.queryKey, (before) => ({ ...before, ...user }))
}

/**
 * Clears the data of a user whose session a call has ended. Some calls end it before they begin, whatever their outcome
 * (SPEC 4).
 */
export function onSignedOut(): void {
  if (hasCookie('signed_in', '1')) return
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** Clears the previous user's data after a sign-in; the next page fetches the new user (SPEC 4). */
export function onSignedIn(): void {
  queryClient.clear()
}
