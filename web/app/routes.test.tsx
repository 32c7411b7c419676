import { appPaths, authPaths, layoutOf } from '@earshot/contract/paths'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'

const chain = (path: string) =>
  (matchRoutes(routes, path) ?? []).map(({ route }) => route.path ?? (route.index ? 'index' : ''))

test.each([...appPaths, ...authPaths])('%s, which the server knows, has a screen in its layout', (path) => {
  const matched = chain(path)
  expect(matched.at(-1)).not.toMatch(/\*/)
  const frames = { dashboard: '/app', blank: '/app/setup', auth: '/auth', default: '' }
  expect(matched[1]).toBe(frames[layoutOf(path)])
})

test.each(Object.values(paths).filter((path) => path !== paths.home))('%s, which is linked to, exists', (path) => {
  expect([...appPaths, ...authPaths]).toContain(path)
})

test.each(['/app/nope', '/app/settings/project/nope', '/apple', '/auth/nope'])('%s does not', (path) => {
  expect(chain(path).at(-1)).toMatch(/\*$/)
})
