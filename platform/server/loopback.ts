const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Returns whether the URL is on this machine. */
export function isLoopback(url: string): boolean {
  return loopback.includes(URL.parse(url)?.hostname ?? '')
}
