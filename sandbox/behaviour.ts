import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * How a stand-in answers: well, with an error of its own (500), by asking to wait (429), by refusing what it was sent
 * (400), not at all, or with something that makes no sense.
 */
const behaviours = ['well', 'fail', 'busy', 'refuse', 'stall', 'nonsense'] as const
export type Behaviour = (typeof behaviours)[number]

/** Answers one request whose body has been read. */
export type Answer = (body: unknown, response: ServerResponse) => void

/**
 * A third party that does as it is told: by `tell`, or over its wire by PUT behaviour with `{"behaviour": "fail",
 * "times": 2}`, after which it answers well again; without `times` it stays so.
 */
export class StandIn {
  /** What it was asked, newest last. */
  readonly asked: { body: unknown; authorization: string | null }[] = []
  #behaviour: Behaviour = 'well'
  #times = Number.POSITIVE_INFINITY
  readonly #answer: Answer

  constructor(answer: Answer) {
    this.#answer = answer
  }

  tell(behaviour: Behaviour, times = Number.POSITIVE_INFINITY): void {
    this.#behaviour = behaviour
    this.#times = times
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    if (request.method === 'PUT') this.#obey(body, response)
    else if (request.method !== 'POST') answerJson(response, 405, { error: { message: 'Method not allowed' } })
    else this.#reply(body, request.headers.authorization ?? null, response)
  }

  #obey(body: unknown, response: ServerResponse): void {
    const { behaviour, times } = fieldsOf(body)
    const known = behaviours.find((each) => each === behaviour)
    if (known) this.tell(known, typeof times === 'number' ? times : undefined)
    const message = `behaviour is one of ${behaviours.join(', ')}`
    answerJson(response, known ? 200 : 400, known ? { behaviour: known } : { error: { message } })
  }

  #reply(body: unknown, authorization: string | null, response: ServerResponse): void {
    if (this.asked.push({ body, authorization }) > askedMost) this.asked.shift()
    const behaviour = this.#times > 0 ? this.#behaviour : 'well'
    this.#times -= 1
    if (behaviour === 'well') this.#answer(body, response)
    else misbehave[behaviour](response)
  }
}

/** A request that stalls ends with the patience of whoever sent it. */
const misbehave: Record<Exclude<Behaviour, 'well'>, (response: ServerResponse) => void> = {
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
/** Of older questions nobody asks; in front of long runs they would only fill the memory. */
const askedMost = 1000

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, json).end(JSON.stringify(body))
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    // What is no JSON is refused by whoever reads its fields, of which it has none.
    return null
  }
}
