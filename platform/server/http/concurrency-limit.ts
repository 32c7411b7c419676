import type { ApiError } from '../../contract/errors.ts'

/** A limit on how many of something run at once in this process, in all and per user. */
export interface ConcurrencyLimit {
  /** Takes a slot for a user and returns a function that frees it, once. Throws the refusal if there is none. */
  acquire(userId: string): () => void
}

export interface ConcurrencyLimitOptions {
  max: number
  maxPerUser: number
  /** The error if all slots are taken, or all of the user's. */
  refusal(by: 'all' | 'user'): ApiError
}

export function concurrencyLimit({ max, maxPerUser, refusal }: ConcurrencyLimitOptions): ConcurrencyLimit {
  const perUser = new Map<string, number>()
  let all = 0
  return {
    acquire: (userId) => {
      if (all >= max) throw refusal('all')
      const own = perUser.get(userId) ?? 0
      if (own >= maxPerUser) throw refusal('user')
      all += 1
      perUser.set(userId, own + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all -= 1
        const left = (perUser.get(userId) ?? 0) - 1
        if (left > 0) perUser.set(userId, left)
        else perUser.delete(userId)
      }
    },
  }
}
