import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { WebsiteError } from './website-error.ts'

/** Names that stay within a network, whatever a resolver answers. */
const internalName = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion)$/

/**
 * Parses an address that a user typed, with or without a scheme; the default is https. Throws WebsiteError if it can't
 * be a website.
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
 * Accepts only websites: http and https on their default ports, without credentials, and not on a private network in
 * any notation (reference of the ranges: publicAddress). Names are resolved later, when connecting.
 */
export function checkUrl(url: URL): void {
  const { protocol, port, username, password } = url
  const isWeb = (protocol === 'http:' || protocol === 'https:') && port === ''
  if (!isWeb || username !== '' || password !== '') throw new WebsiteError('invalid')
  const host = hostOf(url)
  if (isIP(host) ? !isPublic(host) : internalName.test(host)) throw new WebsiteError('private')
  if (!isIP(host) && !host.includes('.')) throw new WebsiteError('private')
}

/** Returns the host without brackets and without the trailing dot of a full name. */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
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
