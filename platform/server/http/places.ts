import type { ApiError } from '../../contract/errors.ts'

/** Places of a process for something that lasts, of which nobody can take all. */
export interface Places {
  /** Takes one for a user; what it answers gives it back, once. Throws what is said where there is none. */
  enter(userId: string): () => void
}

export interface PlacesOptions {
  most: number
  mostOfUser: number
  /** What is said when all are taken, or all that one user may have. */
  refusal(by: 'all' | 'user'): ApiError
}

export function openPlaces({ most, mostOfUser, refusal }: PlacesOptions): Places {
  const ofUser = new Map<string, number>()
  let all = 0
  return {
    enter: (userId) => {
      if (all >= most) throw refusal('all')
      const own = ofUser.get(userId) ?? 0
      if (own >= mostOfUser) throw refusal('user')
      all += 1
      ofUser.set(userId, own + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all -= 1
        const left = (ofUser.get(userId) ?? 0) - 1
        if (left > 0) ofUser.set(userId, left)
        else ofUser.delete(userId)
      }
    },
  }
}
