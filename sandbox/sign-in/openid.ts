import { appOf } from './apps.ts'
import { type Answer, type Ask, basicOf, bearerOf } from './exchange.ts'
import type { App, Grant } from './grants.ts'
import { claimsOf } from './id-token.ts'

/** The page on which people choose an account. */
export const openIdPage = '/authorize'

/** An OpenID provider as companies run one: discovery, tokens, userinfo, and token introspection (RFC 7662). */
export async function answerAsOpenId(ask: Ask): Promise<Answer | null> {
  switch (`${ask.method} ${ask.path}`) {
    case 'GET /.well-known/openid-configuration':
      return configuration(ask)
    case 'GET /keys':
      return { status: 200, body: await ask.signer.keys() }
    case 'POST /token':
      return token(ask)
    case 'GET /userinfo':
      return userInfo(ask)
    case 'POST /introspect':
      return introspection(ask)
    default:
      return null
  }
}

function configuration({ issuer, behaviour: { discovery } }: Ask): Answer {
  if (discovery === 'missing') return { status: 404, body: 'Not found' }
  const body = {
    issuer: discovery === 'otherIssuer' ? `${issuer}/` : issuer,
    authorization_endpoint: `${issuer}${openIdPage}`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    ...(discovery !== 'noIntrospection' && { introspection_endpoint: `${issuer}/introspect` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'email', 'profile'],
    id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
  }
  return { status: 200, body }
}

async function token(ask: Ask): Promise<Answer> {
  const { body, grants, issuer, behaviour, signer } = ask
  const app = callerOf(ask)
  if (!app) return { status: 401, body: { error: 'invalid_client' } }
  const redeemed = grants.redeem(app, new URLSearchParams(body))
  if (!redeemed) return { status: 400, body: { error: 'invalid_grant' } }
  const { token: access_token, grant } = redeemed
  const id_token = await signer.sign(grant, issuer, behaviour)
  return { status: 200, body: { access_token, expires_in: 300, scope: grant.scope, token_type: 'Bearer', id_token } }
}

function userInfo(ask: Ask): Answer {
  const grant = ask.grants.ofToken(bearerOf(ask))
  if (!grant) return { status: 401, body: { error: 'invalid_token' } }
  const { login, name } = grant.person
  return { status: 200, body: { ...claimsOf(grant, ask.behaviour), name, preferred_username: login } }
}

/** Tells any registered app about any token, so that the caller has to compare the app it was issued to. */
function introspection(ask: Ask): Answer {
  if (!callerOf(ask)) return { status: 401, body: { error: 'invalid_client' } }
  const grant = ask.grants.ofToken(new URLSearchParams(ask.body).get('token') ?? '')
  return { status: 200, body: grant ? activeToken(grant, ask.issuer) : { active: false } }
}

function activeToken({ clientId, scope, person }: Grant, issuer: string) {
  return { active: true, client_id: clientId, sub: String(person.number), scope, iss: issuer, token_type: 'Bearer' }
}

function callerOf(ask: Ask): App | null {
  return appOf(basicOf(ask))
}
