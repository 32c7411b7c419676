import { ClientSecretPost, fetchUserInfo } from 'openid-client'
import { z } from 'zod'
import { provenEmail } from './proven-email.ts'
import { type Profile, type Provider, type ProviderExchange, SignInError } from './provider.ts'

const UserInfo = z.object({
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
})

const TokenInfo = z.object({ aud: z.string(), sub: z.string().min(1) })

/** Google: OpenID Connect. The ID token identifies the user; the address comes from userinfo, for the same subject. */
export const google: Provider = {
  metadata: ({ authUrl, tokenUrl, apiUrl }) => ({
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/o/oauth2/v2/auth`,
    token_endpoint: `${tokenUrl}/token`,
    userinfo_endpoint: `${apiUrl}/oauth2/v3/userinfo`,
    jwks_uri: `${apiUrl}/oauth2/v3/certs`,
    id_token_signing_alg_values_supported: ['RS256'],
  }),
  authentication: (secret) => ClientSecretPost(secret),
  scope: 'openid email profile',
  // Users with several Google accounts choose one.
  parameters: { prompt: 'select_account' },
  hasIdToken: true,
  profile: (talk, { accessToken, subject }) => profile(talk, accessToken, subject),
  profileOfToken: async (talk, accessToken) => {
    const url = `${talk.app.tokenUrl}/tokeninfo?${new URLSearchParams({ access_token: accessToken })}`
    const token = TokenInfo.safeParse(await talk.json(url, {}))
    // Userinfo accepts any app's token. Only tokeninfo tells which app it was issued to (CVE-2023-22893 and similar).
    if (!token.success || token.data.aud !== talk.app.clientId) throw new SignInError('refused')
    return profile(talk, accessToken, token.data.sub)
  },
}

async function profile({ config }: ProviderExchange, accessToken: string, subject: string | null): Promise<Profile> {
  if (subject === null) throw new SignInError('refused')
  const info = UserInfo.parse(await fetchUserInfo(config, accessToken, subject))
  const email = info.email_verified === true ? provenEmail(info.email) : null
  return { subject, username: info.name ?? info.email ?? subject, email }
}
