import { z } from 'zod'
import type { ProviderName } from '../contract/sign-in.ts'
import { StartError } from './faults/start-error.ts'
import { isLoopback } from './loopback.ts'
import type { SignInApp, SignInApps } from './services.ts'

const text = z.string().trim()
const printable = text.regex(/^[\x21-\x7e]+$/)

/** A provider's URL. Secrets are sent there, so it must be encrypted unless it is on this machine. */
const base = (usual: string) =>
  text
    .regex(/^https?:\/\/[^?#\s@]+$/)
    .refine((url) => isEncrypted(url) || isLoopback(url))
    .transform((url) => url.replace(/\/+$/, ''))
    .default(usual)

/** Names of libraries and browsers. Reddit throttles the former, and nothing may impersonate the latter. */
const ofLibrary =
  /^(?:mozilla|opera|curl|wget|python|praw|asyncpraw|aiohttp|httpx|node|undici|axios|got|ky|java|okhttp|apache|go-http|ruby|faraday|php|guzzle|perl|libwww|dart|postman|insomnia|fetch|snoowrap)\b/i

/** The variables of the sign-in providers, part of the table in platform/server/config.ts. */
export const signInVariables = {
  GOOGLE_CLIENT_ID: printable.optional(),
  GOOGLE_CLIENT_SECRET: printable.optional(),
  GOOGLE_AUTH_URL: base('https://accounts.google.com'),
  GOOGLE_TOKEN_URL: base('https://oauth2.googleapis.com'),
  GOOGLE_API_URL: base('https://www.googleapis.com'),
  GITHUB_CLIENT_ID: printable.optional(),
  GITHUB_CLIENT_SECRET: printable.optional(),
  GITHUB_AUTH_URL: base('https://github.com'),
  GITHUB_API_URL: base('https://api.github.com'),
  REDDIT_CLIENT_ID: printable.optional(),
  REDDIT_CLIENT_SECRET: printable.optional(),
  REDDIT_AUTH_URL: base('https://www.reddit.com'),
  REDDIT_API_URL: base('https://oauth.reddit.com'),
  REDDIT_USER_AGENT: text
    .regex(/^[\x20-\x7e]{5,200}$/)
    .refine((agent) => !ofLibrary.test(agent))
    .optional(),
  // Compared letter by letter with what the provider says, including a slash at the end.
  OIDC_ISSUER: text
    .regex(/^(?:sandbox|https?:\/\/[^?#\s@]+)$/)
    .refine((url) => url === standIn || (URL.canParse(url) && (isEncrypted(url) || isLoopback(url))))
    .optional(),
  OIDC_CLIENT_ID: printable.optional(),
  OIDC_CLIENT_SECRET: printable.optional(),
  OIDC_NAME: text.min(1).max(30).optional(),
}
type SignInVariable = keyof typeof signInVariables
/** The issuer that stands for the sandbox's OpenID provider. */
export const standIn = 'sandbox'

const address = 'a URL such as https://accounts.example.com. Only URLs on this machine can use http'
const id = 'the client ID from the provider'
const secret = 'the client secret from the provider'

/** The expected format of each variable, for error messages. */
export const signInExpected: Record<SignInVariable, string> = {
  GOOGLE_CLIENT_ID: id,
  GOOGLE_CLIENT_SECRET: secret,
  GOOGLE_AUTH_URL: address,
  GOOGLE_TOKEN_URL: address,
  GOOGLE_API_URL: address,
  GITHUB_CLIENT_ID: id,
  GITHUB_CLIENT_SECRET: secret,
  GITHUB_AUTH_URL: address,
  GITHUB_API_URL: address,
  REDDIT_CLIENT_ID: id,
  REDDIT_CLIENT_SECRET: secret,
  REDDIT_AUTH_URL: address,
  REDDIT_API_URL: address,
  REDDIT_USER_AGENT:
    'a unique name such as web:com.example.leads:1.0 (by /u/name), not the name of a library or browser',
  OIDC_ISSUER: `the issuer URL of your OpenID provider, such as https://id.example.com/realms/main, or ${standIn}. Only URLs on this machine can use http`,
  OIDC_CLIENT_ID: id,
  OIDC_CLIENT_SECRET: secret,
  OIDC_NAME: 'a name of up to 30 characters',
}
type Read = <N extends SignInVariable>(name: N) => z.output<(typeof signInVariables)[N]>

/** Returns the providers with an id and a secret. Throws StartError if only one of the two is set. */
export function readSignInApps(read: Read, version: string, place: Place): SignInApps {
  const usual = `web:earshot:${version}`
  const found: Record<ProviderName, SignInApp | null> = {
    google: withAddresses('GOOGLE', read('GOOGLE_CLIENT_ID'), read('GOOGLE_CLIENT_SECRET'), {
      authUrl: read('GOOGLE_AUTH_URL'),
      tokenUrl: read('GOOGLE_TOKEN_URL'),
      apiUrl: read('GOOGLE_API_URL'),
      userAgent: usual,
    }),
    github: withAddresses('GITHUB', read('GITHUB_CLIENT_ID'), read('GITHUB_CLIENT_SECRET'), {
      authUrl: read('GITHUB_AUTH_URL'),
      tokenUrl: read('GITHUB_AUTH_URL'),
      apiUrl: read('GITHUB_API_URL'),
      userAgent: usual,
    }),
    reddit: withAddresses('REDDIT', read('REDDIT_CLIENT_ID'), read('REDDIT_CLIENT_SECRET'), {
      authUrl: read('REDDIT_AUTH_URL'),
      tokenUrl: read('REDDIT_AUTH_URL'),
      apiUrl: read('REDDIT_API_URL'),
      userAgent: read('REDDIT_USER_AGENT') ?? `web:earshot-${read('REDDIT_CLIENT_ID')}:${version}`,
    }),
    oidc: readOpenId(read, usual, place),
  }
  return Object.fromEntries(Object.entries(found).filter(([, app]) => app !== null))
}

/** Where Earshot runs: with the sandbox or not, and under which URL. */
interface Place {
  publicUrl: string
  sandbox: boolean
}

/** Returns the OpenID provider. The sandbox's needs no ID and no secret. */
function readOpenId(read: Read, userAgent: string, { publicUrl, sandbox }: Place): SignInApp | null {
  const issuer = read('OIDC_ISSUER')
  const name = read('OIDC_NAME')
  const addresses = { authUrl: issuer ?? '', tokenUrl: issuer ?? '', apiUrl: issuer ?? '', userAgent }
  if (issuer === standIn) {
    // Anyone can sign in as anyone with it.
    if (!sandbox || !isLoopback(publicUrl)) {
      throw new StartError(`OIDC_ISSUER can be ${standIn} only if SANDBOX is on and PUBLIC_URL is on this machine`)
    }
    return { clientId: standIn, clientSecret: standIn, ...addresses, ...(name && { name }) }
  }
  const app = withAddresses('OIDC', read('OIDC_CLIENT_ID'), read('OIDC_CLIENT_SECRET'), addresses)
  if (app && issuer === undefined) throw new StartError('set OIDC_ISSUER too when you set OIDC_CLIENT_ID')
  if (!app && issuer !== undefined) {
    throw new StartError('set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too when you set OIDC_ISSUER')
  }
  return app && { ...app, ...(name && { name }) }
}

function withAddresses(
  prefix: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  addresses: Omit<SignInApp, 'clientId' | 'clientSecret'>,
): SignInApp | null {
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...addresses }
  if (clientId === undefined && clientSecret === undefined) return null
  const missing = clientId === undefined ? 'ID' : 'SECRET'
  throw new StartError(`set ${prefix}_CLIENT_${missing} too: both are required`)
}
function isEncrypted(url: string): boolean {
  return url.startsWith('https:')
}
