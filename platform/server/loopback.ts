const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Whether people reach the product on this machine alone. */
export function isLoopback(url: string): boolean {
  return loopback.includes(URL.parse(url)?.hostname ?? '')
}
