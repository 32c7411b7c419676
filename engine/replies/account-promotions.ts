/** How many of an account's last posts and comments count for its share of promotion. */
export const promotionsMost = 20

/**
 * Why it is unknown what an account's last posts and comments promote. pending: not read yet · hidden: Reddit lists none,
 * most likely because the profile hides them · failed: they couldn't be read from Reddit
 */
export const unreadReasons = ['pending', 'hidden', 'failed'] as const

/** What is known about the last posts and comments of an account. */
export type AccountPromotions =
  /** Newest first: whether each promotes the product. `daysOld`: for how many full days that has been known. */
  { state: 'read'; each: boolean[]; daysOld: number } | { state: 'unread'; because: (typeof unreadReasons)[number] }
