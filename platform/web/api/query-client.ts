import { QueryCache, QueryClient } from '@tanstack/react-query'
import { paths } from '../page/paths.ts'
import { hasCookie } from '../session/cookies.ts'
import { changingSession } from '../session/log-out.ts'
import { rememberPage } from '../session/redirect.ts'
import { CallError } from './call-error.ts'

/** The query client. Its error handler is the only place that redirects to the login when a session ends (SPEC 4). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    // By default the library pauses silently while offline. Here queries fail, show it and refetch on reconnect.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (count, error) => count < 2 && isPassing(error),
    },
    mutations: { networkMode: 'always', onError: leaveWhenSignedOut },
  },
})

/** Returns whether a retry may help: the server was unreachable or returned a 5xx status. */
function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.status >= 500
}

export function leaveWhenSignedOut(error: unknown): void {
  if (isSignedOut(error)) redirectToLogin()
}

/** Redirects a signed-out user from a page of the app to the login. */
export function redirectToLogin(): void {
  const leaving = changingSession()
  if (leaving) return void leaving.then((left) => left || redirectToLogin())
  const { pathname, search } = window.location
  if (!pathname.startsWith(paths.app)) return
  rememberPage(pathname + search)
  window.location.assign(paths.login)
}

/** Returns whether the token is invalid, or missing because another tab logged out. */
function isSignedOut(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.status === 401 || (error.status === 403 && !hasCookie('signed_in', '1'))
}
