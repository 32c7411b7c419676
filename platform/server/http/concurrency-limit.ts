import type { ApiError } from '../../contract/errors.ts'

/** A limit on how many operations run at once in this process, in total and per user. */
export interface ConcurrencyLimit {
  /** Takes a slot for a user and returns a function that frees it. Throws the refusal if none is free. */
  acquire(userId: string): () => void
}

export interface ConcurrencyLimitOptions {
  max: number
  maxPerUser: number
  /** Returns the error for when all slots, or all of the user's, are taken. */
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
