import { appOf } from './apps.ts'
import { type Answer, type Ask, basicOf, bearerOf } from './exchange.ts'

/** Reddit as far as signing in goes: it names no e-mail, and wants to know which program asks. */
export async function answerAsReddit(ask: Ask): Promise<Answer | null> {
  if (!/\d/.test(ask.headers.userAgent)) return { status: 429, body: { message: 'Too Many Requests', error: 429 } }
  switch (`${ask.method} ${ask.path}`) {
    case 'POST /api/v1/access_token':
      return token(ask)
    case 'GET /api/v1/me':
      return me(ask)
    default:
      return null
  }
}

const unauthorized: Answer = { status: 401, body: { message: 'Unauthorized', error: 401 } }

function token(ask: Ask): Answer {
  const app = appOf(basicOf(ask))
  if (!app) return unauthorized
  const redeemed = ask.grants.redeem(app, new URLSearchParams(ask.body))
  if (!redeemed) return { status: 200, body: { error: 'invalid_grant' } }
  const { token: access_token, grant } = redeemed
  return { status: 200, body: { access_token, token_type: 'bearer', expires_in: 86_400, scope: grant.scope } }
}

function me(ask: Ask): Answer {
  const grant = ask.grants.ofToken(bearerOf(ask))
  if (!grant) return unauthorized
  if (!grant.scope.split(' ').includes('identity')) return { status: 403, body: { message: 'Forbidden', error: 403 } }
  const { number, login, isVerified } = grant.person
  const body = { id: number.toString(36), name: login, has_verified_email: isVerified, is_suspended: false }
  return { status: 200, body }
}
