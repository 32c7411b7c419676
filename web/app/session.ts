import type { User } from '@earshot/contract/entities'
import { queryOptions } from '@tanstack/react-query'
import { notify } from '../ui/toast.tsx'
import { call } from './api.ts'
import { messageOf } from './call-error.ts'
import { clearCookie, hasCookie } from './cookies.ts'
import { paths } from './paths.ts'
import { isPassing, queryClient } from './query-client.ts'

/**
 * Who is signed in; null for nobody. The token itself is out of reach of scripts; `signed_in` says that there is one
 * (DECISIONS 9). A token that leads to no user is cleared silently (SPEC 8); a page that was left while it asked, or
 * a server that could not answer, has said nothing about the token.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<User | null> => {
    if (!hasCookie('signed_in', '1')) return null
    return call('me', { signal }).catch((error: unknown) => {
      if (isPassing(error)) throw error
      clearCookie('signed_in')
      return null
    })
  },
})

/** Nothing of one user stays for the next. */
export function signedInAs(user: User): void {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, user)
}

/** Ends the session and leaves by a full navigation, so that nothing stays in memory. False where it failed. */
export async function logOut(): Promise<boolean> {
  try {
    await call('logout', {})
  } catch (error) {
    notify({ title: messageOf(error), color: 'red' })
    return false
  }
  window.location.assign(paths.home)
  return true
}
