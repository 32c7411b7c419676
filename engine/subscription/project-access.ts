import {
  type BilledProject,
  currentSubscription,
  isPassOpen,
  latestPurchase,
  type Purchase,
  type Subscription,
} from './current.ts'
import type { BillingMode } from './plans.ts'
import { type DisplayState, displayState } from './state.ts'

/** Access that an internal admin gave, with the quota of a pass. */
export interface Grant {
  from: Date
  until: Date
}

/** The facts that decide whether a project may be used. */
export interface AccessFacts {
  billing: BillingMode
  /** Whether the actor is an internal admin with a confirmed address and owns this project. */
  internalAdmin: boolean
  project: BilledProject
  subscriptions: readonly Subscription[]
  purchases: readonly Purchase[]
  /** The access that an internal admin gave to the project; null if none. */
  grant: Grant | null
  now: Date
}

const accessGrounds = ['billingOff', 'internalAdmin', 'subscription', 'pass', 'grant'] as const
const accessRefusals = ['noSubscription', 'canceled', 'paused', 'passOver'] as const
export type AccessRefusal = (typeof accessRefusals)[number]

/** Whether a project may be used, and why. */
export type ProjectAccess =
  | { granted: true; by: (typeof accessGrounds)[number] }
  | { granted: false; reason: AccessRefusal }

/** States of a subscription that keep its project open (SPEC 6). */
const open: readonly DisplayState[] = ['active', 'past_due', 'scheduledPause', 'scheduledCancel']

/** Decides project access (SPEC 6, DECISIONS 1, 3, 4), for both the guard in the browser and the server's 402. */
export function projectAccess(facts: AccessFacts): ProjectAccess {
  const { billing, internalAdmin, project, subscriptions, purchases, grant, now } = facts
  if (billing === 'off') return { granted: true, by: 'billingOff' }
  if (internalAdmin) return { granted: true, by: 'internalAdmin' }
  const state = displayState(currentSubscription(project, subscriptions))
  if (open.includes(state)) return { granted: true, by: 'subscription' }
  const purchase = latestPurchase(project.id, purchases)
  if (purchase && isPassOpen(purchase, now)) return { granted: true, by: 'pass' }
  if (grant && now < grant.until) return { granted: true, by: 'grant' }
  if (state === 'canceled' || state === 'paused') return { granted: false, reason: state }
  return { granted: false, reason: purchase ? 'passOver' : 'noSubscription' }
}
