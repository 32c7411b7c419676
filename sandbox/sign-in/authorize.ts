import { isRegistered } from './apps.ts'
import type { Answer, Ask } from './exchange.ts'
import { authorizationPage, refusalPage } from './page.ts'
import { people } from './people.ts'

/** Shows the authorization page; once a person is chosen, redirects to the app with a code. */
export function authorize(
  { provider, query, grants }: Pick<Ask, 'provider' | 'query' | 'grants'>,
  path: string,
): Answer {
  const [clientId, redirectUri] = [query.get('client_id') ?? '', query.get('redirect_uri') ?? '']
  if (!isRegistered(provider, clientId, redirectUri) || query.get('response_type') !== 'code') {
    return html(400, refusalPage('The app or its redirect address is not registered.'))
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
    const isPermanent = query.get('duration') === 'permanent' || query.get('access_type') === 'offline'
    const asked = { clientId, redirectUri, scope, challenge, nonce, isPermanent }
    back.searchParams.set('code', grants.code({ provider, person, ...asked }))
  } else {
    back.searchParams.set('error', 'access_denied')
  }
  return { status: 302, body: '', headers: { location: back.href } }
}

function html(status: number, body: string): Answer {
  return { status, body, headers: { 'content-type': 'text/html; charset=utf-8' } }
}
