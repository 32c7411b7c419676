import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Community } from '../../community/types.ts'
import { addressesOf, sandboxServer } from '../../server.ts'
import { smallCommunity } from './small-community.ts'

const agent = 'linux:sandbox-test:v1.0 (by /u/sandbox_developer)'

interface Options {
  folder?: string | null
  community?: () => Community
  days?: number
  /** The start time (ms). The real clock stands still until `time` is set. */
  now?: number
}

/** An answer to a client, with its body parsed if it is JSON. */
export interface Told<Body> {
  status: number
  headers: Headers
  body: Body
  text: string
}

/** The sandbox's Reddit on a free port, with a client that identifies itself. */
export class TestClient {
  #server: Server | null = null
  /** The real time, for limits and tokens. The sandbox's time starts with it. */
  time = 0
  token = ''
  known: Sandbox['reddit']

  private constructor(known: Sandbox['reddit']) {
    this.known = known
  }

  static async open(options: Options = {}): Promise<TestClient> {
    const { folder = null, community = smallCommunity, days = 4, now = Date.UTC(2026, 4, 14, 12) } = options
    let outside = () => now
    const server = sandboxServer({ folder, community, days, now: () => outside() }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = new TestClient(addressesOf(server).reddit)
    client.time = now
    outside = () => client.time
    client.#server = server
    client.token = await client.signIn()
    return client
  }

  /** Returns a client of a sandbox that is already running. */
  static async at(known: Sandbox['reddit']): Promise<TestClient> {
    const client = new TestClient(known)
    client.token = await client.signIn()
    return client
  }

  async grant(form: Record<string, string>): Promise<Told<Record<string, string>>> {
    const { clientId, clientSecret } = this.known
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    return this.ask('POST', '/api/v1/access_token', form, { authorization })
  }

  /** Returns a token for the developer or for the app alone, without storing it in the client. */
  async signIn(scope = '*', grant: 'password' | 'client_credentials' = 'password'): Promise<string> {
    const { username, password } = this.known
    return (await this.grant({ grant_type: grant, username, password, scope })).body.access_token!
  }

  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    form: Record<string, string> | null = null,
    headers: Record<string, string> = {},
  ): Promise<Told<Body>> {
    const answer = await fetch(`${this.known.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `bearer ${this.token}`, 'user-agent': agent, ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    })
    return readAnswer(answer)
  }

  get<Body = Record<string, unknown>>(path: string, headers: Record<string, string> = {}): Promise<Told<Body>> {
    return this.ask('GET', path, null, headers)
  }

  post<Body = Record<string, unknown>>(path: string, form: Record<string, string>): Promise<Told<Body>> {
    return this.ask('POST', path, { api_type: 'json', ...form })
  }

  /** Requests a page as a signed-out visitor. */
  async visit(path: string): Promise<Told<null>> {
    return readAnswer(await fetch(`${this.known.url}${path}`, { headers: { 'user-agent': agent }, redirect: 'manual' }))
  }

  /** Sends a command to the sandbox's control. */
  async tell(path: string, words: object): Promise<Told<Record<string, unknown>>> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.known.url}/control/${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(words),
    })
    return readAnswer(answer)
  }

  /** Loads all earlier days. */
  async whole(): Promise<void> {
    await this.tell('whole', {})
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    this.#server?.close()
    if (this.#server) await once(this.#server, 'close')
  }
}

/** A listing. */
export interface Listing<Data = Record<string, unknown>> {
  data: {
    after: string | null
    before: string | null
    dist: number
    children: { kind: string; data: Data & { name: string } }[]
  }
}

export function namesOf<Data>({ data }: Listing<Data>): string[] {
  return data.children.map((child) => child.data.name)
}

async function readAnswer<Body>(answer: Response): Promise<Told<Body>> {
  const text = await answer.text()
  const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== ''
  return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : null) as Body, text }
}
