import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createConnection } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Network } from '#platform/server/network/network.ts'

/** A message as it was received. */
export interface Message {
  host: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  bytes: Buffer
}

const accept = (response: ServerResponse): void => void response.writeHead(204).end()

/** A receiver of webhooks, messages to chats, and notifications on loopback. */
export class WebhookReceiver {
  readonly received: Message[] = []
  /** Responds to the next requests. */
  respond: (response: ServerResponse, message: Message) => void = accept
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, url: path = '' } = request
      const bytes = Buffer.concat(chunks)
      const message = { host: headers.host ?? '', path, headers, body: bytes.toString(), bytes }
      this.received.push(message)
      this.respond(response, message)
    })
  })

  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as { port: number }).port
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Starts again, for the next test. */
  forget(): void {
    this.received.length = 0
    this.respond = accept
    this.#server.closeAllConnections()
  }

  answers(status: number, text = '', headers: Record<string, string> = {}): void {
    this.respond = (response) => void response.writeHead(status, headers).end(text)
  }
}

/** The hosts that the receiver stands in for. */
const received = ['tidewell.com', 'push.pipewell.com', 'hooks.slack.com', 'discord.com', 'api.telegram.org']

/**
 * Returns a network in which the receiver at a port stands in for some hosts, inside.com has a private address, and other
 * hosts have public ones. Notes the addresses that are dialed.
 */
export function webhookNetwork(port: number, dialed: string[]): Network {
  return {
    resolve: async (host) => (host === 'inside.com' ? ['10.0.0.5'] : ['93.184.216.34']),
    dial: (address, to) => {
      dialed.push(address)
      return createConnection({ host: address, port: to })
    },
    standIn: (host) => (received.includes(host) ? { address: '127.0.0.1', port } : null),
  }
}

/** Parses a message as a receiver does, with the library of the specification. */
export function verified(message: Message | undefined, secret: string) {
  if (!message) throw new Error('nothing was received')
  return new Webhook(secret).verify(message.body, message.headers as Record<string, string>) as {
    type: string
    timestamp: string
    data: { count: number; rule: { name: string } | null; finds: Record<string, unknown>[]; events: unknown[] }
  }
}
