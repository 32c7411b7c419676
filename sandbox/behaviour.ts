import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A stand-in's behavior: normal, an internal error (500), a rate limit (429), a rejection (400), no answer, or a
 * malformed answer, an answer in the right form with false contents, or one that is streamed to its half and never ends
 * (the last two: chat model only).
 */
const behaviours = ['well', 'fail', 'busy', 'refuse', 'stall', 'nonsense', 'lie', 'halt'] as const
export type Behaviour = (typeof behaviours)[number]

/** Answers a request whose body has been read. */
export type Answer = (body: unknown, response: ServerResponse, manner: Manner) => void

/** How a request is answered in the right form. */
export type Manner = Extract<Behaviour, 'well' | 'lie' | 'halt'>

/**
 * A third party with scripted behavior, set through `tell` or over HTTP: PUT behaviour with `{"behaviour": "fail",
 * "times": 2}`. After that many requests it behaves normally again; without `times` it stays that way.
 */
export class StandIn {
  /** Past requests, newest last. */
  readonly asked: { body: unknown; authorization: string | null }[] = []
  #behaviour: Behaviour = 'well'
  #times = Number.POSITIVE_INFINITY
  readonly #answer: Answer
  /** The answer to GET; null for parties that have none. */
  readonly #listing: object | null

  constructor(answer: Answer, listing: object | null = null) {
    this.#answer = answer
    this.#listing = listing
  }

  tell(behaviour: Behaviour, times = Number.POSITIVE_INFINITY): void {
    this.#behaviour = behaviour
    this.#times = times
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    if (request.method === 'PUT') this.#setBehaviour(body, response)
    else if (request.method === 'GET' && this.#listing) this.#list(this.#listing, response)
    else if (request.method !== 'POST') answerJson(response, 405, { error: { message: 'Method not allowed' } })
    else this.#reply(body, request.headers.authorization ?? null, response)
  }

  #setBehaviour(body: unknown, response: ServerResponse): void {
    const { behaviour, times } = fieldsOf(body)
    const requested = behaviours.find((each) => each === behaviour)
    if (requested) this.tell(requested, typeof times === 'number' ? times : undefined)
    const message = `behaviour must be one of ${behaviours.join(', ')}`
    answerJson(response, requested ? 200 : 400, requested ? { behaviour: requested } : { error: { message } })
  }

  #list(listing: object, response: ServerResponse): void {
    const behaviour = this.#taken()
    if (isManner(behaviour)) answerJson(response, 200, listing)
    else misbehave[behaviour](response)
  }

  #taken(): Behaviour {
    const behaviour = this.#times > 0 ? this.#behaviour : 'well'
    this.#times -= 1
    return behaviour
  }

  #reply(body: unknown, authorization: string | null, response: ServerResponse): void {
    if (this.asked.push({ body, authorization }) > askedMost) this.asked.shift()
    const behaviour = this.#taken()
    if (isManner(behaviour)) this.#answer(body, response, behaviour)
    else misbehave[behaviour](response)
  }
}

function isManner(behaviour: Behaviour): behaviour is Manner {
  return behaviour === 'well' || behaviour === 'lie' || behaviour === 'halt'
}

/** A stalled request ends with the client's timeout. */
const misbehave: Record<Exclude<Behaviour, Manner>, (response: ServerResponse) => void> = {
  fail: (response) => answerJson(response, 500, { error: { message: 'The server had an error' } }),
  busy: (response) => {
    response.setHeader('retry-after', '120')
    answerJson(response, 429, { error: { message: 'Rate limit reached' } })
  },
  refuse: (response) => answerJson(response, 400, { error: { message: 'Invalid input' } }),
  stall: () => {},
  nonsense: (response) => response.writeHead(200, json).end('<h1>Welcome</h1>'),
}

const json = { 'content-type': 'application/json' }
/** Limits the memory of long runs; only recent requests matter. */
const askedMost = 1000

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, json).end(JSON.stringify(body))
}

/** Returns the fields of an object, or none for another value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    // Invalid JSON has no fields, so the handler rejects it.
    return null
  }
}
