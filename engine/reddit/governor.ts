/**
 * When a call to Reddit's API may go (DESIGN 4, 6). Reddit counts the calls of an app in windows of ten minutes and says
 * with each answer how many are left; all processes share what is kept of it here. Times are milliseconds since 1970.
 */
export interface GovernorState {
  /** When Reddit counts anew. */
  windowEndsAt: number
  /** How sure that is: taken from nothing, from the window before, or from what Reddit said in this one. */
  source: 'guess' | 'before' | 'said'
  /** Calls that a window has. */
  allowance: number
  /** Calls of this window by our count or by Reddit's, whichever is more. */
  used: number
  /** Among them: of people, of looking again, and of its last moments, which Reddit may count in the next. */
  actions: number
  rechecks: number
  late: number
  /** Up to when background calls are spread evenly; ahead of the clock after a burst. */
  pace: number
  /** The same for rechecks among them. */
  recheckPace: number
  /** Nothing goes before. */
  pausedUntil: number
}

/** What a call is for: to find what is new, to see what was deleted, or for somebody who waits for it. */
export type CallPurpose = 'listen' | 'recheck' | 'action'

/** What Reddit says of its limit. */
export interface ReportedRate {
  used: number
  remaining: number
  resetSeconds: number
}

export type Permit = { state: 'go'; next: GovernorState } | { state: 'wait'; at: number }

export const windowMs = 600_000
/** A hundred a minute, until Reddit says otherwise. */
const usualAllowance = 1000
/** Nobody is believed to allow more, or less. */
const allowances = { least: 60, most: 10_000 }
/** Of a window's calls: kept for people, as many as people may have, and at most for looking again. */
const shares = { reserve: 0.1, actions: 0.5, rechecks: 0.4 }
/** How far ahead of an even pace background calls may run; what only rechecks may use lets them come at any time. */
const bursts = { listen: 45_000, recheck: 60_000 }
/** The same in calls, while it is not known what the app has used already. */
const firstCalls = { listen: 5, recheck: 8, action: 30 }
/** No call is on its way for longer. */
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

/** Whether a call may go now, and what is kept if it goes; else when to ask again. */
export function permitFor(purpose: CallPurpose, state: GovernorState, now: number): Permit {
  const current = at(state, now)
  const opensAt = Math.max(current.pausedUntil, roomAt(purpose, current, now), evenAt(purpose, current, now))
  return opensAt > now ? { state: 'wait', at: opensAt } : { state: 'go', next: taken(purpose, current, now) }
}

/** What is kept once Reddit said how its limit stands. Of the window before nothing counts, and nothing loosens a window. */
export function recordRate(said: ReportedRate, state: GovernorState, now: number): GovernorState {
  const current = at(state, now)
  const endsAt = now + Math.min(Math.ceil(said.resetSeconds + 1) * 1000, windowMs)
  const allowance = within(said.used + said.remaining)
  const ahead = endsAt - current.windowEndsAt
  if (current.source === 'guess') {
    return { ...current, source: 'said', windowEndsAt: endsAt, allowance, used: Math.max(current.used, said.used) }
  }
  if (ahead < -windowMs / 2) return current
  if (ahead > windowMs / 2) {
    const begun = nextWindow(current)
    return { ...begun, source: 'said', windowEndsAt: endsAt, allowance, used: Math.max(begun.used, said.used) }
  }
  return {
    ...current,
    source: 'said',
    windowEndsAt: Math.max(current.windowEndsAt, endsAt),
    allowance: current.source === 'said' ? Math.min(current.allowance, allowance) : allowance,
    used: Math.max(current.used, said.used),
  }
}

/** What is kept once Reddit refused a call: nothing goes until then. */
export function paused(until: number, state: GovernorState, now: number): GovernorState {
  const current = at(state, now)
  return { ...current, pausedUntil: Math.max(current.pausedUntil, Math.min(until, now + pauseMostMs)) }
}

/** What is kept, as it is at this moment: windows that are over are left behind. */
function at(state: GovernorState, now: number): GovernorState {
  const kept = { ...state, ...clipped(state, now) }
  // A clock was set back: the window is as long as one can be, and what was used stays.
  if (kept.windowEndsAt > now + windowMs + lateMs) return { ...kept, windowEndsAt: now + windowMs, source: 'guess' }
  if (kept.windowEndsAt > now) return kept
  if (kept.windowEndsAt + windowMs > now) return nextWindow(kept)
  return { ...newGovernor(now), allowance: kept.allowance, pausedUntil: kept.pausedUntil }
}

/** Nothing reaches further ahead than it can by the clock of now. */
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

/** When this window has a call left for a purpose: now, or at its end. */
function roomAt(purpose: CallPurpose, state: GovernorState, now: number): number {
  const { allowance, used, actions, rechecks, windowEndsAt } = state
  const kept = purpose === 'action' ? 0 : Math.max(Math.ceil(allowance * shares.reserve) - actions, 0)
  const isOwnSpent =
    (purpose === 'action' && actions >= Math.floor(allowance * shares.actions)) ||
    (purpose === 'recheck' && rechecks >= Math.floor(allowance * shares.rechecks))
  return used + kept >= allowance || isOwnSpent ? windowEndsAt : now
}

/** When the pace has a call left for a purpose. Who waits for an answer is not slowed down where the limit is known. */
function evenAt(purpose: CallPurpose, state: GovernorState, now: number): number {
  const step = stepMs(state)
  if (state.source !== 'guess' && purpose === 'action') return now
  const ahead = state.source === 'guess' || purpose === 'action' ? firstCalls[purpose] * step.all : bursts[purpose]
  const even = state.pace + step.all - ahead
  return purpose === 'recheck' ? Math.max(even, state.recheckPace + step.recheck - ahead) : even
}

/** Milliseconds from one background call to the next. */
function stepMs({ allowance }: GovernorState) {
  const spread = (share: number) => Math.ceil(windowMs / (allowance * share))
  return { all: spread(1 - shares.reserve), recheck: spread(shares.rechecks) }
}

function taken(purpose: CallPurpose, state: GovernorState, now: number): GovernorState {
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
