import { notify } from '../../ui/overlays/toast.tsx'
import { messageOf } from '../api/call-error.ts'
import { call } from '../api/client.ts'
import { paths } from '../page/paths.ts'

let pending: Promise<boolean> | null = null

/** Ends the session and leaves by a full navigation, so that nothing stays in memory. False where it failed. */
export function logOut(to: string = paths.home): Promise<boolean> {
  pending ??= endSession(to)
  return pending
}

/**
 * The log-out that is under way, else null. It also ends the stream and what is being fetched: whoever would lead
 * elsewhere because of that waits for its outcome.
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
