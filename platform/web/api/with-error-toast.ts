import { notify } from '../../ui/overlays/toast.tsx'
import { messageOf } from './call-error.ts'
import { leaveWhenSignedOut } from './query-client.ts'

/** Runs work that has no form to show its error, and shows an error as a toast. Resolves with whether it succeeded. */
export async function withErrorToast(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    leaveWhenSignedOut(error)
    notify({ title: messageOf(error), color: 'red' })
    return false
  }
}
