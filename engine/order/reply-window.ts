import type { Label } from '../score/component.ts'

const day = 24 * 3_600_000

/** How well a reply still reaches an author. */
export type ReplyWindow = 'fresh' | 'cooling' | 'cold' | 'evergreen'

/** The ages, in ms, below which a window holds. Older posts are evergreen: people find them by searching. */
const windows: readonly { window: ReplyWindow; within: number }[] = [
  { window: 'fresh', within: 3 * day },
  { window: 'cooling', within: 14 * day },
  { window: 'cold', within: 90 * day },
]

/** Returns the window of a post. An unknown age counts as the oldest, a date in the future as now. */
export function replyWindowOf(postedAt: number | null, now: number): ReplyWindow {
  if (postedAt === null) return 'evergreen'
  return windows.find(({ within }) => now - postedAt < within)?.window ?? 'evergreen'
}

/** Returns when the next window begins, in ms; null for the last. */
export function windowEndOf(postedAt: number | null, now: number): number | null {
  if (postedAt === null) return null
  const current = windows.find(({ within }) => now - postedAt < within)
  return current ? postedAt + current.within : null
}

/** Returns the dates of the posts in a window, in ms: later than `after` and no later than `until`. Null: no limit. */
export function replyWindowSpan(window: ReplyWindow, now: number): { after: number | null; until: number | null } {
  const index = windows.findIndex((each) => each.window === window)
  const limitOf = (each: (typeof windows)[number] | undefined) => (each ? now - each.within : null)
  return index === -1
    ? { after: null, until: limitOf(windows.at(-1)) }
    : { after: limitOf(windows[index]), until: limitOf(windows[index - 1]) }
}

/** How long before the first window ends a reply becomes due. */
const dueBefore = day

/**
 * Returns the dates, in ms, of posts whose reply is due: later than `after` and no later than `until`. Their first window
 * ends within a day or is over, and a reply still reaches their authors.
 */
export function replyDueSpan(now: number): { after: number; until: number } {
  const [fresh, cooling] = windows
  return { after: now - cooling!.within, until: now - fresh!.within + dueBefore }
}

/** Returns a label at a window: who wanted something now, weeks ago, has the problem at most. */
export function agedLabel(label: Label, window: ReplyWindow): Label {
  return label === 3 && (window === 'cold' || window === 'evergreen') ? 2 : label
}
