const schemes = ['http:', 'https:', 'mailto:']

/**
 * Returns the target of an untrusted link if it is http, https or mailto; paths are Reddit's. Otherwise, returns ''.
 */
export function safeUrl(url: string): string {
  const trimmed = url.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return ''
  if (!URL.canParse(trimmed, 'https://www.reddit.com')) return ''
  const { protocol, href } = new URL(trimmed, 'https://www.reddit.com')
  return schemes.includes(protocol) ? href : ''
}
