import { lookup } from 'node:dns/promises'
import { createConnection, type Socket } from 'node:net'

/** The way to hosts outside: a test brings its own. */
export interface Network {
  /** All addresses of a host; throws where there is none. */
  resolve(host: string): Promise<string[]>
  /** Begins to connect to an address, whose name is asked for nowhere again. */
  dial(address: string, port: number): Socket
  /** What the operator runs in place of a host: trusted, and spoken to without TLS. Null for all others. */
  standIn(host: string): Place | null
}

export interface Place {
  address: string
  port: number
}

/** The real network; with the sandbox on, its websites stand in for every host of `.example` (DESIGN 6). */
export function openNetwork({ websites }: { websites: Place | null }): Network {
  return {
    resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
    dial: (address, port) => createConnection({ host: address, port }),
    standIn: (host) => (/\.example$/.test(host) ? websites : null),
  }
}
