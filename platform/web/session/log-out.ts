import { notify } from '../../ui/overlays/toast.tsx'
import { messageOf } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { paths } from '../page/paths.ts'

let pending: Promise<boolean> | null = null

/** Ends the session and leaves by a full navigation, which clears the memory. Resolves with false if it failed. */
export function logOut(to: string = paths.home): Promise<boolean> {
  return changeSession(() => call('logout', {}), to)
}

/** Does work after which the session is another user's or none, and leaves in the same way. */
export function changeSession(work: () => Promise<unknown>, to: string): Promise<boolean> {
  pending ??= changeAndLeave(work, to)
  return pending
}

/**
 * Returns the change of the session in progress, or null. It also ends the stream and fetches in flight; code that would
 * redirect because of that must wait for its outcome.
 */
export function changingSession(): Promise<boolean> | null {
  return pending
}

async function changeAndLeave(work: () => Promise<unknown>, to: string): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    notify({ title: messageOf(error), color: 'red' })
    pending = null
    return false
  }
  window.location.assign(to)
  return true
}
