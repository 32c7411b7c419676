import { z } from 'zod'
import { StartError } from '../faults/start-error.ts'
import { isLoopback } from '../loopback.ts'

/** The operator's app at a provider of mailboxes, which signs in without passwords (XOAUTH2). */
export interface MailApp {
  clientId: string
  clientSecret: string
  /** Where users authorize the app, and where codes are exchanged for tokens; without a trailing slash. */
  authUrl: string
  tokenUrl: string
}

const mailProviders = ['google', 'microsoft'] as const
export type MailProvider = (typeof mailProviders)[number]

/** The providers that are configured. */
export type MailApps = Partial<Record<MailProvider, MailApp>>

const text = z.string().trim()
const printable = text.regex(/^[\x21-\x7e]+$/)
/** Secrets are sent there, so it must be encrypted unless it is on this machine. */
const base = (usual: string) =>
  text
    .regex(/^https?:\/\/[^?#\s@]+$/)
    .refine((url) => url.startsWith('https:') || isLoopback(url))
    .transform((url) => url.replace(/\/+$/, ''))
    .default(usual)

/** The variables of mailboxes, part of the table in platform/server/config.ts. */
export const mailAppVariables = {
  MAIL_GOOGLE_CLIENT_ID: printable.optional(),
  MAIL_GOOGLE_CLIENT_SECRET: printable.optional(),
  MAIL_GOOGLE_AUTH_URL: base('https://accounts.google.com/o/oauth2/v2/auth'),
  MAIL_GOOGLE_TOKEN_URL: base('https://oauth2.googleapis.com/token'),
  MAIL_MICROSOFT_CLIENT_ID: printable.optional(),
  MAIL_MICROSOFT_CLIENT_SECRET: printable.optional(),
  MAIL_MICROSOFT_AUTH_URL: base('https://login.microsoftonline.com/common/oauth2/v2.0/authorize'),
  MAIL_MICROSOFT_TOKEN_URL: base('https://login.microsoftonline.com/common/oauth2/v2.0/token'),
}
type MailAppVariable = keyof typeof mailAppVariables

const id = 'the client ID from the provider'
const secret = 'the client secret from the provider'
const address = 'a URL such as https://accounts.example.com. Only URLs on this machine can use http'

/** The expected format of each variable, for error messages. */
export const mailAppExpected: Record<MailAppVariable, string> = {
  MAIL_GOOGLE_CLIENT_ID: id,
  MAIL_GOOGLE_CLIENT_SECRET: secret,
  MAIL_GOOGLE_AUTH_URL: address,
  MAIL_GOOGLE_TOKEN_URL: address,
  MAIL_MICROSOFT_CLIENT_ID: id,
  MAIL_MICROSOFT_CLIENT_SECRET: secret,
  MAIL_MICROSOFT_AUTH_URL: address,
  MAIL_MICROSOFT_TOKEN_URL: address,
}
type Read = <N extends MailAppVariable>(name: N) => z.output<(typeof mailAppVariables)[N]>

/** Returns the providers with an ID and a secret. Throws StartError if only one of the two is set. */
export function readMailApps(read: Read): MailApps {
  const found = mailProviders.map((provider) => {
    const prefix = provider === 'google' ? 'MAIL_GOOGLE' : 'MAIL_MICROSOFT'
    const [clientId, clientSecret] = [read(`${prefix}_CLIENT_ID`), read(`${prefix}_CLIENT_SECRET`)]
    if (clientId === undefined && clientSecret === undefined) return null
    if (clientId === undefined || clientSecret === undefined) {
      const missing = clientId === undefined ? 'ID' : 'SECRET'
      throw new StartError(`set ${prefix}_CLIENT_${missing} too: both are required`)
    }
    const urls = { authUrl: read(`${prefix}_AUTH_URL`), tokenUrl: read(`${prefix}_TOKEN_URL`) }
    return [provider, { clientId, clientSecret, ...urls }] as const
  })
  return Object.fromEntries(found.filter((app) => app !== null))
}
