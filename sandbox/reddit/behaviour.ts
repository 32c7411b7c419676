import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Answer } from '../sign-in/exchange.ts'
import { type Call, faulty, refused } from './api/call.ts'
import { jsonOf } from './api/send.ts'

/** Reddit's behavior: normal, an error instead of the action, or a broken answer after it. */
const behaviours = [
  'well',
  // The action is not performed.
  'fail',
  'down',
  'busy',
  'wordless',
  'patience',
  'refuse',
  'unknown',
  'forbidden',
  'elsewhere',
  'nonsense',
  // The action is performed, but the client doesn't get the full answer.
  'stall',
  'drop',
  'broken',
  'slow',
  'endless',
  // Malformed lists.
  'duplicates',
  'disorder',
] as const
type Name = (typeof behaviours)[number]

/** Descriptions for the control page. */
export const behaviourWords: Record<Name, string> = {
  well: 'normal',
  fail: 'internal error (500)',
  down: 'unavailable (503, as a page)',
  busy: 'too many requests (429, as a page, with a Retry-After header)',
  wordless: 'too many requests (429, without a Retry-After header)',
  patience: 'too much of one action (200, with the wait in the message)',
  refuse: 'bad request (400)',
  unknown: 'invalid token (401)',
  forbidden: 'not allowed (403)',
  elsewhere: 'a redirect to another host',
  nonsense: 'a page instead of data (200)',
  stall: 'no response',
  drop: 'a closed connection',
  broken: 'half a response',
  slow: 'one byte per second',
  endless: 'an endless response',
  duplicates: 'lists with each item twice',
  disorder: 'lists in reverse order',
}

export const Behaviour = z.object({
  behaviour: z.enum(behaviours),
  /** After this many requests, Reddit behaves normally again. */
  times: z.number().int().positive().optional(),
  /** Applies only below this path. */
  path: z.string().optional(),
})
export type Behaviour = z.infer<typeof Behaviour>

/** Reddit's scripted behavior, like that of the other stand-ins (sandbox/behaviour.ts). */
export class ScriptedBehaviour {
  #behaviour: Behaviour = { behaviour: 'well' }

  tell(behaviour: Behaviour): void {
    this.#behaviour = behaviour
  }

  get told(): Behaviour {
    return this.#behaviour
  }

  /** Returns the behavior for one request. */
  take({ path }: Call): Name {
    const { behaviour, times, path: below = '' } = this.#behaviour
    if (behaviour === 'well' || !path.startsWith(below)) return 'well'
    this.#behaviour =
      times === undefined
        ? this.#behaviour
        : times > 1
          ? { ...this.#behaviour, times: times - 1 }
          : { behaviour: 'well' }
    return behaviour
  }
}

/** Returns the error that replaces the action, or null if the action proceeds. */
export function insteadOf(name: Name, call: Call): Answer | null {
  switch (name) {
    case 'fail':
      return { status: 500, body: '' }
    case 'down':
      return { status: 503, body: page('Our servers are busy right now', '<p>please try again in a minute.</p>') }
    case 'busy':
      return { status: 429, body: page('Too Many Requests', pardner), headers: { 'retry-after': '120' } }
    case 'wordless':
      return refused(429)
    case 'patience': {
      const words = 'you are doing that too much. try again in 9 minutes.'
      return faulty(call, ['RATELIMIT', words, 'ratelimit'], { ratelimit: 540 })
    }
    case 'refuse':
      return refused(400)
    case 'unknown':
      return refused(401, {}, { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' })
    case 'forbidden':
      return refused(403)
    case 'elsewhere':
      return { status: 302, body: '', headers: { location: 'https://elsewhere.example/' } }
    case 'nonsense':
      return { status: 200, body: page('Welcome', '<p>Please log in.</p>') }
    default:
      return null
  }
}

const pardner = '<h1>whoa there, pardner!</h1><p>please wait 120 second(s) and try again.</p>'

function page(title: string, body: string): string {
  return `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
}

const secondMs = 1000

/** Sends a broken answer. Returns false if the answer is to be sent normally. */
export function sendWrongly(name: Name, response: ServerResponse, { status, body, headers }: Answer): boolean {
  const text = typeof body === 'string' ? body : jsonOf(body, true)
  const begin = (length: number | null) =>
    response.writeHead(status, {
      'content-type': 'application/json; charset=UTF-8',
      ...(length === null ? {} : { 'content-length': length }),
      ...headers,
    })
  switch (name) {
    case 'stall':
      return true
    case 'drop':
      response.destroy()
      return true
    case 'broken':
      begin(null)
      response.end(text.slice(0, text.length / 2))
      return true
    case 'slow':
      begin(Buffer.byteLength(text))
      sendSlowly(response, Buffer.from(text))
      return true
    case 'endless':
      begin(null)
      sendEndlessly(response)
      return true
    default:
      return false
  }
}

/** Sends one byte per second. */
function sendSlowly(response: ServerResponse, bytes: Buffer): void {
  let at = 0
  const timer = setInterval(() => {
    if (response.destroyed || at >= bytes.length) {
      clearInterval(timer)
      response.end()
    } else response.write(bytes.subarray(at, ++at))
  }, secondMs)
}

/** Sends filler until the client disconnects. */
export function sendEndlessly(response: ServerResponse): void {
  const piece = `{"${'x'.repeat(65_536)}`
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}

/** Returns a list with each item twice or in reverse order. */
export function muddled(name: Name, answer: Answer): Answer {
  const { body } = answer
  if (typeof body === 'string' || !isListing(body)) return answer
  const { children } = body.data
  if (name === 'duplicates')
    return listed(
      answer,
      body,
      children.flatMap((child) => [child, child]),
    )
  if (name === 'disorder') return listed(answer, body, children.toReversed())
  return answer
}

interface ListingBody {
  data: { children: object[] }
}

function isListing(body: object): body is ListingBody {
  return 'kind' in body && body.kind === 'Listing'
}

function listed(answer: Answer, body: ListingBody, children: object[]): Answer {
  return { ...answer, body: { ...body, data: { ...body.data, children } } }
}
