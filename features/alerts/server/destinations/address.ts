import type { Ctx } from '#platform/server/ctx.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { hostOf, isPublicHost } from '#platform/server/network/public-address.ts'
import { seal } from '#platform/server/seal.ts'

/**
 * Parses the address of a webhook. Throws ValidationError unless it is an https URL on the default port of a host that
 * can be public, without credentials. What the host resolves to is checked at each request.
 */
export function readWebhookAddress(typed: string): URL {
  const url = URL.parse(typed)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') {
    throw faultOfField('address', 'address must be an https URL without a port, such as https://example.com/hook')
  }
  if (!isPublicHost(hostOf(url))) throw faultOfField('address', 'address belongs to a private network')
  return url
}

/** Returns the columns of an address: sealed, and its host to show. */
export function sealedAddress(ctx: Ctx, url: URL): { addressSealed: string; host: string } {
  return { addressSealed: seal(ctx, 'webhook', url.href), host: url.host }
}
