import { once } from 'node:events'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profileFromPages } from '#engine/website/profile-from-pages.ts'
import { sampleBusinesses } from './community/sample-businesses.ts'
import { websiteHosts, websiteServer } from './websites.ts'

let server: Server
let port: number
beforeAll(async () => {
  server = websiteServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

async function ask(host: string, path: string): Promise<{ status: number | undefined; body: string }> {
  const sent = request({ host: '127.0.0.1', port, path, headers: { host } }).end()
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, body: await text(response) }
}

test('every business has its own website, chosen by host', async () => {
  const titles = await Promise.all(
    websiteHosts().map(async (host) => (await ask(host, '/')).body.match(/<title>.*</)?.[0]),
  )
  expect(new Set(titles).size).toBe(3)
  expect(sampleBusinesses.map(({ host }) => host).toSorted()).toEqual(websiteHosts())
  expect((await ask('www.paperfinch.example:80', '/pricing/?ref=x')).body).toContain('One price')
})

test.each([
  ['paperfinch.example', '/nothing'],
  ['paperfinch.example', '/../fenlight.example/index.html'],
  ['unknown.example', '/'],
  ['', '/'],
])('%s%s is not found', async (host, path) => {
  expect((await ask(host, path)).status).toBe(404)
})

describe("the engine's profile of", () => {
  test.each([
    [
      'paperfinch.example',
      'Paperfinch',
      ['expense tracking', 'lost receipts', 'mileage log'],
      ['freelancers'],
      ['Ledgerstone'],
    ],
    ['moorandkettle.example', 'Moor & Kettle', ['coffee subscription', 'coffee beans'], [], []],
    [
      'fenlight.example',
      'Fenlight Studio',
      ['local seo', 'web design'],
      ['dentists', 'orthodontists'],
      ['Brightmolar'],
    ],
  ])('%s', async (host, name, keywords, audience, competitors) => {
    const paths = ['/', '/features', '/pricing', '/services', '/about']
    const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await ask(host, path)) })))
    const there = answers.filter(({ status }) => status === 200)
    const profile = profileFromPages(there.map(({ path, body }) => ({ url: `https://${host}${path}`, html: body })))
    const texts = (proposals: { text: string }[]) => proposals.map(({ text }) => text)
    expect(profile.name?.text).toBe(name)
    expect(texts(profile.keywords)).toEqual(expect.arrayContaining(keywords))
    // Every practice or agency has patients or clients; as keywords they would match all of Reddit.
    expect(texts(profile.keywords)).not.toContain('patients')
    expect(texts(profile.audience)).toEqual(expect.arrayContaining(audience))
    expect(texts(profile.competitors)).toEqual(expect.arrayContaining(competitors))
    expect(profile.communities.length).toBeGreaterThan(0)
  })
})
