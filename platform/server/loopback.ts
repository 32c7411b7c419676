const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Returns whether the URL is on this machine. */
export function isLoopback(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? ''
  // RFC 6761 reserves all names below localhost for this machine.
  return loopback.includes(hostname) || hostname.endsWith('.localhost')
}
