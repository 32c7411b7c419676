import { expect, test } from 'vitest'
import { aPass, aProject, aSubscription, facts, hoursAgo, noon } from './factories.ts'
import { type AccessFacts, type ProjectAccess, projectAccess } from './project-access.ts'

const by = (ground: 'billingOff' | 'internalAdmin' | 'subscription' | 'pass' | 'grant'): ProjectAccess => ({
  granted: true,
  by: ground,
})
const refused = (reason: 'noSubscription' | 'canceled' | 'paused' | 'passOver'): ProjectAccess => ({
  granted: false,
  reason,
})
const subscribed = (overrides: Parameters<typeof aSubscription>[0]): Partial<AccessFacts> => ({
  subscriptions: [aSubscription(overrides)],
})
const client = aProject({ isAgencyProject: true, agencyPlan: 'growth' })
const agency = { mainProductName: 'Agency', projectId: null } as const

/** All cases of project access (SPEC 6, DECISIONS 1, 3, 17). */
test.each<[string, Partial<AccessFacts>, ProjectAccess]>([
  ['nothing paid', {}, refused('noSubscription')],
  ['nothing paid, with billing off', { billing: 'off' }, by('billingOff')],
  ['nothing paid, with billing in the sandbox', { billing: 'sandbox' }, refused('noSubscription')],
  ['nothing paid, by an internal admin', { internalAdmin: true }, by('internalAdmin')],
  ['an active subscription', subscribed({}), by('subscription')],
  ['a subscription that is past due', subscribed({ status: 'past_due' }), by('subscription')],
  ['a subscription with a scheduled pause', subscribed({ scheduledChangeAction: 'pause' }), by('subscription')],
  ['a subscription with a scheduled cancellation', subscribed({ scheduledChangeAction: 'cancel' }), by('subscription')],
  ['a paused subscription', subscribed({ status: 'paused' }), refused('paused')],
  ['a canceled subscription', subscribed({ status: 'canceled' }), refused('canceled')],
  ['a subscription of another project', subscribed({ projectId: 'brewery' }), refused('noSubscription')],
  ['a pass bought today', { purchases: [aPass(1)] }, by('pass')],
  ['a pass bought three days ago', { purchases: [aPass(72)] }, refused('passOver')],
  ['access granted by an admin', { grant: { from: hoursAgo(9), until: hoursAgo(-1) } }, by('grant')],
  ['granted access that has ended', { grant: { from: hoursAgo(9), until: noon } }, refused('noSubscription')],
  ['a pass and granted access', { purchases: [aPass(1)], grant: { from: noon, until: hoursAgo(-90) } }, by('pass')],
  ['an old pass and a new one', { purchases: [aPass(1), aPass(900)] }, by('pass')],
  ['a pass of another project', { purchases: [{ ...aPass(1), projectId: 'brewery' }] }, refused('noSubscription')],
  [
    'a canceled subscription and a pass bought today',
    { ...subscribed({ status: 'canceled' }), purchases: [aPass(1)] },
    by('pass'),
  ],
  [
    'a canceled subscription and an old pass',
    { ...subscribed({ status: 'canceled' }), purchases: [aPass(99)] },
    refused('canceled'),
  ],
  ['an active subscription and a pass', { ...subscribed({}), purchases: [aPass(1)] }, by('subscription')],
  [
    "the owner's agency subscription, for a client project",
    { project: client, ...subscribed(agency) },
    by('subscription'),
  ],
  ["the owner's agency subscription, for any other project", subscribed(agency), refused('noSubscription')],
  [
    "a stranger's agency subscription",
    { project: client, ...subscribed({ ...agency, userId: 'bob' }) },
    refused('noSubscription'),
  ],
  [
    'an older active and a newer canceled subscription',
    { subscriptions: [aSubscription({}), aSubscription({ id: 'z', status: 'canceled', createdAt: hoursAgo(1) })] },
    by('subscription'),
  ],
])('project access with %s', (_, overrides, access) => {
  expect(projectAccess(facts(overrides))).toEqual(access)
})
