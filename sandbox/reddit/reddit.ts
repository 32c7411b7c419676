import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Community } from '../community/types.ts'
import { authorize } from '../sign-in/authorize.ts'
import { type Answer, bearerOf } from '../sign-in/exchange.ts'
import { Grants } from '../sign-in/grants.ts'
import { type Call, refused } from './api/call.ts'
import { Limits } from './api/limits.ts'
import { mayDo, revokeAnswer, tokenAnswer } from './api/oauth.ts'
import { routeOf } from './api/routes.ts'
import { sendAnswer } from './api/send.ts'
import type { View } from './api/view.ts'
import { insteadOf, muddled, ScriptedBehaviour, sendWrongly } from './behaviour.ts'
import { controlAnswer } from './control.ts'
import { feedAnswer } from './pages/feeds.ts'
import { pageAnswer } from './pages/pages.ts'
import { Clock } from './state/clock.ts'
import { State } from './state/state.ts'

export interface RedditOptions {
  community: () => Community
  /** The folder of the log of client actions; null stores nothing. */
  folder: string | null
  /** The number of past days that are available from the start. */
  days: number
  /** Returns the real time in ms. */
  now: () => number
}

/** The page on which a user authorizes an app. */
export const authorizePath = '/api/v1/authorize'

/** User agents of programs that don't set one. */
const plainAgent = /^(?:$|python|curl|wget|node|undici|axios|java|okhttp|go-http)/i

/** Reddit's API, pages and feeds, with a simulated community. */
export class Reddit {
  readonly #options: RedditOptions
  readonly #clock: Clock
  readonly #grants = new Grants()
  readonly #limits = new Limits()
  readonly #mood = new ScriptedBehaviour()
  #state: State | null = null

  constructor(options: RedditOptions) {
    this.#options = options
    this.#clock = new Clock(options.now)
  }

  /** Lazy, because most tests of other parts of the sandbox never use it. */
  get state(): State {
    this.#state ??= new State(this.#options.community(), this.#clock, this.#options)
    return this.#state
  }

  /** Handles a request to Reddit below the path prefix. */
  async handle(request: IncomingMessage, response: ServerResponse, root = ''): Promise<void> {
    const call = await readCall(request, root)
    const control = /^\/control(?:\/(.*))?$/.exec(call.path)
    if (control) return sendAnswer(response, this.#controlAnswer(call, control[1] ?? ''), { isRaw: true })
    const mood = this.#mood.take(call)
    const answer = insteadOf(mood, call) ?? muddled(mood, this.#answer(call))
    if (!sendWrongly(mood, response, answer)) {
      sendAnswer(response, answer, { isRaw: call.query.get('raw_json') === '1' })
    }
  }

  close(): void {
    this.#state?.close({ forget: false })
    this.#state = null
  }

  #controlAnswer(call: Call, path: string): Answer {
    const purge = () => {
      this.state.close({ forget: true })
      this.#state = null
    }
    return controlAnswer({ state: this.state, mood: this.#mood, limits: this.#limits, purge }, call, path)
  }

  #answer(call: Call): Answer {
    const { state } = this
    const view = () => ({ state, now: state.advance(), viewer: null, origin: call.origin })
    if (call.method === 'GET' && call.path === authorizePath) {
      return authorize({ provider: 'reddit', query: call.query, grants: this.#grants }, `${call.root}${call.path}`)
    }
    const isBrowser = call.method === 'GET' && call.headers.authorization === '' && !call.path.startsWith('/api/')
    if (isBrowser && call.ending === null) return pageAnswer(view(), call.path, call.query)
    if (!/\d/.test(call.headers.userAgent) || plainAgent.test(call.headers.userAgent)) return refused(429)
    if (isBrowser && call.ending === 'rss') return this.#feedAnswer(call, view)
    // Since 2026, Reddit refuses unauthenticated requests.
    if (isBrowser) return refused(403)
    if (call.method === 'POST' && call.path === '/api/v1/access_token') return tokenAnswer(state, this.#grants, call)
    if (call.method === 'POST' && call.path === '/api/v1/revoke_token') return revokeAnswer(state, call)
    return this.#apiAnswer(call)
  }

  #feedAnswer(call: Call, view: () => View): Answer {
    const wait = this.#limits.feed(call.address, this.#clock.real())
    if (wait > 0) return { status: 429, body: '', headers: { 'retry-after': String(wait) } }
    return feedAnswer(view(), call)
  }

  #apiAnswer(call: Call): Answer {
    const { state } = this
    const token = state.tokens.get('access', bearerOf(call), this.#clock.real())
    if (!token) return refused(401, {}, { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' })
    const spent = this.#limits.spend(token.clientId, this.#clock.real())
    const headers = {
      'x-ratelimit-remaining': spent.remaining.toFixed(1),
      'x-ratelimit-used': String(spent.used),
      'x-ratelimit-reset': String(spent.reset),
    }
    if (spent.isOver) return refused(429, {}, headers)
    const found = routeOf(call.method, call.path)
    if (!found) return refused(404, {}, headers)
    if (!mayDo(token, found.route.scope)) return refused(403, {}, headers)
    const now = state.advance()
    const viewer = token.account === null ? null : state.people.get(token.account)
    const ask = { state, call, token, now, viewer, origin: call.origin, parts: found.parts }
    const answer = found.route.answer(ask)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }
}

/** Parses a request to a path below the prefix. */
export async function readCall(request: IncomingMessage, root: string): Promise<Call> {
  const { authorization = '', accept = '', 'user-agent': userAgent = '', host = 'localhost' } = request.headers
  const url = new URL(request.url ?? '/', `http://${host}`)
  const [, path = '/', ending = null] = /^(.*?)\/*(?:\.(json|rss))?\/*$/.exec(url.pathname.slice(root.length)) ?? []
  const method = request.method ?? 'GET'
  const body = method === 'GET' ? '' : await text(request)
  const isJson = /json/.test(request.headers['content-type'] ?? '')
  const form = method === 'GET' ? url.searchParams : new URLSearchParams(isJson ? '' : body)
  return {
    method,
    root,
    path: decoded(path) || '/',
    ending: ending as Call['ending'],
    query: url.searchParams,
    form,
    told: isJson ? parsed(body) : Object.fromEntries(form),
    isForm: !isJson,
    headers: { authorization, accept, userAgent },
    isForeign: ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])),
    address: request.socket.remoteAddress ?? '',
    origin: url.origin,
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Invalid JSON becomes null: the control's schema rejects it, and the rest of the API reads forms.
    return null
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // No valid address has a broken escape, so the raw path ends in a 404.
    return path
  }
}
