import { expect, test } from 'vitest'
import { readChatAddress, readTelegramAddress } from './address.ts'

const slack = 'https://hooks.slack.com/services/T0/B0/abc123'
const discord = 'https://discord.com/api/webhooks/123/abc-_X'
const botToken = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11'

test.each<['slack' | 'discord', string, string]>([
  ['slack', slack, slack],
  ['slack', `${slack}?x=1`, slack],
  ['discord', discord, discord],
  ['discord', `${discord}?wait=true&thread_id=42`, `${discord}?thread_id=42`],
  ['discord', `${discord}?thread_id=a`, discord],
  ['discord', 'https://canary.discord.com/api/v10/webhooks/1/a', 'https://canary.discord.com/api/v10/webhooks/1/a'],
])('the address of %s %s is posted to at %s', (channel, address, url) => {
  expect(readChatAddress(channel, { address }).href).toBe(url)
})

test.each<['slack' | 'discord', string | undefined]>([
  ['slack', undefined],
  ['slack', discord],
  ['slack', 'http://hooks.slack.com/services/T0/B0/abc123'],
  ['slack', 'https://hooks.slack.com.evil.example/services/T0/B0/abc123'],
  ['slack', 'https://evil.example/hooks.slack.com/services/T0/B0/abc123'],
  ['slack', 'https://user@hooks.slack.com/services/T0/B0/abc123'],
  ['slack', 'https://hooks.slack.com:8443/services/T0/B0/abc123'],
  ['slack', 'https://hooks.slack.com/services/T0/B0/../../api'],
  ['slack', 'https://hooks.slack.com/triggers/T0/B0/abc123'],
  ['discord', slack],
  ['discord', 'https://discord.com/api/webhooks/123'],
  ['discord', 'https://discord.com/api/users/@me'],
])('%s has no address %s', (channel, address) => {
  expect(() => readChatAddress(channel, { address })).toThrow('address must be the URL of')
})

test.each(['-1001234567890', '42', '@pipewell_leads'])('the address of the Telegram chat %s has its bot', (chatId) => {
  const url = readChatAddress('telegram', { botToken, chatId })
  const read = readTelegramAddress(url.href)
  expect([read.url.href, read.chatId]).toEqual([`https://api.telegram.org/bot${botToken}/sendMessage`, chatId])
})

test.each([
  [{ chatId: '42' }, 'botToken'],
  [{ botToken: '123456:../../x', chatId: '42' }, 'botToken'],
  [{ botToken: 'ABC', chatId: '42' }, 'botToken'],
  [{ botToken }, 'chatId'],
  [{ botToken, chatId: 'everyone' }, 'chatId'],
  [{ botToken, chatId: '42&text=x' }, 'chatId'],
])('Telegram needs a token and a chat: %j', (whereabouts, field) => {
  expect(() => readChatAddress('telegram', whereabouts)).toThrow(`${field} must be`)
})
