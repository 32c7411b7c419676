import { ClientSecretBasic } from 'openid-client'
import { z } from 'zod'
import type { Provider } from './provider.ts'

const Me = z.object({ id: z.string().min(1), name: z.string() })

/** Reddit: OAuth with its own API. It gives no address, and doesn't tell which app a token was issued to. */
export const reddit: Provider = {
  metadata: ({ authUrl, tokenUrl }) => ({
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/api/v1/authorize`,
    token_endpoint: `${tokenUrl}/api/v1/access_token`,
  }),
  authentication: (secret) => ClientSecretBasic(secret),
  scope: 'identity',
  parameters: { duration: 'temporary' },
  hasIdToken: false,
  profile: async ({ app, json }, { accessToken }) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const { id, name } = Me.parse(await json(`${app.apiUrl}/api/v1/me`, { headers }))
    return { subject: id, username: name, email: null }
  },
  profileOfToken: null,
}
