import { describe, expect, test } from 'vitest'
import { whyNot } from '#platform/web/session/roles.ts'
import { grantableOptions, invitationText, invitedText, seatsText } from './labels.ts'

describe('whyNot', () => {
  test.each([
    ['member', 'changeProject', 'Only project owners and admins can do this. Your role: member.'],
    ['admin', 'deleteProject', 'Only project owners can do this. Your role: admin.'],
    ['client', 'decide', 'Only project owners, admins, and members can do this. Your role: client.'],
  ] as const)('returns the reason for a %s who lacks %s', (role, right, text) => {
    expect(whyNot(role, right)).toBe(text)
  })

  test('returns null for roles with the right', () => {
    expect(whyNot('owner', 'deleteProject')).toBeNull()
    expect(whyNot('client', 'readLeads')).toBeNull()
  })
})

test.each([
  ['owner', []],
  ['admin', ['owner']],
  ['member', ['owner', 'admin', 'member', 'client']],
] as const)("role %s sees all roles, but can't choose %j", (by, refused) => {
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
])('an invitation until %s is shown as: %s', (expiresAt, text) => {
  expect(invitationText(expiresAt, Date.parse('2026-11-20T12:00:00Z'))).toBe(text)
})

test('an invitation names its day and who sent it, unless they deleted their account', () => {
  const ada = { id: 'ada', documentId: 'ada', email: 'ada@example.com' }
  const createdAt = '2026-11-20T12:00:00Z'
  expect(invitedText({ createdAt, invitedBy: ada })).toBe('invited on Nov 20, 2026 by ada@example.com')
  expect(invitedText({ createdAt, invitedBy: null })).toBe('invited on Nov 20, 2026')
})

test('a person in two projects counts once, and an invitation not yet', () => {
  const of = (email: string, status: 'active' | 'invited') => ({ email, status })
  const ada = of('ada@example.com', 'active')
  const who = "no limit. Clients count too. Invitations don't count until they are accepted."
  expect(seatsText([ada, ada, of('grace@example.com', 'invited')])).toBe(`1 person, ${who}`)
  expect(seatsText([ada, of('grace@example.com', 'active')])).toBe(`2 people, ${who}`)
})
