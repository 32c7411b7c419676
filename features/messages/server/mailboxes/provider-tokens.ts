import { z } from 'zod'
import type { Ctx } from '#platform/server/ctx.ts'
import type { MailProvider } from '#platform/server/mail/mail-apps.ts'
import { endpointFetch } from '#platform/server/network/endpoint-fetch.ts'
import { mailApp } from './apps.ts'
import { MailboxError, mailPatience } from './servers.ts'

/** The tokens of a mailbox at a provider. */
export interface MailTokens {
  accessToken: string
  until: Date
  /** Null if the former one stays valid. */
  refreshToken: string | null
  /** The address of the mailbox; null after a refresh. */
  address: string | null
}

type Grant = { code: string; redirectUri: string } | { refreshToken: string }

const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().int().positive().default(3_600),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().optional(),
})
const answerBytes = 100_000

/** Exchanges a code or a refresh token. Throws MailboxError: `signIn` if the provider rejects it. */
export async function requestMailTokens(ctx: Ctx, provider: MailProvider, grant: Grant): Promise<MailTokens> {
  const app = mailApp(ctx, provider)
  if (!app) throw new MailboxError('signIn')
  const asked =
    'code' in grant
      ? { grant_type: 'authorization_code', code: grant.code, redirect_uri: grant.redirectUri }
      : { grant_type: 'refresh_token', refresh_token: grant.refreshToken }
  const body = new URLSearchParams({ ...asked, client_id: app.clientId, client_secret: app.clientSecret })
  const signal = AbortSignal.timeout(mailPatience.answerMs)
  // An error of the request may contain what was sent.
  const answered = await endpointFetch(answerBytes)(app.tokenUrl, { method: 'POST', body, signal }).catch(() => null)
  if (!answered) throw new MailboxError('unreachable')
  if (answered.status === 400 || answered.status === 401) throw new MailboxError('signIn')
  const parsed = Answer.safeParse(await answered.json().catch(() => null))
  if (!answered.ok || !parsed.success) throw new MailboxError('refused')
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken, id_token: idToken } = parsed.data
  return {
    accessToken,
    until: new Date(ctx.now().getTime() + seconds * 1_000),
    refreshToken: refreshToken ?? null,
    address: idToken === undefined ? null : addressIn(idToken),
  }
}

const Claims = z.object({ email: z.email().optional(), preferred_username: z.email().optional() })

/** Returns the address in an ID token. It came from the provider itself over TLS, so its signature adds nothing. */
function addressIn(idToken: string): string | null {
  try {
    const claims = Claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()))
    return (claims.email ?? claims.preferred_username)?.toLowerCase() ?? null
  } catch {
    // Without an address, nothing can be connected.
    return null
  }
}
