import { describe, expect, test } from 'vitest'
import { canGrantRole, guard, hasRight, type Visit } from './access.ts'
import { rightsTable } from './access-words.ts'
import { type MemberRole, memberRoles, type Right, rights } from './rights.ts'

const visitors = {
  stranger: { signedIn: false, hasProject: false, hasAccess: false, isAdmin: false },
  newcomer: { signedIn: true, hasProject: false, hasAccess: false, isAdmin: false },
  owner: { signedIn: true, hasProject: true, hasAccess: true, isAdmin: false },
  unpaid: { signedIn: true, hasProject: true, hasAccess: false, isAdmin: false },
  admin: { signedIn: true, hasProject: false, hasAccess: false, isAdmin: true },
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
    ['newcomer', '/app/users', '/app/setup'],
    ['admin', '/app/users', null],
    ['admin', '/app/opportunities', '/app/setup'],
  ])('%s at %s goes to %s', (visitor, path, target) => {
    expect(guard({ path, ...visitors[visitor] })).toBe(target)
  })
})

/** The roles with each right. A right without a row here fails. */
const holders: Record<Right, string> = {
  readLeads: 'owner admin member client',
  readInsights: 'owner admin member client',
  readReports: 'owner admin member client',
  readProject: 'owner admin member client',
  readWatchlist: 'owner admin member',
  readMembers: 'owner admin member',
  decide: 'owner admin member',
  changeWatchlist: 'owner admin member',
  readOutreach: 'owner admin member',
  changeOutreach: 'owner admin member',
  changeReports: 'owner admin member',
  changeProject: 'owner admin',
  import: 'owner admin',
  retryJobs: 'owner admin',
  manageMembers: 'owner admin',
  readBilling: 'owner admin',
  changeBilling: 'owner admin',
  readAudit: 'owner admin',
  manageTokens: 'owner admin',
  grantOwnership: 'owner',
  deleteProject: 'owner',
}

describe('rights of roles', () => {
  test.each(rights)('%s', (right) => {
    expect(memberRoles.filter((role) => hasRight(role, right)).join(' ')).toBe(holders[right])
  })

  test('match the table that is displayed', () => {
    const shown = rightsTable()
    expect(shown.map(({ right, roles }) => [right, roles.join(' ')])).toEqual(
      shown.map(({ right }) => [right, holders[right]]),
    )
    expect(new Set(shown.map(({ text }) => text)).size).toBe(shown.length)
    expect(shown.map(({ right }) => right)).toEqual(rights)
  })

  test.each<[MemberRole, string]>([
    ['owner', 'owner admin member client'],
    ['admin', 'admin member client'],
    ['member', ''],
    ['client', ''],
  ])('%s can grant and revoke %j', (role, granted) => {
    expect(memberRoles.filter((each) => canGrantRole(role, each)).join(' ')).toBe(granted)
  })
})
