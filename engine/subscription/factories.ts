import type { BilledProject, Purchase, Subscription } from './current.ts'
import type { AccessFacts } from './project-access.ts'

/** The defaults: a project of Ann's at noon, with billing on and nothing paid. */
export const noon = new Date('2026-11-20T12:00:00Z')

export function hoursAgo(hours: number): Date {
  return new Date(noon.getTime() - hours * 3_600_000)
}

export function aProject(overrides: Partial<BilledProject> = {}): BilledProject {
  return { id: 'pipewell', isAgencyProject: false, agencyPlan: null, ownerIds: ['ann'], ...overrides }
}

export function aSubscription(overrides: Partial<Subscription> = {}): Subscription {
  return {
    id: 'first',
    projectId: 'pipewell',
    userId: 'ann',
    status: 'active',
    scheduledChangeAction: null,
    scheduledChangeEffectiveAt: null,
    mainProductId: 'pro_growth',
    mainProductName: 'Growth',
    createdAt: hoursAgo(1000),
    ...overrides,
  }
}

export function aPass(hours: number): Purchase {
  return { projectId: 'pipewell', createdAt: hoursAgo(hours) }
}

export function facts(overrides: Partial<AccessFacts> = {}): AccessFacts {
  return {
    billing: 'paddle',
    internalAdmin: false,
    project: aProject(),
    subscriptions: [],
    purchases: [],
    grant: null,
    now: noon,
    ...overrides,
  }
}
