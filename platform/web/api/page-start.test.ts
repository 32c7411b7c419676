import { beforeEach, expect, test, vi } from 'vitest'

let module: typeof import('./page-start.ts')
beforeEach(async () => {
  vi.resetModules()
  module = await import('./page-start.ts')
})

test('the position of the first request counts, whatever later ones say', () => {
  expect(module.pageStart()).toBe(null)
  module.beforeRequest()('5:5:')
  module.beforeRequest()('7:7:')
  module.beforeRequest()(null)
  expect(module.pageStart()).toBe('5:5:')
})

test('it is unknown if another request began before the response', () => {
  const first = module.beforeRequest()
  const second = module.beforeRequest()
  first('5:5:')
  second('5:5:')
  expect(module.pageStart()).toBe(null)
})

test('it is unknown if the first response has none', () => {
  module.beforeRequest()(null)
  module.beforeRequest()('5:5:')
  expect(module.pageStart()).toBe(null)
})
