import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { appPaths, authPaths, layoutOf, publicPaths, sharePage } from '#engine/rules/paths.ts'
import { paths } from '#platform/web/page/paths.ts'
import { layoutNames } from './layouts/layouts.ts'
import { routes } from './routes.tsx'

const chain = (path: string) => (matchRoutes(routes, path) ?? []).map(({ route }) => route)
const framesOf = (path: string) => chain(path).flatMap(({ id }) => layoutNames.filter((name) => name === id))
const forwarded = ['/app', '/app/settings/account', '/app/settings/project']
const pages = [...appPaths, ...authPaths, ...publicPaths].filter((path) => !forwarded.includes(path))

test.each(pages)('%s has a screen in its own layout only', (path) => {
  expect(chain(path).at(-1)?.path).toBe(path)
  expect(framesOf(path)).toEqual([layoutOf(path)])
  expect(framesOf(`${path}/`)).toEqual([layoutOf(`${path}/`)])
})

test('links to insights have a screen in the default layout', () => {
  expect(chain('/share/0J3kxQ').at(-1)?.path).toBe(sharePage)
  expect(framesOf('/share/0J3kxQ')).toEqual(['default'])
})

test.each(forwarded)('%s redirects', (path) => {
  expect(appPaths).toContain(path)
  expect(chain(path).at(-1)).toMatchObject({ path, loader: expect.any(Function) })
})

test.each(Object.values(paths).filter((path) => path !== paths.home))('the linked path %s exists', (path) => {
  expect([...appPaths, ...authPaths, ...publicPaths]).toContain(path)
})

test.each(['/app/nope', '/app/settings/project/nope', '/app/setup/more', '/apple', '/auth', '/auth/nope'])(
  '%s does not exist',
  (path) => {
    expect(chain(path).at(-1)?.path).toMatch(/\*$/)
    expect(framesOf(path)).toEqual([])
  },
)
