/**
 * Decides when a call to Reddit's API may go (DESIGN 4, 6). Reddit counts the calls of an app in windows of ten minutes
 * and reports with each answer how many are left. All processes share this state. Times are milliseconds since 1970.
 */
export interface GovernorState {
  /** When Reddit's next window starts. */
  windowEndsAt: number
  /** How certain that is: a guess, derived from the previous window, or reported by Reddit in this window. */
  source: 'guess' | 'before' | 'said'
  /** Calls per window. */
  allowance: number
  /** Calls of this window by our count or by Reddit's, whichever is higher. */
  used: number
  /** Of these: user actions, rechecks, and calls of the last moments, which Reddit may count in the next window. */
  actions: number
  rechecks: number
  late: number
  /** The time up to which background calls are spread evenly; ahead of the clock after a burst. */
  pace: number
  /** The same for rechecks alone. */
  recheckPace: number
  /** No call goes before this time. */
  pausedUntil: number
}

/** The purpose of a call: to poll for new posts, to check for deleted ones, or to answer a waiting user. */
export type CallPurpose = 'listen' | 'recheck' | 'action'

/** The limit that Reddit reports. */
export interface ReportedRate {
  used: number
  remaining: number
  resetSeconds: number
}

export type Permit = { state: 'go'; next: GovernorState } | { state: 'wait'; at: number }

export const windowMs = 600_000
/** A hundred a minute, until Reddit reports otherwise. */
const usualAllowance = 1000
/** Bounds for reported allowances. */
const allowances = { least: 60, most: 10_000 }
/** Shares of a window's calls: reserved for users, the maximum for users, and the maximum for rechecks. */
const shares = { reserve: 0.1, actions: 0.5, rechecks: 0.4 }
/** How far background calls may run ahead of an even pace. The extra for rechecks leaves them room after a burst. */
const bursts = { listen: 45_000, recheck: 60_000 }
/** The same in calls, until the app's usage is known. */
const firstCalls = { listen: 5, recheck: 8, action: 30 }
/** The longest that a call can be in flight. */
const lateMs = 30_000
const pauseMostMs = 3_600_000

export function newGovernor(now: number): GovernorState {
  return {
    windowEndsAt: now + windowMs,
    source: 'guess',
    allowance: usualAllowance,
    used: 0,
    actions: 0,
    rechecks: 0,
    late: 0,
    pace: now,
    recheckPace: now,
    pausedUntil: 0,
  }
}

/** Returns the next state if a call may go now, else when to ask again. */
export function permitFor(purpose: CallPurpose, state: GovernorState, now: number): Permit {
  const current = at(state, now)
  const opensAt = Math.max(current.pausedUntil, roomAt(purpose, current, now), evenAt(purpose, current, now))
  return opensAt > now ? { state: 'wait', at: opensAt } : { state: 'go', next: afterCall(purpose, current, now) }
}

/** Returns the state after a report of the limit. Reports on an earlier window are ignored; none loosens this one. */
export function recordRate(report: ReportedRate, state: GovernorState, now: number): GovernorState {
  const current = at(state, now)
  const endsAt = now + Math.min(Math.ceil(report.resetSeconds + 1) * 1000, windowMs)
  const allowance = within(report.used + report.remaining)
  const ahead = endsAt - current.windowEndsAt
  if (current.source === 'guess') {
    return { ...current, source: 'said', windowEndsAt: endsAt, allowance, used: Math.max(current.used, report.used) }
  }
  if (ahead < -windowMs / 2) return current
  if (ahead > windowMs / 2) {
    const next = nextWindow(current)
    return { ...next, source: 'said', windowEndsAt: endsAt, allowance, used: Math.max(next.used, report.used) }
  }
  return {
    ...current,
    source: 'said',
    windowEndsAt: Math.max(current.windowEndsAt, endsAt),
    allowance: current.source === 'said' ? Math.min(current.allowance, allowance) : allowance,
    used: Math.max(current.used, report.used),
  }
}

