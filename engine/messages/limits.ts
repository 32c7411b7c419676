import { dayMs, firstShowing, hourMs, wallClock } from '../rules/wall-clock.ts'

/** A limit, and whether it holds at an instant if nothing is sent before. */
export interface SendingLimit<Hold extends string> {
  hold: Hold
  holdsAt(instant: number): boolean
  /** All instants at which it may end; none if only a change by somebody ends it. */
  ends: readonly number[]
}

/** Returns the first of these limits that holds, and when it ends; null if none does. */
export function firstHold<Hold extends string>(
  now: Date,
  limits: readonly SendingLimit<Hold>[],
): { state: 'hold'; hold: Hold; until: Date | null } | null {
  const limit = limits.find(({ holdsAt }) => holdsAt(now.getTime()))
  if (limit === undefined) return null
  const ends = limit.ends.filter((end) => end > now.getTime() && !limit.holdsAt(end))
  return { state: 'hold', hold: limit.hold, until: ends.length === 0 ? null : new Date(Math.min(...ends)) }
}

/** Follows the hours that clocks show, so a quiet night is shorter or longer when they are changed. */
export function quietHours(
  now: Date,
  timeZone: string,
  { quietFrom, quietTo }: { quietFrom: number; quietTo: number },
): SendingLimit<'quietHours'> {
  const wall = wallClock(timeZone)
  const today = Math.floor(wall(now.getTime()) / dayMs)
  return {
    hold: 'quietHours',
    holdsAt: (instant) => {
      const hour = Math.floor((wall(instant) - Math.floor(wall(instant) / dayMs) * dayMs) / hourMs)
      return quietFrom <= quietTo ? quietFrom <= hour && hour < quietTo : hour >= quietFrom || hour < quietTo
    },
    // A day that a time zone skips has no end of quiet hours, so the day after tomorrow is needed, too.
    ends: [0, 1, 2].map((days) => firstShowing(wall, (today + days) * dayMs + quietTo * hourMs)),
  }
}

/** Returns a limit of `most` sendings in any span of time. */
export function atMost<Hold extends string>(
  most: number,
  sendings: readonly { at: Date }[],
  of: { hold: Hold; windowMs: number },
): SendingLimit<Hold> {
  return {
    hold: of.hold,
    holdsAt: (instant) => countSince(instant - of.windowMs, sendings) >= most,
    ends: sendings.map(({ at }) => at.getTime() + of.windowMs),
  }
}

/** Counts sendings after an instant. Those in the future count, so that a clock that jumps back frees nothing. */
export function countSince(instant: number, sendings: readonly { at: Date }[]): number {
  return sendings.filter(({ at }) => at.getTime() > instant).length
}

/** Returns the instants between two others that are full days after a third. */
export function daysSince(start: number, from: number, to: number): number[] {
  const first = start + Math.max(1, Math.floor((from - start) / dayMs) + 1) * dayMs
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / dayMs)) }, (_, days) => first + days * dayMs)
}
