import { ClientSecretPost } from 'openid-client'
import { z } from 'zod'
import { provenEmail } from './proven-email.ts'
import { type Profile, type Provider, type ProviderExchange, SignInError } from './provider.ts'

const User = z.object({ id: z.number().int(), login: z.string() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const Check = z.object({ app: z.object({ client_id: z.string() }), user: z.object({ id: z.number().int() }) })

const accept = 'application/vnd.github+json'

/** GitHub: OAuth with its own API. Uses the primary address, if it is verified. */
export const github: Provider = {
  metadata: ({ authUrl, tokenUrl }) => ({
    issuer: `${authUrl}/login/oauth`,
    authorization_endpoint: `${authUrl}/login/oauth/authorize`,
    token_endpoint: `${tokenUrl}/login/oauth/access_token`,
  }),
  authentication: (secret) => ClientSecretPost(secret),
  scope: 'read:user user:email',
  parameters: {},
  hasIdToken: false,
  profile: (talk, { accessToken }) => profile(talk, accessToken),
  profileOfToken: async (talk, accessToken) => {
    const { clientId, clientSecret, apiUrl } = talk.app
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const answer = await talk.json(`${apiUrl}/applications/${encodeURIComponent(clientId)}/token`, {
      headers: { accept, authorization: `Basic ${basic}` },
      post: { access_token: accessToken },
    })
    const check = Check.safeParse(answer)
    if (!check.success || check.data.app.client_id !== clientId) throw new SignInError('refused')
    const found = await profile(talk, accessToken)
    if (found.subject !== String(check.data.user.id)) throw new SignInError('refused')
    return found
  },
}

async function profile({ app, json }: ProviderExchange, accessToken: string): Promise<Profile> {
  const headers = { accept, authorization: `Bearer ${accessToken}` }
  const { id, login } = User.parse(await json(`${app.apiUrl}/user`, { headers }))
  const emails = Emails.parse(await json(`${app.apiUrl}/user/emails`, { headers }))
  const primary = emails.find((each) => each.primary && each.verified)
  return { subject: String(id), username: login, email: provenEmail(primary?.email) }
}