/** Returns the state after Reddit refused a call: no call goes before `until`. */
export function paused(until: number, state: GovernorState, now: number): GovernorState {
  const current = at(state, now)
  return { ...current, pausedUntil: Math.max(current.pausedUntil, Math.min(until, now + pauseMostMs)) }
}

/** Returns the state as of `now`, without windows that are over. */
function at(state: GovernorState, now: number): GovernorState {
  const current = { ...state, ...clipped(state, now) }
  // The clock was set back: the window gets its full length, and its used calls stay.
  if (current.windowEndsAt > now + windowMs + lateMs)
    return { ...current, windowEndsAt: now + windowMs, source: 'guess' }
  if (current.windowEndsAt > now) return current
  if (current.windowEndsAt + windowMs > now) return nextWindow(current)
  return { ...newGovernor(now), allowance: current.allowance, pausedUntil: current.pausedUntil }
}

/** Limits times to what is possible by the current clock. */
function clipped({ pace, recheckPace, pausedUntil }: GovernorState, now: number) {
  return {
    pace: Math.min(pace, now + bursts.recheck),
    recheckPace: Math.min(recheckPace, now + bursts.recheck),
    pausedUntil: Math.min(pausedUntil, now + pauseMostMs),
  }
}

function nextWindow(state: GovernorState): GovernorState {
  const windowEndsAt = state.windowEndsAt + windowMs
  return { ...state, windowEndsAt, source: 'before', used: state.late, actions: 0, rechecks: 0, late: 0 }
}

/** Returns when this window has a call left for a purpose: now, or at its end. */
function roomAt(purpose: CallPurpose, state: GovernorState, now: number): number {
  const { allowance, used, actions, rechecks, windowEndsAt } = state
  const reserved = purpose === 'action' ? 0 : Math.max(Math.ceil(allowance * shares.reserve) - actions, 0)
  const isOwnSpent =
    (purpose === 'action' && actions >= Math.floor(allowance * shares.actions)) ||
    (purpose === 'recheck' && rechecks >= Math.floor(allowance * shares.rechecks))
  return used + reserved >= allowance || isOwnSpent ? windowEndsAt : now
}

/** Returns when the pace allows a call. User actions aren't slowed down once the limit is known. */
function evenAt(purpose: CallPurpose, state: GovernorState, now: number): number {
  const step = stepMs(state)
  if (state.source !== 'guess' && purpose === 'action') return now
  const ahead = state.source === 'guess' || purpose === 'action' ? firstCalls[purpose] * step.all : bursts[purpose]
  const even = state.pace + step.all - ahead
  return purpose === 'recheck' ? Math.max(even, state.recheckPace + step.recheck - ahead) : even
}

/** Returns the milliseconds between two background calls. */
function stepMs({ allowance }: GovernorState) {
  const spread = (share: number) => Math.ceil(windowMs / (allowance * share))
  return { all: spread(1 - shares.reserve), recheck: spread(shares.rechecks) }
}

function afterCall(purpose: CallPurpose, state: GovernorState, now: number): GovernorState {
  const step = stepMs(state)
  const isPaced = purpose !== 'action' || state.source === 'guess'
  const isLate = state.windowEndsAt - now <= lateMs
  return {
    ...state,
    used: state.used + 1,
    late: state.late + (isLate ? 1 : 0),
    actions: state.actions + (purpose === 'action' ? 1 : 0),
    rechecks: state.rechecks + (purpose === 'recheck' ? 1 : 0),
    pace: isPaced ? Math.max(state.pace, now) + step.all : state.pace,
    recheckPace: purpose === 'recheck' ? Math.max(state.recheckPace, now) + step.recheck : state.recheckPace,
  }
}

function within(allowance: number): number {
  return Math.min(Math.max(Math.floor(allowance), allowances.least), allowances.most)
}
