import { queryOptions } from '@tanstack/react-query'
import type { SessionUser } from '../../contract/session.ts'
import { call } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { clearCookie, hasCookie } from './cookies.ts'

/**
 * Who is signed in; null for nobody. The token itself is out of reach of scripts; `signed_in` says that there is one
 * (DECISIONS 9).
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }): Promise<SessionUser> | null => (hasCookie('signed_in', '1') ? call('me', { signal }) : null),
})

/**
 * Who is signed in at the start of a page. Where that cannot be found out, also after trying again what may pass, the
 * token is cleared silently (SPEC 4, 8).
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

/**
 * Takes note that nobody is signed in any more where a call has ended the session, as some do before they begin, whatever
 * comes of them (SPEC 4).
 */
export function onSignedOut(): void {
  if (hasCookie('signed_in', '1')) return
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** After a sign-in: nothing of one user stays for the next, who is fetched with the next page (SPEC 4). */
export function onSignedIn(): void {
  queryClient.clear()
}
