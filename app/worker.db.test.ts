import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { runWeb } from './web.ts'
import { runWorker } from './worker.ts'

let world: World
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

describe.each([
  ['worker', runWorker],
  ['web', runWeb],
])('a %s process', (_role, run) => {
  test('stops even if the signal arrives during its start', async () => {
    const config = readConfig({ DATABASE_URL: world.url, SECRET: 'x'.repeat(40), LOG_LEVEL: 'silent', PORT: '0' })
    const stop = new AbortController()
    let ready = false
    const ended = run(config, { databaseUrl: world.url, sandbox: null }, stop.signal, () => {
      ready = true
    })
    stop.abort()
    await ended
    expect(ready).toBe(true)
  })
})
