import { appOf } from './apps.ts'
import { type Answer, type Ask, bearerOf } from './exchange.ts'
import { claimsOf } from './id-token.ts'

/** Google's sign-in API: OpenID Connect and token info. */
export async function answerAsGoogle(ask: Ask): Promise<Answer | null> {
  switch (`${ask.method} ${ask.path}`) {
    case 'POST /token':
      return token(ask)
    case 'GET /oauth2/v3/certs':
      return { status: 200, body: await ask.signer.keys() }
    case 'GET /oauth2/v3/userinfo':
      return userInfo(ask)
    case 'GET /tokeninfo':
      return tokenInfo(ask)
    default:
      return null
  }
}

async function token({ body, grants, issuer, behaviour, signer }: Ask): Promise<Answer> {
  const form = new URLSearchParams(body)
  const app = appOf({ clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') ?? '' })
  if (!app) {
    return { status: 401, body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' } }
  }
  const isRefresh = form.get('grant_type') === 'refresh_token'
  const redeemed = isRefresh ? grants.renew(app, form) : grants.redeem(app, form)
  if (!redeemed) return { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } }
  const { token: access_token, grant } = redeemed
  const id_token = await signer.sign(grant, issuer, behaviour)
  const tokens = { access_token, expires_in: 3599, scope: grant.scope, token_type: 'Bearer', id_token }
  const lasting = grant.isPermanent && !isRefresh
  return { status: 200, body: { ...tokens, ...(lasting && { refresh_token: grants.refreshToken(grant) }) } }
}

function userInfo(ask: Ask): Answer {
  const grant = ask.grants.ofToken(bearerOf(ask))
  if (!grant) return { status: 401, body: { error: 'invalid_request', error_description: 'Invalid Credentials' } }
  return { status: 200, body: { ...claimsOf(grant, ask.behaviour), name: grant.person.name } }
}

/** In Google's token info, every value is a string. */
function tokenInfo(ask: Ask): Answer {
  const grant = ask.grants.ofToken(ask.query.get('access_token') ?? '')
  if (!grant) return { status: 400, body: { error: 'invalid_token', error_description: 'Invalid Value' } }
  const { sub, email, email_verified } = claimsOf(grant, ask.behaviour)
  const { clientId, scope } = grant
  const texts = { azp: clientId, aud: clientId, sub, scope, exp: '9999999999', expires_in: '3599' }
  return { status: 200, body: { ...texts, email, email_verified: String(email_verified), access_type: 'online' } }
}
