import { Agent, type ClientRequest, get } from 'node:http'

/** Open screens of a project: streams of its changes, spread over all web processes. */
export interface Screens {
  /** Resolves once every stream has reported changes that arrive from now on, with the ms that each took. */
  nextChange(): Promise<number[]>
  close(): void
}

/** Opens streams, of several members, and waits until each has its first message. */
export async function openScreens(
  webs: readonly string[],
  count: number,
  project: string,
  jwts: readonly string[],
): Promise<Screens> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const listeners: ((event: string) => void)[] = []
  const requests: ClientRequest[] = []
  const eventOf = (index: number, wanted: string) =>
    new Promise<void>((heard) => {
      listeners[index] = (event) => event === wanted && heard()
    })
  const open = async (index: number): Promise<void> => {
    const first = eventOf(index, 'position')
    const url = `${webs[index % webs.length]}/api/events?project=${project}`
    await new Promise<void>((opened, failed) => {
      const request = get(
        url,
        { agent, headers: { authorization: `Bearer ${jwts[Math.floor(index / webs.length) % jwts.length]}` } },
        (response) => {
          if (response.statusCode !== 200) return failed(new Error(`GET ${url}: ${response.statusCode}`))
          // Messages are far shorter than what arrives at once.
          response.setEncoding('utf8').on('data', (text: string) => {
            for (const [, event] of text.matchAll(/^event: (\w+)$/gm)) listeners[index]?.(event!)
          })
          opened()
        },
      )
      request.on('error', failed)
      requests.push(request)
    })
    await first
  }
  for (let from = 0; from < count; from += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - from) }, (_, index) => open(from + index)))
  }
  return {
    nextChange: async () => {
      const begun = performance.now()
      return Promise.all(
        Array.from({ length: count }, async (_, index) => {
          await eventOf(index, 'changes')
          return performance.now() - begun
        }),
      )
    },
    close: () => {
      for (const request of requests) request.destroy()
    },
  }
}
