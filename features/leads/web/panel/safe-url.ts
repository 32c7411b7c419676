const schemes = ['http:', 'https:', 'mailto:']

/** Where a link of a stranger may lead: http, https, mailto; paths are those of Reddit. Empty for all else. */
export function safeUrl(url: string): string {
  const trimmed = url.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return ''
  if (!URL.canParse(trimmed, 'https://www.reddit.com')) return ''
  const { protocol, href } = new URL(trimmed, 'https://www.reddit.com')
  return schemes.includes(protocol) ? href : ''
}
