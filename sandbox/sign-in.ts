import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { sendEndlessly } from './reddit/behaviour.ts'
import { authorizePath, type Reddit } from './reddit/reddit.ts'
import { authorize } from './sign-in/authorize.ts'
import { Behaviour } from './sign-in/behaviour.ts'
import type { Answer, Answering, Ask } from './sign-in/exchange.ts'
import { answerAsGitHub } from './sign-in/github.ts'
import { answerAsGoogle } from './sign-in/google.ts'
import { Grants } from './sign-in/grants.ts'
import { openSigner } from './sign-in/id-token.ts'
import { answerAsOpenId, openIdPage } from './sign-in/openid.ts'

/** Each provider's authorization page and API. */
const simulations: Record<Exclude<ProviderName, 'reddit'>, { page: string; answer: Answering }> = {
  google: { page: '/o/oauth2/v2/auth', answer: answerAsGoogle },
  github: { page: '/login/oauth/authorize', answer: answerAsGitHub },
  oidc: { page: openIdPage, answer: answerAsOpenId },
}

/** What an app asks for to read and send mail at Google. */
const mailScope = 'https://mail.google.com/'

/** The path prefix of the providers. */
export const signInPath = '/sign-in'

/**
 * Google, GitHub, Reddit, and an OpenID provider for signing in, each below its name and in its own protocol: a page with
 * people to choose from, codes with PKCE, tokens, profiles. `PUT /sign-in/behaviour` makes them misbehave.
 */
export class SignIn {
  #behaviour = Behaviour.parse({})
  readonly #grants = new Grants()
  readonly #signer = openSigner()
  readonly #reddit: Reddit

  constructor(reddit: Reddit) {
    this.#reddit = reddit
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const path = url.pathname.slice(signInPath.length)
    if (request.method === 'PUT' && path === '/behaviour') return this.#behave(await text(request), response)
    const behaviour = this.#behaviour
    const provider = providers.find((name) => path.startsWith(`/${name}/`))
    if (!provider) return send(response, { status: 404, body: 'Not found' })
    if (behaviour.down.includes(provider)) return send(response, { status: 503, body: 'Down' })
    const page = provider === 'reddit' ? authorizePath : simulations[provider].page
    const isPage = path === `/${provider}${page}` && request.method === 'GET'
    if (!isPage && behaviour.endless.includes(provider)) return endless(response)
    if (provider === 'reddit') return this.#reddit.handle(request, response, `${signInPath}/reddit`)
    const read = await readAsk(request, url, provider)
    const ask: Ask = { ...read, behaviour, grants: this.#grants, signer: this.#signer }
    if (isPage) return send(response, authorize(ask, url.pathname))
    send(response, (await simulations[provider].answer(ask)) ?? { status: 404, body: { message: 'Not Found' } })
  }

  /** Returns whether Google lets a program read and send the mail of an address with a token (XOAUTH2). */
  opensMailbox(address: string, token: string): boolean {
    const grant = this.#grants.ofToken(token)
    return grant?.person.email === address && grant.scope.split(' ').includes(mailScope)
  }

  #behave(body: string, response: ServerResponse): void {
    const wanted = Behaviour.safeParse(JSON.parse(body))
    if (wanted.success) this.#behaviour = wanted.data
    for (const person of wanted.data?.revoked ?? []) this.#grants.revoke(person)
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

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  sendEndlessly(response)
}
