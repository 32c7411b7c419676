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
import { type Profile, type Provider, type ProviderExchange, SignInError } from './provider.ts'

import { reddit } from './reddit.ts'

const providersByName: Record<ProviderName, Provider> = { google, github, reddit }

/** The unguessable values, used once, that bind a provider's response to our request. */
export interface Attempt {
  state: string
  /** The PKCE verifier: only its hash is sent with the request. */
  verifier: string
  nonce: string
}

/** Returns the provider's page on which the user agrees to sign in. */
export async function authorizationUrl(
  name: ProviderName,
  app: SignInApp,
  redirectUri: string,
  { state, verifier, nonce }: Attempt,
): Promise<URL> {
  const { scope, parameters, hasIdToken } = providersByName[name]
  return buildAuthorizationUrl(exchangeWith(name, app).config, {
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
  const talk = exchangeWith(name, app)
  return orSignInError(async () => {
    const tokens = await authorizationCodeGrant(talk.config, returnedTo, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
    })
    return profile(talk, { accessToken: tokens.access_token, subject: tokens.claims()?.sub ?? null })
  })
}

/** Returns whether a provider proves which app a token was issued to. */
export function provesTokens(name: ProviderName): boolean {
  return providersByName[name].profileOfToken !== null
}

/** Identifies the user of an access token issued to our app. Throws SignInError for any other. */
export async function profileOfToken(name: ProviderName, app: SignInApp, accessToken: string): Promise<Profile> {
  const { profileOfToken } = providersByName[name]
  if (!profileOfToken) throw new SignInError('refused')
  return orSignInError(() => profileOfToken(exchangeWith(name, app), accessToken))
}

function exchangeWith(name: ProviderName, app: SignInApp): ProviderExchange {
  const { metadata, authentication, hasIdToken } = providersByName[name]
  const client = { client_secret: app.clientSecret, ...(hasIdToken && { id_token_signed_response_alg: 'RS256' }) }
  const config = new Configuration(metadata(app), app.clientId, client, authentication(app.clientSecret))
  const bounded = boundedFetch(app.userAgent)
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
