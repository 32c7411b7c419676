import { expect, test } from 'vitest'
import { titleOf } from './title.ts'

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
  ['/share/0J3kxQ', 'Shared Insights'],
  ['/share/0J3kxQ/', 'Shared Insights'],
  ['/blog/caf%C3%A9-talk', 'Café Talk'],
  ['/blog/%E0%A4%A', '%E0%A4%A'],
])('%s is titled %s', (pathname, title) => {
  expect(titleOf(pathname)).toBe(title)
})
