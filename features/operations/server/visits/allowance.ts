/** What may be taken within a minute: so much under each key, and so much of all. */
export interface Allowance {
  /** Takes one; false where there is none left. */
  take(key: string): boolean
}

const minuteMs = 60_000

/** Held in memory and forgotten with the minute: whose key it was is kept nowhere. */
export function openAllowance(now: () => Date, { most, mostOfOne }: { most: number; mostOfOne: number }): Allowance {
  const taken = new Map<string, number>()
  let minute = 0
  let all = 0
  return {
    take: (key) => {
      const current = Math.floor(now().getTime() / minuteMs)
      if (current !== minute) {
        taken.clear()
        all = 0
        minute = current
      }
      const own = (taken.get(key) ?? 0) + 1
      if (own > mostOfOne || all >= most) return false
      taken.set(key, own)
      all += 1
      return true
    },
  }
}
