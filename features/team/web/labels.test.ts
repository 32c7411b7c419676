import { describe, expect, test } from 'vitest'
import { whyNot } from '#platform/web/session/roles.ts'
import { grantableOptions, invitationText } from './labels.ts'

describe('whyNot', () => {
  test.each([
    ['member', 'changeProject', 'Only project owners and admins can do this. Your role: member.'],
    ['admin', 'deleteProject', 'Only project owners can do this. Your role: admin.'],
    ['client', 'decide', 'Only project owners, admins, and members can do this. Your role: client.'],
  ] as const)('tells a %s who asks for %s', (role, right, text) => {
    expect(whyNot(role, right)).toBe(text)
  })

  test('says nothing to those who may', () => {
    expect(whyNot('owner', 'deleteProject')).toBeNull()
    expect(whyNot('client', 'readLeads')).toBeNull()
  })
})

test.each([
  ['owner', []],
  ['admin', ['owner']],
  ['member', ['owner', 'admin', 'member', 'client']],
] as const)('an %s is offered all roles, but can not choose %j', (by, refused) => {
  const options = grantableOptions(by)
  expect(options.map(({ value }) => value)).toEqual(['owner', 'admin', 'member', 'client'])
  expect(options.filter(({ disabled }) => disabled).map(({ value }) => value)).toEqual(refused)
})

test.each([
  ['2026-11-27T12:00:00Z', 'Expires in 7 days'],
  ['2026-11-22T11:00:00Z', 'Expires in 2 days'],
  ['2026-11-21T12:00:00Z', 'Expires within a day'],
  ['2026-11-20T12:00:00Z', 'Invitation expired'],
  [null, 'Invited'],
])('an invitation until %s: %s', (expiresAt, text) => {
  expect(invitationText(expiresAt, Date.parse('2026-11-20T12:00:00Z'))).toBe(text)
})
