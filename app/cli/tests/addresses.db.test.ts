import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import type { World } from '#tests/support/world.ts'
import { printAddresses } from '../addresses.ts'
import { CapturedOutput } from '../captured-output.ts'

let world: World
let app: FastifyInstance
beforeAll(async () => {
  ;({ world, app } = await testApp())
})
afterAll(() => world.close())

const guide = { source: 'reddit-marketing-guide', origin: 'Exit Intent Modal - /blog' }
const leave = (email: string, origin = guide.origin) =>
  app.inject({ method: 'POST', url: '/api/collect-email', payload: { email, ...guide, origin } })

async function printed(): Promise<CapturedOutput> {
  const written = new CapturedOutput()
  await printAddresses(world.ctx, written)
  return written
}

test('the operator sees who requested the guide, the state of each mail, and how many unsubscribed', async () => {
  expect((await printed()).errors()).toMatch(/^0 stored, 0 unsubscribed and deleted\. /)
  await leave('mara@pipewell.example')
  await leave('bob@pipewell.example')
  await world.drain()
  const address = new URL(world.mails.find(({ to }) => to.startsWith('bob'))?.unsubscribeUrl ?? '').pathname
  await app.inject({ method: 'POST', url: address, payload: {} })
  await leave('=cmd+x@pipewell.example', '=HYPERLINK("http://evil.example")\u001b[2J\n{}')
  const written = await printed()
  const askedAt = world.ctx.now().toISOString()
  expect(written.lines()).toEqual([
    { email: 'mara@pipewell.example', ...guide, askedAt, guide: 'sent', guideAt: askedAt },
    expect.objectContaining({ email: '=cmd+x@pipewell.example', guide: 'queued', guideAt: null }),
  ])
  expect(written.stdout.text).not.toContain('\u001b')
  expect(written.stdout.text).not.toContain('bob')
  expect(written.errors()).toMatch(/^2 stored, 1 unsubscribed and deleted\. They asked only for the guide, /)
})
