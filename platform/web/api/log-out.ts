import { notify } from '../../ui/overlays/toast.tsx'
import { paths } from '../page/paths.ts'
import { call } from './api.ts'
import { messageOf } from './call-error.ts'

let underWay: Promise<boolean> | null = null

/** Ends the session and leaves by a full navigation, so that nothing stays in memory. False where it failed. */
export function logOut(to: string = paths.home): Promise<boolean> {
  underWay ??= attempt(to)
  return underWay
}

/**
 * The log-out that is under way, else null. It also ends the stream and what is being fetched: whoever would lead
 * elsewhere because of that waits for its outcome.
 */
export function loggingOut(): Promise<boolean> | null {
  return underWay
}

async function attempt(to: string): Promise<boolean> {
  try {
    await call('logout', {})
  } catch (error) {
    notify({ title: messageOf(error), color: 'red' })
    underWay = null
    return false
  }
  window.location.assign(to)
  return true
}
