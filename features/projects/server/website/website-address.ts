import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { WebsiteError } from './website-error.ts'

/** Names that never lead out of a network, whatever a resolver says. */
const insideName = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion)$/

/**
 * The address that a person typed, with or without a scheme; without one https is meant. Throws WebsiteError where it
 * is no website's.
 */
export function readAddress(typed: string): { url: URL; isSchemeGiven: boolean } {
  const text = typed.trim()
  const isSchemeGiven = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i.test(text)
  const url = URL.parse(isSchemeGiven ? text : `https://${text}`)
  if (!url) throw new WebsiteError('invalid')
  checkUrl(url)
  return { url, isSchemeGiven }
}

/**
 * Lets nothing pass but websites: http and https on their own ports, no credentials, no address of a private network
 * in any spelling (reference of the ranges: publicAddress). Names are looked up later, by whoever connects.
 */
export function checkUrl(url: URL): void {
  const { protocol, port, username, password } = url
  const isWeb = (protocol === 'http:' || protocol === 'https:') && port === ''
  if (!isWeb || username !== '' || password !== '') throw new WebsiteError('invalid')
  const host = hostOf(url)
  if (isIP(host) ? !isPublic(host) : insideName.test(host)) throw new WebsiteError('private')
  if (!isIP(host) && !host.includes('.')) throw new WebsiteError('private')
}

/** The host without brackets and without the dot that a full name may end with. */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

/**
 * Whether an address is a global unicast one: of IPv6 only 2000::/3, without what is set apart in it, such as 6to4 and
 * Teredo, which hold IPv4 addresses. What is no address is none.
 */
export function isPublic(address: string): boolean {
  if (!isIP(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed instanceof ipaddr.IPv6 && parsed.parts[0]! >> 13 === 1)
}
