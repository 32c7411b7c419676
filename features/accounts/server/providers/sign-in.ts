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

const known: Record<ProviderName, Provider> = { google, github, reddit }

/** What binds an answer of a provider to the question before it: unguessable texts, used once. */
export interface Attempt {
  state: string
  /** PKCE's: only its hash goes out with the question. */
  verifier: string
  nonce: string
}

/** The page of a provider that asks somebody whether we may know who they are. */
export async function authorizationUrl(
  name: ProviderName,
  app: SignInApp,
  redirectUri: string,
  { state, verifier, nonce }: Attempt,
): Promise<URL> {
  const { scope, parameters, hasIdToken } = known[name]
  return buildAuthorizationUrl(talkWith(name, app).config, {
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
 * Who came back, by the address that they came back to. An ID token is checked in algorithm, signature, issuer, audience,
 * times and nonce. Throws SignInError.
 */
export async function profileOfReturn(
  name: ProviderName,
  app: SignInApp,
  returnedTo: URL,
  { state, verifier, nonce }: Attempt,
): Promise<Profile> {
  const { hasIdToken, profile } = known[name]
  const talk = talkWith(name, app)
  return orSignInError(async () => {
    const tokens = await authorizationCodeGrant(talk.config, returnedTo, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
    })
    return profile(talk, { accessToken: tokens.access_token, subject: tokens.claims()?.sub ?? null })
  })
}

/** Whether a provider proves whose a token is that somebody brings. */
export function provesTokens(name: ProviderName): boolean {
  return known[name].profileOfToken !== null
}

/** Who an access token stands for that was issued to our app. Throws SignInError for any other. */
export async function profileOfToken(name: ProviderName, app: SignInApp, accessToken: string): Promise<Profile> {
  const { profileOfToken } = known[name]
  if (!profileOfToken) throw new SignInError('refused')
  return orSignInError(() => profileOfToken(talkWith(name, app), accessToken))
}

function talkWith(name: ProviderName, app: SignInApp): ProviderExchange {
  const { metadata, authentication, hasIdToken } = known[name]
  const client = { client_secret: app.clientSecret, ...(hasIdToken && { id_token_signed_response_alg: 'RS256' }) }
  const config = new Configuration(metadata(app), app.clientId, client, authentication(app.clientSecret))
  const bounded = boundedFetch(app.userAgent)
  config[customFetch] = bounded
  // Only loopback is ever configured without TLS (platform/server/config.ts).
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

/** Whatever else goes wrong in a talk, the provider did not say who somebody is. */
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
