import { memberRoles } from '@earshot/contract/entities'
import { describe, expect, test } from 'vitest'
import { guard, may, type Right, type Visit } from './access.ts'

const visitors = {
  stranger: { signedIn: false, hasProject: false, hasAccess: false },
  newcomer: { signedIn: true, hasProject: false, hasAccess: false },
  owner: { signedIn: true, hasProject: true, hasAccess: true },
  unpaid: { signedIn: true, hasProject: true, hasAccess: false },
} satisfies Record<string, Omit<Visit, 'path'>>

describe('guard', () => {
  test.each<[keyof typeof visitors, string, string | null]>([
    ['stranger', '/', null],
    ['stranger', '/appleseed', null],
    ['stranger', '/app', '/auth/login'],
    ['stranger', '/app/', '/auth/login'],
    ['stranger', '/app/opportunities', '/auth/login'],
    ['stranger', '/app/nowhere', '/auth/login'],
    ['stranger', '/app/setup', '/auth/login'],
    ['stranger', '/auth/login', null],
    ['stranger', '/auth/reset-password', null],
    ['newcomer', '/app', '/app/setup'],
    ['newcomer', '/app/setup', null],
    ['newcomer', '/app/setup/', null],
    ['newcomer', '/app/opportunities', '/app/setup'],
    ['newcomer', '/app/settings/project/billing', '/app/setup'],
    ['newcomer', '/app/nowhere', '/app/setup'],
    ['newcomer', '/auth/login', '/app'],
    ['newcomer', '/auth/signup/', '/app'],
    ['newcomer', '/auth/reset-password', null],
    ['newcomer', '/', null],
    ['owner', '/app', null],
    ['owner', '/app/setup', null],
    ['owner', '/app/nowhere', null],
    ['owner', '/auth/signup', '/app'],
    ['unpaid', '/app', '/app/settings/project/billing'],
    ['unpaid', '/app/opportunities', '/app/settings/project/billing'],
    ['unpaid', '/app/settings/project/billing', null],
    ['unpaid', '/app/setup', null],
    ['unpaid', '/blog', null],
  ])('%s at %s goes to %s', (visitor, path, target) => {
    expect(guard({ path, ...visitors[visitor] })).toBe(target)
  })
})

test.each<[Right, string[]]>([
  ['changeProject', ['owner', 'admin']],
  ['changeListening', ['owner', 'admin', 'member']],
  ['decide', ['owner', 'admin', 'member']],
  ['import', ['owner', 'admin']],
  ['retryJobs', ['owner', 'admin']],
])('%s is for %j', (right, roles) => {
  expect(memberRoles.filter((role) => may(role, right))).toEqual(roles)
})
