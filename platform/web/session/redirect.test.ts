import { expect, test } from 'vitest'
import { redirectCookie, rememberedTarget } from './redirect.ts'

const cookies = (target: string) => `a=b; redirect=${encodeURIComponent(target)}; signed_in=1`

test.each(['/app', '/app/opportunities?tab=saved&lead=1', '/app?x=1', '/app/settings/project/main'])(
  'remembers and follows %s',
  (target) => {
    expect(redirectCookie(target)).toBe(`redirect=${encodeURIComponent(target)}; path=/; max-age=3600; samesite=lax`)
    expect(rememberedTarget(cookies(target))).toBe(target)
  },
)

// faults 21
test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/apple',
  '/auth/login',
  '/app/../../evil',
  '/app\r\nset-cookie: a=b',
  'javascript:alert(1)',
  `/app/${'x'.repeat(8192)}`,
])('ignores %j', (target) => {
  expect(redirectCookie(target)).toBeNull()
  expect(rememberedTarget(cookies(target))).toBeNull()
})

test.each(['redirect=%E0%A4%A', 'redirect=', '', 'other=%2Fapp'])('the cookies %j name no page', (broken) => {
  expect(rememberedTarget(broken)).toBeNull()
})
