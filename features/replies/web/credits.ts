import type { Usage } from '#features/billing/contract.ts'

/** Returns the suggestion credits of a project among all that its plan limits. */
export function creditsAmong(usages: readonly Usage[]): Usage | undefined {
  return usages.find(({ what }) => what === 'commentSuggestionCredits')
}

/** Returns how many suggestions are left; null without a limit. */
export function creditsLeft({ used, limit }: Pick<Usage, 'used' | 'limit'>): number | null {
  return limit === null ? null : Math.max(0, limit - used)
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Returns in how many ms to look whether the credits have renewed, which no event says; false if they don't renew. A timer
 * can't wait for a month, and the browser's clock may be ahead of the server's.
 */
export function renewalCheckMs({ renewsAt }: Pick<Usage, 'renewsAt'>, now: number): number | false {
  return renewsAt !== null && Math.min(Math.max(Date.parse(renewsAt) - now, minuteMs), dayMs)
}
