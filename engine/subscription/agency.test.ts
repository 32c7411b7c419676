import { expect, test } from 'vitest'
import { agencyGround, holdsAgency, keepsOwnSubscription } from './agency.ts'
import { aSubscription } from './factories.ts'

const agency = { projectId: 'pipewell', mainProductName: 'Agency' }
/** Stands beside the other one, and never counts. */
const over = { ...agency, userId: 'ann', status: 'canceled' } as const
const paid = { billing: 'paddle', internalAdmin: false, subscriptions: [] } as const

test.each([
  ['with billing off', { ...paid, billing: 'off' }, 'billingOff'],
  ['as an internal admin', { ...paid, internalAdmin: true }, 'internalAdmin'],
  ['with an active subscription', { ...paid, subscriptions: [{ status: 'active' }] }, 'subscription'],
  ['with one of several', { ...paid, subscriptions: [{ status: 'canceled' }, { status: 'active' }] }, 'subscription'],
  ['without a subscription', paid, null],
  ['with one that is past due', { ...paid, subscriptions: [{ status: 'past_due' }] }, null],
  ['with a canceled one', { ...paid, subscriptions: [{ status: 'canceled' }] }, null],
] as const)('%s, a user may take on clients by %3$s', (_, facts, ground) => expect(agencyGround(facts)).toBe(ground))

test.each([
  ['of its own', {}, true],
  ['that is paused', { status: 'paused' }, true],
  ['that will be canceled', { scheduledChangeAction: 'cancel' }, false],
  ['that was canceled', { status: 'canceled' }, false],
  ['of an agency', agency, false],
  ['of another project', { projectId: 'fitco' }, false],
] as const)('a project with a subscription %s keeps it: %3$s', (_, values, keeps) =>
  expect(keepsOwnSubscription('pipewell', [aSubscription(over), aSubscription(values)])).toBe(keeps),
)

test.each([
  ['of the owner', { ...agency, userId: 'ann' }, true],
  ['that is over', { ...agency, userId: 'ann', status: 'canceled' }, false],
  ['of another owner', { ...agency, userId: 'bob' }, false],
  ['bought for another project', { ...agency, userId: 'ann', projectId: 'fitco' }, false],
  ['for this project only', { userId: 'ann' }, false],
] as const)('an Agency subscription %s is held by the project: %3$s', (_, values, holds) =>
  expect(holdsAgency({ projectId: 'pipewell', userId: 'ann' }, [aSubscription(over), aSubscription(values)])).toBe(
    holds,
  ),
)
