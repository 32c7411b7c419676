import { describe, expect, test } from 'vitest'
import { currentSubscription, isPassOpen, latestPurchase, type Subscription } from './current.ts'
import { aPass, aProject, aSubscription, hoursAgo, noon } from './factories.ts'

const old = aSubscription({ id: 'old', createdAt: hoursAgo(30) })
const recent = aSubscription({ id: 'recent', createdAt: hoursAgo(10) })
const canceled = aSubscription({ id: 'canceled', createdAt: hoursAgo(1), status: 'canceled' })
const paused = aSubscription({ id: 'paused', createdAt: hoursAgo(2), status: 'paused' })
const ending = aSubscription({ id: 'ending', createdAt: hoursAgo(5), scheduledChangeAction: 'cancel' })
const foreign = aSubscription({ id: 'foreign', projectId: 'brewery', createdAt: hoursAgo(1) })
const agency = { mainProductName: 'Agency (yearly)', projectId: null }
const anns = aSubscription({ ...agency, id: 'anns', createdAt: hoursAgo(20) })
const bobs = aSubscription({ ...agency, id: 'bobs', userId: 'bob', createdAt: hoursAgo(3) })
const lapsed = aSubscription({ ...agency, id: 'lapsed', createdAt: hoursAgo(2), status: 'canceled' })
const client = aProject({ isAgencyProject: true, agencyPlan: 'growth' })

describe('the current subscription (SPEC 4)', () => {
  test.each<[string, readonly Subscription[], string | null]>([
    ['is null if there is none', [], null],
    ['is null if only another project has one', [foreign], null],
    ['is the most recent active one', [old, recent], 'recent'],
    ['is the most recent active one in any order', [recent, old], 'recent'],
    ['is an older active one rather than a newer canceled one', [old, canceled], 'old'],
    ['is the most recent one if none is active', [paused, canceled], 'canceled'],
    ['is an active one even if its cancellation is scheduled', [ending, old], 'ending'],
    ["is never the owner's agency subscription", [anns], null],
  ])('%s', (_, subscriptions, id) => {
    expect(currentSubscription(aProject(), subscriptions)?.id ?? null).toBe(id)
  })

  test.each<[string, readonly Subscription[], string | null]>([
    ["is the owner's agency subscription", [anns], 'anns'],
    ["is not the project's own subscription", [recent, anns], 'anns'],
    ['is not the agency subscription of a user who does not own the project', [anns, bobs], 'anns'],
    ['is an active agency subscription rather than a newer canceled one', [lapsed, anns], 'anns'],
    ['is the most recent agency subscription if none is active', [lapsed], 'lapsed'],
    ['is null if there is only a subscription of the project', [recent], null],
  ])("of an agency's client project %s", (_, subscriptions, id) => {
    expect(currentSubscription(client, subscriptions)?.id ?? null).toBe(id)
  })

  test.each([
    [{ isAgencyProject: true, agencyPlan: null }],
    [{ isAgencyProject: true, agencyPlan: 'agency' }],
    [{ isAgencyProject: false, agencyPlan: 'growth' }],
  ])("of a project with %j is the project's own", (overrides) => {
    expect(currentSubscription(aProject(overrides), [anns, recent])?.id).toBe('recent')
  })

  test('is always the same one of two created at the same instant', () => {
    const twins = [aSubscription({ id: 'a' }), aSubscription({ id: 'b' })]
    expect(currentSubscription(aProject(), twins)?.id).toBe('b')
    expect(currentSubscription(aProject(), twins.toReversed())?.id).toBe('b')
  })
})

test('the latest purchase of a project ignores other projects', () => {
  const foreignPass = { projectId: 'brewery', createdAt: noon }
  expect(latestPurchase('pipewell', [aPass(90), aPass(20), foreignPass])).toEqual(aPass(20))
  expect(latestPurchase('pipewell', [foreignPass])).toBeNull()
})

test.each([
  [0, true],
  [71.999, true],
  [72, false],
  [100, false],
])('a pass bought %d hours ago opens its project: %s', (hours, isOpen) => {
  expect(isPassOpen(aPass(hours), noon)).toBe(isOpen)
})
