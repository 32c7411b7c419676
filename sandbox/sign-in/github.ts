import { appOf } from './apps.ts'
import { type Answer, type Ask, basicOf, bearerOf } from './exchange.ts'

/** GitHub's sign-in API. It answers 200 to an invalid code and names the error in the body. */
export async function answerAsGitHub(ask: Ask): Promise<Answer | null> {
  const { method, path } = ask
  if (method === 'POST' && path === '/login/oauth/access_token') return token(ask)
  if (method === 'GET' && path === '/user') return profile(ask)
  if (method === 'GET' && path === '/user/emails') return emails(ask)
  const clientId = /^\/applications\/([^/]+)\/token$/.exec(path)?.[1]
  return method === 'POST' && clientId !== undefined ? checkToken(ask, decodeURIComponent(clientId)) : null
}

function token({ body, grants, headers }: Ask): Answer {
  const form = new URLSearchParams(body)
  const app = appOf({ clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') ?? '' })
  const redeemed = app && grants.redeem(app, form)
  const fault = app ? 'bad_verification_code' : 'incorrect_client_credentials'
  const answer = redeemed
    ? { access_token: redeemed.token, scope: redeemed.grant.scope, token_type: 'bearer' }
    : { error: fault, error_description: 'The code passed is incorrect or expired.' }
  // GitHub sends JSON only on request.
  const isJson = /application\/json/.test(headers.accept)
  return { status: 200, body: isJson ? answer : new URLSearchParams(answer).toString() }
}

const badCredentials: Answer = { status: 401, body: { message: 'Bad credentials', status: '401' } }

function profile(ask: Ask): Answer {
  const grant = ask.grants.ofToken(bearerOf(ask))
  if (!grant) return badCredentials
  const { number, login, name } = grant.person
  return { status: 200, body: { login, id: number, name, email: null, type: 'User' } }
}

function emails(ask: Ask): Answer {
  const grant = ask.grants.ofToken(bearerOf(ask))
  if (!grant) return badCredentials
  // Without the scope, GitHub answers as if the path did not exist.
  if (!grant.scope.split(' ').includes('user:email')) return { status: 404, body: { message: 'Not Found' } }
  const { key, email, isVerified, login } = grant.person
  const hidden = { email: `${login}@users.noreply.example`, primary: false, verified: true, visibility: null }
  const own = { email: ask.behaviour.emails[key] ?? email, primary: true, verified: isVerified, visibility: 'private' }
  return { status: 200, body: [hidden, own] }
}

function checkToken(ask: Ask, clientId: string): Answer {
  const app = appOf(basicOf(ask))
  if (app?.clientId !== clientId) return { status: 404, body: { message: 'Not Found' } }
  const { access_token } = JSON.parse(ask.body) as { access_token?: string }
  const grant = ask.grants.ofToken(access_token ?? '')
  if (grant?.clientId !== clientId) return { status: 404, body: { message: 'Not Found' } }
  const { number, login } = grant.person
  return { status: 200, body: { app: { client_id: clientId, name: 'Earshot' }, user: { id: number, login } } }
}
