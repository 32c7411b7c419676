import { Resolver } from 'node:dns/promises'
import { createConnection, type Socket } from 'node:net'

/** The way to hosts outside: a test brings its own. */
export interface Network {
  /** All addresses of a host; none, or an error, where there is no such host. */
  resolve(host: string): Promise<string[]>
  /** Begins to connect to an address, whose name is asked for nowhere again. */
  dial(address: string, port: number): Socket
  /** What the operator runs in place of a host: trusted, and spoken to without TLS. Null for all others. */
  standIn(host: string): StandIn | null
}

export interface StandIn {
  address: string
  port: number
}

/** The real network; with the sandbox on, its websites stand in for every host of `.example` (DESIGN 6). */
export function openNetwork({ websites }: { websites: StandIn | null }): Network {
  return {
    resolve,
    dial: (address, port) => createConnection({ host: address, port }),
    standIn: (host) => (/\.example$/.test(host) ? websites : null),
  }
}

/**
 * Asks the name servers, and neither the file of hosts nor the system's own lookup: that holds one of the few threads
 * which passwords and files need too, for as long as a name server likes.
 */
async function resolve(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
