import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { TestProviders } from './sign-in-providers.ts'

/** A headless browser that stores cookies and respects their paths. */
export class Visitor {
  readonly cookies = new Map<string, { value: string; path: string }>()
  readonly #app: FastifyInstance
  readonly #providers: TestProviders

  constructor(app: FastifyInstance, providers: TestProviders) {
    this.#app = app
    this.#providers = providers
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'GET', url, headers })
  }

  /** Sends a request like one of our pages. */
  post(url: string, payload: object): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'POST', url, headers: { origin: 'http://localhost:3000' }, payload })
  }

  delete(url: string): Promise<LightMyRequestResponse> {
    return this.#send({ method: 'DELETE', url, headers: { origin: 'http://localhost:3000' } })
  }

  /** Chooses a person on a provider's page. Returns the redirect without following it. */
  async choose(provider: ProviderName, person: string): Promise<string> {
    const answer = await this.get(`/connect/${provider}`)
    const back = await this.#providers.choose(String(answer.headers.location), person)
    return back.pathname + back.search
  }

  /** Completes a sign-in. Returns the final redirect. */
  async signIn(provider: ProviderName, person: string): Promise<string> {
    const answer = await this.get(await this.choose(provider, person))
    return String(answer.headers.location)
  }

  cookie(name: string): string | null {
    return this.cookies.get(name)?.value ?? null
  }

  async #send(request: {
    method: 'GET' | 'POST' | 'DELETE'
    url: string
    headers: Record<string, string>
    payload?: object
  }): Promise<LightMyRequestResponse> {
    const sent = [...this.cookies].filter(([, { path }]) => request.url.startsWith(path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const answer = await this.#app.inject({ ...request, headers: { ...request.headers, ...(cookie && { cookie }) } })
    for (const { name, value, path = '/', maxAge } of answer.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, { value, path })
    }
    return answer
  }
}
