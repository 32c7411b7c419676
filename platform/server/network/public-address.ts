import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Names that stay within a network, whatever a resolver answers. */
const internalName = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion)$/

/** Returns the host without brackets and without the trailing dot of a full name. */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** Returns whether a host can be public: a public address, or a name that could have one once it is resolved. */
export function isPublicHost(host: string): boolean {
  return isIP(host) ? isPublic(host) : host.includes('.') && !internalName.test(host)
}

/**
 * Returns whether an address is global unicast. For IPv6 that is 2000::/3 without reserved ranges, such as 6to4 and
 * Teredo, which embed IPv4 addresses. Invalid addresses are not public.
 */
export function isPublic(address: string): boolean {
  if (!isIP(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed instanceof ipaddr.IPv6 && parsed.parts[0]! >> 13 === 1)
}
