import { randomBytes } from 'node:crypto'
import { appOf, ownApp } from '../../sign-in/apps.ts'
import { type Answer, basicOf } from '../../sign-in/exchange.ts'
import type { App, Grant, Grants } from '../../sign-in/grants.ts'
import { developer } from '../state/people.ts'
import type { State } from '../state/state.ts'
import type { Token } from '../state/tokens.ts'
import { type Call, ok, refused } from './call.ts'

const lifetime = 86_400
const unauthorized = refused(401)

/** A grant: the scope, and the account that the app acts for. */
interface Agreed {
  account: string | null
  scope: string
  /** The existing refresh token, or whether to issue one. */
  refresh: string | boolean
}

/** Issues an access token for a code, a refresh token, the developer's password, or the app alone. */
export function tokenAnswer(state: State, grants: Grants, call: Call): Answer {
  const app = appOf(basicOf(call))
  if (!app) return unauthorized
  const form = call.form
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const redeemed = grants.redeem(app, form)
      return redeemed ? issueTokens(state, app, agreedBy(redeemed.grant)) : ok({ error: 'invalid_grant' })
    }
    case 'password':
      return passwordAnswer(state, app, form)
    case 'client_credentials':
    case 'https://oauth.reddit.com/grants/installed_client':
      return issueTokens(state, app, { account: null, scope: scopeOf(form), refresh: false }, deviceOf(form))
    case 'refresh_token':
      return refreshAnswer(state, app, form.get('refresh_token') ?? '')
    default:
      return ok({ error: 'unsupported_grant_type' })
  }
}

function agreedBy({ person, scope, isPermanent }: Grant): Agreed {
  return { account: person.login, scope, refresh: isPermanent }
}

/** Only the app's developer may use the password grant. */
function passwordAnswer(state: State, app: App, form: URLSearchParams): Answer {
  const { username, password } = developer
  const isKnown = form.get('username')?.toLowerCase() === username && form.get('password') === password
  if (!isKnown || app.clientId !== ownApp.clientId) return ok({ error: 'invalid_grant' })
  return issueTokens(state, app, { account: username, scope: scopeOf(form), refresh: false })
}

function refreshAnswer(state: State, app: App, refresh: string): Answer {
  const stored = state.tokens.get('refresh', refresh, state.clock.real())
  if (stored?.clientId !== app.clientId) return refused(400)
  return issueTokens(state, app, { account: stored.account, scope: stored.scope, refresh })
}

/** Issues an access token, and a refresh token if the grant includes one. */
function issueTokens(state: State, { clientId }: App, { account, scope, refresh }: Agreed, more: object = {}): Answer {
  const plain = { type: 'token' as const, clientId, account, scope }
  const isNew = refresh === true
  const refreshToken = isNew ? randomToken() : refresh === false ? null : refresh
  if (isNew && refreshToken) {
    state.record({ ...plain, kind: 'refresh', token: refreshToken, until: null, refresh: null })
  }
  const token = randomToken()
  const until = state.clock.real() + lifetime * 1000
  state.record({ ...plain, kind: 'access', token, until, refresh: refreshToken })
  const refreshFields = refreshToken === null ? {} : { refresh_token: refreshToken }
  return ok({ access_token: token, token_type: 'bearer', expires_in: lifetime, ...refreshFields, scope, ...more })
}

function scopeOf(form: URLSearchParams): string {
  return (
    (form.get('scope') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .join(' ') || '*'
  )
}

function deviceOf(form: URLSearchParams): object {
  const device = form.get('device_id')
  return device === null ? {} : { device_id: device }
}

function randomToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Revokes a token. The answer doesn't reveal whether the token existed. */
export function revokeAnswer(state: State, call: Call): Answer {
  const app = appOf(basicOf(call))
  if (!app) return unauthorized
  const token = call.form.get('token') ?? ''
  const now = state.clock.real()
  const stored = state.tokens.get('access', token, now) ?? state.tokens.get('refresh', token, now)
  if (stored?.clientId === app.clientId) state.record({ type: 'revoke', token })
  return { status: 200, body: '', headers: { 'content-type': 'application/json; charset=UTF-8' } }
}

export function mayDo({ scope }: Token, needed: string): boolean {
  const scopes = scope.split(/[\s,]+/)
  return scopes.includes('*') || scopes.includes(needed)
}
