import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { SignInApp } from '#platform/server/services.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { oidc } from './oidc.ts'
import { type Profile, type Provider, type ProviderExchange, SignInError } from './provider.ts'
import { reddit } from './reddit.ts'

const providersByName: Record<ProviderName, Provider> = { google, github, reddit, oidc }

/** The unguessable values, used once, that bind a provider's response to our request. */
export interface Attempt {
  state: string
  /** The PKCE verifier: only its hash is sent with the request. */
  verifier: string
  nonce: string
}

/** Returns the provider's page on which the user agrees to sign in. Throws SignInError. */
export async function authorizationUrl(
  name: ProviderName,
  app: SignInApp,
  redirectUri: string,
  { state, verifier, nonce }: Attempt,
): Promise<URL> {
  const { scope, parameters, hasIdToken } = providersByName[name]
  const { config } = await exchangeWith(name, app)
  return buildAuthorizationUrl(config, {
    ...parameters,
    scope,
    state,
    redirect_uri: redirectUri,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(hasIdToken && { nonce }),
  })
}

/**
 * Identifies the user by the URL to which the provider redirected them. Verifies the ID token's algorithm, signature,
 * issuer, audience, times and nonce. Throws SignInError.
 */
export async function profileOfReturn(
  name: ProviderName,
  app: SignInApp,
  returnedTo: URL,
  { state, verifier, nonce }: Attempt,
): Promise<Profile> {
  const { hasIdToken, profile } = providersByName[name]
  return orSignInError(async () => {
    const talk = await exchangeWith(name, app)
    const tokens = await authorizationCodeGrant(talk.config, returnedTo, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
    })
    const claims = tokens.claims()
    return profile(talk, { accessToken: tokens.access_token, subject: claims?.sub ?? null, claims: claims ?? {} })
  })
}

/** Identifies the user of an access token issued to our app. Throws SignInError for any other. */
export async function profileOfToken(name: ProviderName, app: SignInApp, accessToken: string): Promise<Profile> {
  const { profileOfToken } = providersByName[name]
  if (!profileOfToken) throw new SignInError('unproven')
  return orSignInError(async () => profileOfToken(await exchangeWith(name, app), accessToken))
}

/** Opens an exchange. An OpenID provider is asked for its URLs each time, so that none of them is ever outdated. */
async function exchangeWith(name: ProviderName, app: SignInApp): Promise<ProviderExchange> {
  const { metadata, authentication, hasIdToken } = providersByName[name]
  const bounded = boundedFetch(app.userAgent)
  const server = await metadata(app, bounded)
  const client = { client_secret: app.clientSecret }
  const config = new Configuration(server, app.clientId, client, authentication(app.clientSecret, server))
  config[customFetch] = bounded
  // Only loopback can be configured without TLS (platform/server/config.ts).
  if (app.tokenUrl.startsWith('http:')) allowInsecureRequests(config)
  if (hasIdToken) enableNonRepudiationChecks(config)
  const json: ProviderExchange['json'] = async (url, { headers = {}, post }) => {
    const response = await bounded(url, {
      ...(post === undefined
        ? { method: 'GET', headers, body: undefined }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(post) }),
      redirect: 'manual',
    })
    if (response.status !== 200) throw new SignInError('refused')
    return response.json()
  }
  return { app, config, json }
}

/** Converts every other error of an exchange to SignInError: the provider didn't identify the user. */
async function orSignInError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (let each: unknown = error; each instanceof Error; each = each.cause) {
      if (each instanceof SignInError) throw each
    }
    const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied'
    throw new SignInError(isCancelled ? 'cancelled' : 'refused', { cause: error })
  }
}
