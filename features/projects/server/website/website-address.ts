import { hostOf, isPublicHost } from '#platform/server/network/public-address.ts'
import { WebsiteError } from './website-error.ts'

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
 * any notation (the ranges are in public-address.ts). Names are resolved later, when connecting.
 */
export function checkUrl(url: URL): void {
  const { protocol, port, username, password } = url
  const isWeb = (protocol === 'http:' || protocol === 'https:') && port === ''
  if (!isWeb || username !== '' || password !== '') throw new WebsiteError('invalid')
  if (!isPublicHost(hostOf(url))) throw new WebsiteError('private')
}
