import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  fetchUserInfo,
  tokenIntrospection,
} from 'openid-client'
import { z } from 'zod'
import type { SignInApp } from '#platform/server/services.ts'
import { provenEmail } from './proven-email.ts'
import { type Profile, type Provider, type ProviderExchange, SignInError } from './provider.ts'

const Claims = z.object({
  email: z.string().optional(),
  // Providers that send anything but true, such as the text "true", haven't proven the address.
  email_verified: z.unknown().optional(),
  preferred_username: z.string().optional(),
  name: z.string().optional(),
})

/** Signatures that only the provider can make. `none` and those with our own secret prove nothing. */
const isAsymmetric = (algorithm: string) => /^(?:[RPE]S(?:256|384|512)|EdDSA|Ed25519)$/.test(algorithm)

/** Any OpenID provider: its issuer tells where everything else is (OIDC_ISSUER). */
export const oidc: Provider = {
  metadata: async ({ authUrl: issuer }, bounded) => {
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : []
    const options = { [customFetch]: bounded, execute: insecure }
    const found = await discovery(new URL(issuer), 'unused', undefined, undefined, options).catch((error: unknown) => {
      for (let each = error; each instanceof Error; each = each.cause) if (each instanceof SignInError) throw each
      throw new SignInError('misconfigured', { cause: error })
    })
    const { id_token_signing_alg_values_supported: listed, supportsPKCE: _, ...metadata } = found.serverMetadata()
    const algorithms = listed?.filter(isAsymmetric) ?? []
    return { ...metadata, id_token_signing_alg_values_supported: algorithms.length > 0 ? algorithms : ['RS256'] }
  },
  authentication: (clientSecret, { token_endpoint_auth_methods_supported: listed }) =>
    // Without a list, OpenID Connect prescribes Basic.
    listed?.includes('client_secret_post') ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret),
  scope: 'openid email profile',
  parameters: {},
  hasIdToken: true,
  profile,
  profileOfToken: async (talk, accessToken) => {
    const { introspection_endpoint: check, userinfo_endpoint: info } = talk.config.serverMetadata()
    if (check === undefined || info === undefined) throw new SignInError('unproven')
    const token = await tokenIntrospection(talk.config, accessToken)
    const isOurs = token.active && token.client_id === talk.app.clientId
    if (!isOurs || token.sub === undefined) throw new SignInError('refused')
    return profile(talk, { accessToken, subject: token.sub, claims: {} })
  },
}

/** The address and its proof come from the same answer: the ID token or, if that has no address, userinfo. */
async function profile(
  { app, config }: ProviderExchange,
  { accessToken, subject, claims }: Parameters<Provider['profile']>[1],
): Promise<Profile> {
  if (subject === null) throw new SignInError('refused')
  const inToken = Claims.parse(claims)
  const asks = inToken.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const found = asks ? Claims.parse(await fetchUserInfo(config, accessToken, subject)) : inToken
  const { preferred_username: login, name, email } = { ...inToken, ...found }
  return {
    subject: subjectAt(app, subject),
    username: login || name || email || subject,
    email: found.email_verified === true ? provenEmail(found.email) : null,
  }
}

/** Returns a user's id at an issuer. Another issuer, configured later, may give the same id to somebody else. */
function subjectAt({ authUrl: issuer }: SignInApp, subject: string): string {
  return `${issuer} ${subject}`
}

/** Returns whether an id belongs to the issuer that is configured now. */
export function isOfIssuer({ authUrl: issuer }: SignInApp, subject: string): boolean {
  return subject.startsWith(`${issuer} `)
}
