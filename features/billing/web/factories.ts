import type { Subscription } from '../contract.ts'

/** A subscription to Growth as the API returns it, for tests. */
export function aSubscription(overrides: Partial<Subscription> = {}): Subscription {
  const createdAt = '2026-11-01T08:00:00.000Z'
  return {
    id: 'first',
    documentId: 'first',
    createdAt,
    updatedAt: createdAt,
    publishedAt: createdAt,
    status: 'active',
    scheduledChangeAction: null,
    scheduledChangeEffectiveAt: null,
    mainProductId: 'pro_growth',
    mainProductName: 'Growth',
    billingCycle: 'monthly',
    nextBilledAt: '2026-12-01T08:00:00.000Z',
    ...overrides,
  }
}
