import { QueryCache, QueryClient } from '@tanstack/react-query'
import { paths } from '../page/paths.ts'
import { hasCookie } from '../session/cookies.ts'
import { loggingOut } from '../session/log-out.ts'
import { rememberPage } from '../session/redirect.ts'
import { CallError } from './call-error.ts'

/** The one place where a session that ended sends the user to the login, and later back (SPEC 4). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    // Offline the library would wait without a word; here that fails, is said, and is tried again with the network.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (count, error) => count < 2 && isPassing(error),
    },
    mutations: { networkMode: 'always', onError: leaveWhenSignedOut },
  },
})

/** True where trying again may help: the server was not reached or stumbled. */
function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.status >= 500
}

export function leaveWhenSignedOut(error: unknown): void {
  if (isSignedOut(error)) redirectToLogin()
}

/** Sends somebody who is signed out from a page of the app to the login. */
export function redirectToLogin(): void {
  const leaving = loggingOut()
  if (leaving) return void leaving.then((left) => left || redirectToLogin())
  const { pathname, search } = window.location
  if (!pathname.startsWith(paths.app)) return
  rememberPage(pathname + search)
  window.location.assign(paths.login)
}

/** A bad token, or none since another tab logged out. */
function isSignedOut(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.status === 401 || (error.status === 403 && !hasCookie('signed_in', '1'))
}
