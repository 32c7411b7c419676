import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ProviderName, providers } from '@earshot/contract/sign-in'
import { isRegistered } from './sign-in/apps.ts'
import { Behaviour } from './sign-in/behaviour.ts'
import type { Answer, Answering, Ask } from './sign-in/exchange.ts'
import { answerAsGitHub } from './sign-in/github.ts'
import { answerAsGoogle } from './sign-in/google.ts'
import { Grants } from './sign-in/grants.ts'
import { openSigner } from './sign-in/id-token.ts'
import { authorizationPage, refusalPage } from './sign-in/page.ts'
import { people } from './sign-in/people.ts'
import { answerAsReddit } from './sign-in/reddit.ts'

/** Where each provider asks people, and how it answers programs. */
const known: Record<ProviderName, { page: string; answer: Answering }> = {
  google: { page: '/o/oauth2/v2/auth', answer: answerAsGoogle },
  github: { page: '/login/oauth/authorize', answer: answerAsGitHub },
  reddit: { page: '/api/v1/authorize', answer: answerAsReddit },
}

/** Below this path everything here answers. */
export const signInPath = '/sign-in'

/**
 * Google, GitHub and Reddit to sign in with, each below its name, in their own wire formats: a page with people to
 * choose from, codes with PKCE, tokens, profiles. `PUT /sign-in/behaviour` makes them misbehave.
 */
export class SignIn {
  #behaviour = Behaviour.parse({})
  readonly #grants = new Grants()
  readonly #signer = openSigner()

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const path = url.pathname.slice(signInPath.length)
    if (request.method === 'PUT' && path === '/behaviour') return this.#behave(await text(request), response)
    const behaviour = this.#behaviour
    const provider = providers.find((name) => path.startsWith(`/${name}/`))
    if (!provider) return send(response, { status: 404, body: 'There is nothing here' })
    if (behaviour.down.includes(provider)) return send(response, { status: 503, body: 'Down' })
    const read = await readAsk(request, url, provider)
    const ask: Ask = { ...read, behaviour, grants: this.#grants, signer: this.#signer }
    const isPage = ask.path === known[provider].page && ask.method === 'GET'
    if (isPage) return send(response, authorize(ask, url.pathname))
    if (behaviour.endless.includes(provider)) return sendEndlessly(response)
    send(response, (await known[provider].answer(ask)) ?? { status: 404, body: { message: 'Not Found' } })
  }

  #behave(body: string, response: ServerResponse): void {
    const wanted = Behaviour.safeParse(JSON.parse(body))
    if (wanted.success) this.#behaviour = wanted.data
    send(response, { status: wanted.success ? 200 : 400, body: this.#behaviour })
  }
}

async function readAsk(request: IncomingMessage, url: URL, provider: ProviderName) {
  const { authorization = '', accept = '', 'user-agent': userAgent = '' } = request.headers
  return {
    provider,
    method: request.method ?? 'GET',
    path: url.pathname.slice(`${signInPath}/${provider}`.length),
    query: url.searchParams,
    headers: { authorization, accept, userAgent },
    body: await text(request),
    issuer: `${url.origin}${signInPath}/${provider}`,
  }
}

/** Shows the page, and once somebody was chosen on it goes back to the app with a code. */
function authorize({ provider, query, grants }: Ask, path: string): Answer {
  const [clientId, redirectUri] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? '']
  if (!isRegistered(provider, clientId, redirectUri) || query.get('response_type') !== 'code') {
    return html(400, refusalPage('The app, or the address to come back to, is not registered.'))
  }
  const chosen = query.get('person')
  if (chosen === null) return html(200, authorizationPage(provider, path, query))
  const back = new URL(redirectUri)
  const state = query.get('state')
  if (state !== null) back.searchParams.set('state', state)
  const person = people.find(({ key }) => key === chosen)
  if (person) {
    const challenge = query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null
    const scope = query.get('scope') ?? ''
    const nonce = query.get('nonce')
    back.searchParams.set('code', grants.code({ provider, clientId, person, redirectUri, scope, challenge, nonce }))
  } else {
    back.searchParams.set('error', 'access_denied')
  }
  return { status: 302, body: '', headers: { location: back.href } }
}

function html(status: number, body: string): Answer {
  return { status, body, headers: { 'content-type': 'text/html; charset=utf-8' } }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

/** Says nothing of use until whoever listens leaves. */
function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = `{"${'x'.repeat(65_536)}`
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}
