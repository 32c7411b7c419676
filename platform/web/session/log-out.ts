import { notify } from '../../ui/overlays/toast.tsx'
import { messageOf } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { paths } from '../page/paths.ts'

let pending: Promise<boolean> | null = null

/** Ends the session and leaves by a full navigation, which clears the memory. Resolves with false if it failed. */
export function logOut(to: string = paths.home): Promise<boolean> {
  pending ??= endSession(to)
  return pending
}

/**
 * Returns the log-out in progress, or null. A log-out also ends the stream and fetches in flight; code that would
 * redirect because of that must wait for its outcome.
 */
export function loggingOut(): Promise<boolean> | null {
  return pending
}

async function endSession(to: string): Promise<boolean> {
  try {
    await call('logout', {})
  } catch (error) {
    notify({ title: messageOf(error), color: 'red' })
    pending = null
    return false
  }
  window.location.assign(to)
  return true
}
