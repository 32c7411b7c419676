import { notify } from '../../ui/overlays/toast.tsx'
import { messageOf } from './call-error.ts'
import { leaveWhenSignedOut } from './query-client.ts'

/** Does what has no form to show its failure in: that is told by a notice. Resolves with whether it worked. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    leaveWhenSignedOut(error)
    notify({ title: messageOf(error), color: 'red' })
    return false
  }
}
