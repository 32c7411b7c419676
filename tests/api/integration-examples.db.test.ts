import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWebhookSecret, webhookHeaders } from '#features/alerts/server/destinations/sign.ts'
import { receiverExample } from '#features/alerts/web/webhooks/receiver-example.ts'
import { examples, tokenPlaceholder } from '#features/integrations/web/examples.ts'
import { testApp } from '#tests/support/app.ts'
import { call, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { freePort } from '../program.ts'

let world: World
let app: FastifyInstance
let ann: Person
let address: string
let token: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  address = await app.listen({ port: 0 })
  const project = await setUpProject(app, ann)
  await seedOpportunity(world.ctx, project, { title: 'Best', score: 90 })
  const replied = await seedOpportunity(world.ctx, project, { title: 'Answered' })
  await call(app, ann, 'PUT', `opportunities/${replied}/reply`)
  token = (await call(app, ann, 'POST', 'api-tokens', { project, name: 'Example' })).json().data.token
})

afterAll(() => world.close())

const filledIn = (example: (address: string) => string) => example(address).replace(tokenPlaceholder, token)

/** Sends the request of a curl command. Supports only what the examples use. */
async function run(command: string): Promise<Response> {
  const [program, ...words] = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  expect(program).toBe('curl')
  // Without it, curl reads the brackets of a query as a pattern.
  expect(words).toContain('-g')
  const header = words[words.indexOf('-H') + 1] ?? ''
  const [name = '', value = ''] = header.split(': ')
  return fetch(words.at(-1) ?? '', { headers: { [name]: value } })
}

test('the example of the API reads new leads', async () => {
  const answer = await run(filledIn(examples.readLeads))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ data: [{ score: 90, post: { title: 'Best' } }] })
})

test('the example of spreadsheets downloads the leads that were replied to', async () => {
  const answer = await run(filledIn(examples.leadsFile))
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('Answered')
  expect(text).not.toContain('Best')
})

test('the configuration of an MCP client connects it', async () => {
  const { mcpServers } = JSON.parse(filledIn(examples.mcpConfig))
  const { type, url, headers } = mcpServers.earshot
  expect(type).toBe('http')
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_leads')
  await client.close()
})

test('the example of a webhook receiver accepts signed messages, and refuses others', async () => {
  const secret = newWebhookSecret(world.ctx)
  const port = await freePort()
  const code = receiverExample.replace('8080', String(port)).replace('YOUR_SECRET', secret)
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', code])
  let printed = ''
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const body = JSON.stringify({ type: 'test', data: { count: 0 } })
  const headers = webhookHeaders({ id: 'm1', at: new Date(), body }, [secret])
  const post = async (sent: string) =>
    (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status
  await expect.poll(() => post(body).catch(() => null)).toBe(204)
  expect(await post(body.replace('0', '1'))).toBe(401)
  expect(printed).toBe("{ type: 'test', data: { count: 0 } }\n")
  receiver.kill()
  await once(receiver, 'close')
})
