import type { Ctx } from '#platform/server/ctx.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { hostOf, isPublicHost } from '#platform/server/network/public-address.ts'
import { seal } from '#platform/server/seal.ts'
import type { Destination } from '../../contract-deliveries.ts'
import { type ChatWhereabouts, readChatAddress } from '../chat/address.ts'

/** Returns the URL to which the messages of a channel are posted. Throws ValidationError if it isn't one. */
export function readAddress(channel: Destination['channel'], whereabouts: ChatWhereabouts): URL {
  const { address, ...others } = whereabouts
  const isTelegram = channel === 'telegram'
  const stray = isTelegram ? address && 'address' : Object.entries(others).find(([, value]) => value !== undefined)?.[0]
  if (stray) throw faultOfField(stray, isTelegram ? 'Telegram has no address' : `only Telegram has ${stray}`)
  return channel === 'webhook' ? readPublicUrl('address', address ?? '') : readChatAddress(channel, whereabouts)
}

/**
 * Parses a URL that a user typed. Throws ValidationError unless it is https on the default port of a host that can be
 * public, without credentials. What the host resolves to is checked at each request.
 */
export function readPublicUrl(field: string, typed: string): URL {
  const url = URL.parse(typed)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') {
    throw faultOfField(field, `${field} must be an https URL without a port, such as https://example.com/hook`)
  }
  if (!isPublicHost(hostOf(url))) throw faultOfField(field, `${field} belongs to a private network`)
  return url
}

/** Returns the columns of an address: sealed, and its host to show. */
export function sealedAddress(ctx: Ctx, url: URL): { addressSealed: string; host: string } {
  return { addressSealed: seal(ctx, 'webhook', url.href), host: url.host }
}
