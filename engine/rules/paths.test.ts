import { describe, expect, test } from 'vitest'
import {
  appPaths,
  decodedPath,
  isAppPath,
  isPageOfApp,
  layoutOf,
  preservedQuery,
  redirectTarget,
  shareKeyOf,
  titleOf,
} from './paths.ts'

describe('layoutOf', () => {
  test.each([
    ['/', 'default'],
    ['/app', 'dashboard'],
    ['/app/', 'dashboard'],
    ['/app/setup', 'blank'],
    ['/app/setup/', 'blank'],
    ['/app/setup/more', 'dashboard'],
    ['/app/opportunities', 'dashboard'],
    ['/app/settings/project/keywords', 'dashboard'],
    ['/appleseed', 'default'],
    ['/auth/login', 'auth'],
    ['/auth/signup', 'auth'],
    ['/auth/reset-password', 'auth'],
    ['/auth', 'auth'],
    ['/authors', 'default'],
    ['/test', 'blank'],
    ['/testing', 'default'],
    ['/legal/violation', 'blank'],
    ['/legal/terms', 'default'],
    ['/dev/feature-flags', 'default'],
  ])('%s has the %s layout', (path, layout) => {
    expect(layoutOf(path)).toBe(layout)
  })
})

test('every listed page of the app is below /app', () => {
  expect(appPaths.filter((path) => !isAppPath(path))).toEqual([])
})

test.each([
  ['/app', true],
  ['/app/opportunities/', true],
  ['/app/no-such-page', true],
  ['/auth/login', true],
  ['/auth/login/', true],
  ['/%61uth/login', true],
  ['/', false],
  ['/blog', false],
  ['/appleseed', false],
  ['/auth/other', false],
])('whether the app shows %s: %s', (path, shows) => {
  expect(isPageOfApp(path)).toBe(shows)
})

test.each([
  ['/share/0J3kxQ', '0J3kxQ'],
  ['/share/0J3kxQ/more', null],
  ['/more/share/0J3kxQ', null],
  ['/share', null],
])('the key in %s is %s', (path, key) => {
  expect(shareKeyOf(path)).toBe(key)
})

test.each([
  ['/caf%C3%A9', '/café'],
  ['/a%20b', '/a b'],
  ['/100%', '/100%'],
])('%s is decoded as %s', (path, text) => {
  expect(decodedPath(path)).toBe(text)
})

test.each([
  ['', ''],
  ['?notice=confirmed', '?notice=confirmed'],
  ['?invitation=0190.ab-_c&x=1&notice=expired', '?notice=expired&invitation=0190.ab-_c'],
  ['?tab=saved', ''],
  ['?notice=', ''],
  ['?notice=a%20b', ''],
  ['?invitation=%0d%0aset-cookie:a', ''],
  ['?invitation=//evil.example', ''],
  [`?invitation=${'x'.repeat(301)}`, ''],
])('for the query %j, a redirect keeps %j', (search, carried) => {
  expect(preservedQuery(search)).toBe(carried)
})

describe('redirectTarget', () => {
  test.each(['/app', '/app/', '/app/opportunities?sort=score', '/app/x?a=%20b', '/app?next=https://elsewhere.example'])(
    '%s is followed',
    (value) => {
      expect(redirectTarget(value)).toBe(value)
    },
  )

  test('of exactly the most bytes is followed', () => {
    const longest = `/app/${'x'.repeat(1991)}`
    expect(encodeURIComponent(longest).length).toBe(2000)
    expect(redirectTarget(longest)).toBe(longest)
  })

  test.each([
    '',
    '/',
    '/appleseed',
    'app',
    'https://evil.example',
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example/app',
    '\\\\evil.example\\app',
    '/app/../../evil',
    '/app/%2e%2e/evil',
    '/app\\..\\evil',
    '/app\r\nSet-Cookie: a=b',
    '/app\t',
    ' /app',
    'javascript:alert(1)//app',
    `/app/${'x'.repeat(2000)}`,
    '/app/\ud800',
  ])('%j is not followed', (value) => {
    expect(redirectTarget(value)).toBeNull()
  })
})

describe('titleOf', () => {
  test.each([
    ['/app/opportunities', 'Opportunities'],
    ['/auth/login', 'Login'],
    ['/auth/reset-password', 'Reset Password'],
    ['/app/find-leads', 'Find Leads'],
    ['/app/crm', 'CRM'],
    ['/app/setup', 'Setup'],
    ['/app/archive/rejected/', 'Rejected'],
    ['/app/settings/project/keywords', 'Project settings: Keywords'],
    ['/app/settings/account/main', 'Account settings: Main'],
    ['/app/help/settings/project/keywords', 'Keywords'],
    ['/share/0J3kxQ', 'Shared Insights'],
    ['/share/0J3kxQ/', 'Shared Insights'],
    ['/blog/caf%C3%A9-talk', 'Café Talk'],
    ['/blog/%E0%A4%A', '%E0%A4%A'],
  ])('%s is titled %s', (pathname, title) => {
    expect(titleOf(pathname)).toBe(title)
  })
})
