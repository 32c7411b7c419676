import { Resolver } from 'node:dns/promises'
import { createConnection, type Socket } from 'node:net'

/** Access to external hosts. Tests provide their own. */
export interface Network {
  /** Resolves a host to all its addresses. Returns none or throws if it doesn't exist. */
  resolve(host: string): Promise<string[]>
  /** Begins to connect to an address, without another name lookup. */
  dial(address: string, port: number): Socket
  /** Returns the operator's substitute for a host, trusted and without TLS, or null. */
  standIn(host: string): StandIn | null
}

export interface StandIn {
  address: string
  port: number
}

/** Opens the real network. With the sandbox on, its websites replace every host in `.example` (DESIGN 6). */
export function openNetwork({ websites }: { websites: StandIn | null }): Network {
  return {
    resolve,
    dial: (address, port) => createConnection({ host: address, port }),
    standIn: (host) => (/\.example$/.test(host) ? websites : null),
  }
}

/**
 * Queries name servers directly, without the hosts file. The system's lookup would block one of the few threads that
 * password hashing and file access need, for as long as a name server takes.
 */
async function resolve(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}
