import { beforeEach, describe, expect, test } from 'vitest'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { call, create, seedOpportunity } from '#tests/support/seed-data.ts'
import type { ChatChannel, Destination } from '../../contract-deliveries.ts'
import { sendDeliveries } from '../destinations/send-deliveries.ts'
import {
  ann,
  app,
  ctx,
  dialed,
  log,
  openWebhooks,
  project,
  read,
  receiver,
  run,
  world,
} from '../destinations/tests/webhook-scene.ts'
import { runAlerts } from '../evaluate-alerts.ts'

openWebhooks()

const hot = { label: 3 as const, score: 81 }
const token = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11'
const chats: Record<ChatChannel, { where: object; host: string; path: string; ok: [number, string]; key: string }> = {
  slack: {
    where: { address: 'https://hooks.slack.com/services/T0/B0/s3cr3tslack' },
    host: 'hooks.slack.com',
    path: '/services/T0/B0/s3cr3tslack',
    ok: [200, 'ok'],
    key: 's3cr3tslack',
  },
  discord: {
    where: { address: 'https://discord.com/api/webhooks/1/s3cr3tdiscord?thread_id=7' },
    host: 'discord.com',
    path: '/api/webhooks/1/s3cr3tdiscord?thread_id=7',
    ok: [204, ''],
    key: 's3cr3tdiscord',
  },
  telegram: {
    where: { botToken: token, chatId: '-100123' },
    host: 'api.telegram.org',
    path: `/bot${token}/sendMessage`,
    ok: [200, '{"ok":true,"result":{"text":"Needs a welder"}}'],
    key: token,
  },
}
const channels = ['slack', 'discord', 'telegram'] as const

function setChatAlerts(isOn: boolean): void {
  world.ctx.chatAlerts = isOn
  ctx.chatAlerts = isOn
}

async function chatWithRule(channel: ChatChannel): Promise<Destination> {
  const data = { project, name: 'Team', channel, ...chats[channel].where }
  const chat = (await create(app, ann, 'destinations', data)) as Destination
  await create(app, ann, 'alert-rules', { project, name: 'Mine', recipients: [], destinations: [chat.id] })
  return chat
}

beforeEach(() => setChatAlerts(true))

describe.each(channels)('%s', (channel) => {
  const { host, path, ok, key } = chats[channel]

  test('receives a lead and a test, and nothing reveals its address', async () => {
    const chat = await chatWithRule(channel)
    expect(chat).toMatchObject({ channel, host, secret: null })
    receiver.answers(...ok)
    await seedOpportunity(world.ctx, project, hot)
    await run()
    const [message] = receiver.received
    expect([message?.host, message?.path]).toEqual([host, path])
    expect(message?.body).toMatch(/New lead in r.*Welding/)
    expect(JSON.parse(message?.body ?? '').chat_id).toBe(channel === 'telegram' ? '-100123' : undefined)
    expect(await log(chat.id)).toMatchObject([{ state: 'sent', finds: 1, attempts: [{ status: ok[0], reason: null }] }])
    await call(app, ann, 'POST', `destinations/${chat.id}/test`)
    await run()
    expect(receiver.received[1]?.body).toContain('Earshot can send alerts of')
    const revealing = [chat, await read(chat.id), await log(chat.id), world.logged].map((each) => JSON.stringify(each))
    for (const text of revealing) expect(text).not.toContain(key)
    expect(JSON.stringify(await log(chat.id))).not.toContain('Needs a welder')
  })

  test('is disabled once it is gone, and its admins get a mail', async () => {
    const chat = await chatWithRule(channel)
    receiver.answers(404, '{"ok":false,"error_code":404}')
    await seedOpportunity(world.ctx, project, hot)
    await run()
    const [entry] = await log(chat.id)
    expect(entry).toMatchObject({ state: 'refused' })
    expect(await read(chat.id)).toMatchObject({ status: 'disabled', disabledReason: entry?.reason })
    expect(world.mails).toHaveLength(1)
  })
})

test('a message reaches a chat, whatever crashes', async () => {
  const { id } = await chatWithRule('slack')
  receiver.answers(200, 'ok')
  await seedOpportunity(world.ctx, project, hot)
  const kills = await killAtEachMoment(
    ctx,
    async (process) => {
      await runAlerts(process)
      await sendDeliveries(process)
    },
    () => world.clock.advance(3 * 60_000),
  )
  expect(kills).toBeGreaterThan(20)
  await run()
  expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).text)).size).toBe(1)
  expect(await log(id)).toMatchObject([{ state: 'sent', finds: 1 }])
})

test('a chat that asks to wait is left alone for so long', async () => {
  const { id } = await chatWithRule('discord')
  receiver.answers(429, '{"retry_after": 64.5}')
  await seedOpportunity(world.ctx, project, hot)
  await run()
  expect(await log(id)).toMatchObject([
    { state: 'deferred', reason: 'Discord asked to wait (429).', dueAt: '2026-11-20T12:01:04.500Z' },
  ])
})

test('a message that would be refused again is not tried again, and the chat stays active', async () => {
  const { id } = await chatWithRule('slack')
  receiver.answers(400, 'invalid_blocks')
  await seedOpportunity(world.ctx, project, hot)
  await run()
  expect(await log(id)).toMatchObject([{ state: 'refused', reason: 'Slack answered 400.' }])
  expect(await read(id)).toMatchObject({ status: 'active' })
})

test('chats are coming soon until the operator turns them on', async () => {
  const { id } = await chatWithRule('telegram')
  setChatAlerts(false)
  expect((await app.inject('/api/config')).json().chatAlerts).toBe(false)
  for (const channel of channels) {
    const answer = await call(app, ann, 'POST', 'destinations', {
      project,
      name: 'New',
      channel,
      ...chats[channel].where,
    })
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      'channel must be webhook. Slack, Discord, and Telegram are coming soon',
    ])
  }
  await seedOpportunity(world.ctx, project, hot)
  await run()
  expect(await log(id)).toMatchObject([
    { state: 'refused', reason: 'Alerts in chat apps are turned off on this server.', attempts: [] },
  ])
  expect(dialed).toEqual([])
})

test('a chat can move, but has no secret and no address of another channel', async () => {
  const { id } = await chatWithRule('telegram')
  const change = (data: object) => call(app, ann, 'PUT', `destinations/${id}`, data)
  expect((await change({ botToken: token, chatId: '@pipewell' })).statusCode).toBe(200)
  receiver.answers(200, '{"ok":true}')
  await call(app, ann, 'POST', `destinations/${id}/test`)
  await run()
  expect(JSON.parse(receiver.received[0]?.body ?? '').chat_id).toBe('@pipewell')
  for (const [data, message] of [
    [{ chatId: '42' }, 'botToken must be'],
    [chats.slack.where, 'Telegram has no address'],
  ] as const) {
    const answer = await change(data)
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)])
  }
  const rotation = await call(app, ann, 'POST', `destinations/${id}/secret`)
  expect([rotation.statusCode, rotation.json().error.message]).toEqual([409, 'Only webhooks have a secret.'])
  const stray = await call(app, ann, 'POST', 'destinations', {
    project,
    name: 'Zap',
    address: 'https://a.com',
    chatId: '1',
  })
  expect(stray.json().error.message).toBe('only Telegram has chatId')
})
