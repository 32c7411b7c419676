import { ApiError } from '@earshot/contract/errors'

/** How many large bodies are on their way in. */
export interface Intake {
  /** Lets one more in; what it answers is to be called when that is over. Throws ServiceUnavailableError. */
  enter(userId: string): () => void
}

/**
 * Bodies are held in memory until they are whole, so their number is bounded: for the process, and for each user, so
 * that nobody takes all places. An import is sent piece by piece, so that whoever keeps to that never waits.
 */
export function openIntake({ most = 48, mostOfUser = 6 } = {}): Intake {
  const ofUser = new Map<string, number>()
  let all = 0
  return {
    enter: (userId) => {
      const own = ofUser.get(userId) ?? 0
      if (all >= most || own >= mostOfUser) {
        throw new ApiError('ServiceUnavailableError', 'Too much is being sent at once. Try again in a moment.', {
          retryAfter: 1,
        })
      }
      all += 1
      ofUser.set(userId, own + 1)
      return () => {
        all -= 1
        const left = (ofUser.get(userId) ?? 0) - 1
        if (left > 0) ofUser.set(userId, left)
        else ofUser.delete(userId)
      }
    },
  }
}
