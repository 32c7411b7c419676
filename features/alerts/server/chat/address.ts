import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import type { ChatChannel } from '../../contract-deliveries.ts'

/** What users enter to say where a chat is. */
export interface ChatWhereabouts {
  address?: string | undefined
  botToken?: string | undefined
  chatId?: string | undefined
}

const incomingWebhooks = {
  slack: {
    hosts: ['hooks.slack.com'],
    path: /^\/services\/\w+\/\w+\/\w+$/,
    fault: 'address must be the URL of an incoming webhook, such as https://hooks.slack.com/services/T…/B…/…',
  },
  discord: {
    hosts: ['discord.com', 'ptb.discord.com', 'canary.discord.com', 'discordapp.com'],
    path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/,
    fault: 'address must be the URL of a webhook, such as https://discord.com/api/webhooks/…/…',
  },
} as const

const telegramUrl = 'https://api.telegram.org'
const chatParameter = 'chat_id'

/**
 * Returns the URL to which a chat's messages are posted, which contains everything that is needed. Throws ValidationError
 * if it isn't an address of the chat app.
 */
export function readChatAddress(channel: ChatChannel, { address, botToken, chatId }: ChatWhereabouts): URL {
  if (channel === 'telegram') return telegramAddress(botToken, chatId)
  const { hosts, path, fault } = incomingWebhooks[channel]
  const url = address === undefined ? null : URL.parse(address)
  const isOfApp =
    url?.protocol === 'https:' &&
    [url.username, url.password, url.port, url.hash].every((part) => part === '') &&
    hosts.some((host) => host === url.hostname) &&
    path.test(url.pathname)
  if (!isOfApp) throw faultOfField('address', fault)
  const thread = url.searchParams.get('thread_id')
  // The rest of a query could change how Discord answers.
  url.search = channel === 'discord' && thread !== null && /^\d+$/.test(thread) ? `thread_id=${thread}` : ''
  return url
}

function telegramAddress(botToken: string | undefined, chatId: string | undefined): URL {
  if (botToken === undefined || !/^\d{1,20}:[\w-]{20,80}$/.test(botToken)) {
    throw faultOfField('botToken', 'botToken must be the token that BotFather gave you, such as 123456:ABC…')
  }
  if (chatId === undefined || !/^(?:-?\d{1,20}|@\w{4,40})$/.test(chatId)) {
    throw faultOfField('chatId', 'chatId must be a number such as -1001234567890, or the @name of a public channel')
  }
  const url = new URL(`${telegramUrl}/bot${botToken}/sendMessage`)
  url.searchParams.set(chatParameter, chatId)
  return url
}

/** Returns the URL of Telegram's sendMessage and the chat for its body. */
export function readTelegramAddress(address: string): { url: URL; chatId: string } {
  const url = new URL(address)
  const chatId = url.searchParams.get(chatParameter) ?? ''
  url.search = ''
  return { url, chatId }
}
