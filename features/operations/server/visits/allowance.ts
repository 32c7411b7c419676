/** A limit per minute, for each key and for all keys together. */
export interface Allowance {
  /** Takes one unit. Returns false if none is left. */
  take(key: string): boolean
}

const minuteMs = 60_000

/** Kept in memory for the minute only, so that keys are never stored. */
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
