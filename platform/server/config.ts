import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { email } from '../contract/texts.ts'
import { type BillingConfig, billingExpected, billingVariables, readBilling } from './billing-config.ts'
import { readThirdParties, type ThirdParties, thirdPartyHints, thirdPartyVariables } from './embeds.ts'
import { isDiskFull } from './faults/fault.ts'
import { StartError } from './faults/start-error.ts'
import { type MailApps, mailAppExpected, mailAppVariables, readMailApps } from './mail/mail-apps.ts'
import { type Sender, senderOf } from './mail/sender.ts'
import { type SandboxConfig, sandboxExpected, sandboxVariables } from './network/sandbox-config.ts'
import { readSearch, searchExpected, searchVariables } from './network/search-config.ts'
import { readOrCreateSecret } from './secret-file.ts'
import type { HackerNewsService, RssService, SearchService, SignInApps } from './services.ts'
import { readSignInApps, signInExpected, signInVariables } from './sign-in-config.ts'
import { readUserFlags, type UserFlags } from './user-flags.ts'

const project = resolve(import.meta.dirname, '../..')

/** The roles that a process can have (DESIGN 8). */
const roles = ['web', 'worker'] as const
type ProcessRole = (typeof roles)[number]

/** All settings from the environment (DESIGN 7, .env.example). */
export interface Config extends BillingConfig, SandboxConfig {
  port: number
  host: string
  /** The URL that users open, without a trailing slash. */
  publicUrl: string
  /** The proxies whose X-Forwarded headers are trusted: none, all, or a list of addresses. */
  trustProxy: boolean | string
  dataDir: string
  /** Null for the embedded PostgreSQL in dataDir. */
  databaseUrl: string | null
  roles: ProcessRole[]
  /** Newest first. */
  secrets: string[]
  /** The file with the secrets; null if SECRET is set. */
  secretFile: string | null
  /** The URL of Reddit's RSS and our user agent there; null if RSS is off. */
  rss: Omit<RssService, 'exchange'> | null
  /** The URLs of Hacker News; null if it is off. */
  hackerNews: Omit<HackerNewsService, 'exchange'> | null
  logLevel: string
  /** The mail server. Null writes mails to files in dataDir. */
  smtpUrl: string | null
  mailFrom: Sender
  /** The configured sign-in providers. */
  signIn: SignInApps
  /** The configured providers of mailboxes. */
  mailApps: MailApps
  /** The email addresses of the internal admins (SPEC 6), in lower case. */
  adminEmails: string[]
  /** The OpenAI-compatible endpoints; null if not configured. */
  embedding: EndpointConfig | null
  model: EndpointConfig | null
  /** How many posts a project may send to the model per day (UTC). */
  modelDailyPosts: number
  /** The server that tells which threads rank in search; null if not configured. */
  search: SearchService | null
  /** An external service that captures emails for the guide; null for our own. */
  captureUrl: string | null
  /** Third-party scripts and visit counting on pages. */
  outside: ThirdParties
  /** The address that feedback is mailed to; null only stores it. */
  feedbackEmail: string | null
  /** Additional icon hosts, used when this server can't be reached. */
  iconHosts: string[]
  /** Feature flags for individual users. */
  userFlags: UserFlags
  /** Whether projects may send alerts to Slack, Discord, and Telegram; otherwise pages show them as coming soon. */
  chatAlerts: boolean
  version: string
}

/** A model endpoint of the operator. */
export interface EndpointConfig {
  /** The base URL, without a trailing slash. `sandbox` is the built-in substitute (DESIGN 6). */
  url: string
  model: string
  apiKey: string | null
}

const text = z.string().trim()
const endpoint = text
  .regex(/^(?:sandbox|https?:\/\/[^?#\s@]+)$/)
  .refine((url) => url === 'sandbox' || URL.canParse(url))
  .transform((url) => url.replace(/\/+$/, ''))
const printable = text.regex(/^[\x21-\x7e]+$/)
const iconHost = text
  .regex(/^https?:\/\/[^?#\s@;,]+$/)
  .refine(URL.canParse)
  .transform((url) => url.replace(/\/+$/, ''))
const baseUrl = text
  .regex(/^https?:\/\/[^?#\s@]+$/)
  .refine(URL.canParse)
  .transform((url) => url.replace(/\/+$/, ''))
const variables = {
  PORT: text.regex(/^\d+$/).transform(Number).pipe(z.number().max(65_535)).default(3000),
  HOST: text.default('localhost'),
  PUBLIC_URL: text
    .regex(/^https?:\/\/[^/?#\s]+\/?$/)
    .refine(URL.canParse)
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  TRUST_PROXY: text
    .transform((value) => (value === 'on' ? true : value === 'off' ? false : value))
    .refine((value) => typeof value === 'boolean' || value.split(',').every((part) => isAddress(part.trim())))
    .default(false),
  DATA_DIR: text.default('data'),
  DATABASE_URL: text
    .regex(/^postgres(ql)?:\/\/\S+$/)
    .refine(URL.canParse)
    .optional(),
  ROLES: text
    .transform((list) => list.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)).min(1))
    .default([...roles]),
  SECRET: text
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32)).min(1))
    .optional(),
  ...billingVariables,
  ...sandboxVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SMTP_URL: text
    .regex(/^smtps?:\/\/\S+$/)
    .refine(URL.canParse)
    .optional(),
  MAIL_FROM: text
    .transform(senderOf)
    .refine((sender) => sender !== null)
    .optional(),
  ...signInVariables,
  ...mailAppVariables,
  REDDIT_RSS_URL: baseUrl.optional(),
  HN_URL: baseUrl.optional(),
  HN_SEARCH_URL: baseUrl.default('https://hn.algolia.com/api/v1'),
  CAPTURE_URL: baseUrl.optional(),
  ICON_HOSTS: text
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(z.array(iconHost))
    .default([]),
  USER_FLAGS: text
    .transform(readUserFlags)
    .refine((flags) => flags !== null)
    .optional(),
  CHAT_ALERTS: z.enum(['on', 'off']).default('off'),
  ...thirdPartyVariables,
  FEEDBACK_EMAIL: email.optional(),
  ADMIN_EMAILS: text
    .transform((list) => list.split(',').map((address) => address.trim().toLowerCase()))
    .pipe(z.array(email))
    .default([]),
  LLM_BASE_URL: endpoint.optional(),
  LLM_API_KEY: printable.optional(),
  LLM_MODEL: text.optional(),
  LLM_DAILY_POSTS: text
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .default(500),
  EMBEDDING_URL: endpoint.optional(),
  EMBEDDING_API_KEY: printable.optional(),
  EMBEDDING_MODEL: text.optional(),
  ...searchVariables,
}
type VariableName = keyof typeof variables

/** The expected format of each variable, for error messages. */
const expected: Record<VariableName, string> = {
  PORT: 'a number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  PUBLIC_URL: 'a URL without a path, such as https://leads.example.com',
  TRUST_PROXY: 'on, off, or the addresses of your proxies, separated by commas',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'postgres://user:password@host:port/database',
  ROLES: `${roles.join(' or ')}, or both, separated by a comma`,
  SECRET: 'at least 32 characters. Separate several secrets with commas, newest first',
  ...billingExpected,
  ...sandboxExpected,
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  SMTP_URL: 'smtps://user:password@host or smtp://host:port',
  MAIL_FROM: 'an address such as Earshot <hello@example.com>',
  ...signInExpected,
  ...mailAppExpected,
  REDDIT_RSS_URL: 'a URL such as https://www.reddit.com',
  HN_URL: 'a URL such as https://hacker-news.firebaseio.com/v0',
  HN_SEARCH_URL: 'a URL such as https://hn.algolia.com/api/v1',
  CAPTURE_URL: 'a URL such as https://capture.example.com/v1',
  ICON_HOSTS: 'URLs such as https://icons.example.com, separated by commas',
  USER_FLAGS: 'email addresses with flags, such as ann@example.com: tours=off prefetch=off, separated by commas',
  CHAT_ALERTS: 'on or off',
  ...thirdPartyHints,
  FEEDBACK_EMAIL: 'an email address',
  ADMIN_EMAILS: 'email addresses, separated by commas',
  LLM_BASE_URL: 'a URL such as https://models.example.com/v1, or sandbox',
  LLM_API_KEY: 'a key without spaces',
  LLM_MODEL: 'the name of a model',
  LLM_DAILY_POSTS: 'a number of posts, such as 500',
  EMBEDDING_URL: 'a URL such as https://models.example.com/v1, or sandbox',
  EMBEDDING_API_KEY: 'a key without spaces',
  EMBEDDING_MODEL: 'the name of a model',
  ...searchExpected,
}

/** The shortest name checked for typos. A shorter one may belong to another program: HOSTS is no typo of HOST. */
const shortest = 7

/** Reads one variable. Throws StartError that names it and the expected format. */
type Read = <N extends VariableName>(name: N) => z.output<(typeof variables)[N]>

function reader(environment: Record<string, string | undefined>): Read {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== '')
  const values = Object.fromEntries(set)
  refuseMisspelled(Object.keys(values))
  return (name) => {
    const result = variables[name].safeParse(values[name])
    if (!result.success) throw new StartError(`${name} must be ${expected[name]}`)
    return result.data as z.output<(typeof variables)[typeof name]>
  }
}

/**
 * Reads the environment. An empty value means "not set". Throws StartError that names the variable and the expected
 * format.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const read = reader(environment)
  const version = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version as string
  const port = read('PORT')
  const dataDir = resolve(project, read('DATA_DIR'))
  const databaseUrl = read('DATABASE_URL') ?? null
  const secrets = read('SECRET')
  const secretFile = join(dataDir, 'secret')
  if (databaseUrl !== null && secrets === undefined) {
    throw new StartError('set SECRET too when you set DATABASE_URL, so that all processes share it')
  }
  const publicUrl = read('PUBLIC_URL') ?? `http://localhost:${port}`
  const sandbox = isSandboxOn(read)
  return {
    port,
    host: read('HOST'),
    publicUrl,
    trustProxy: read('TRUST_PROXY'),
    dataDir: writable(dataDir),
    databaseUrl,
    roles: read('ROLES'),
    secrets: secrets ?? keptSecrets(secretFile),
    secretFile: secrets === undefined ? secretFile : null,
    sandbox,
    sandboxDays: read('SANDBOX_DAYS'),
    rss: rssOf(read, publicUrl, version),
    hackerNews: hackerNewsOf(read, version),
    logLevel: read('LOG_LEVEL'),
    ...readBilling(read, { publicUrl, sandbox }),
    ...mailOf(read, publicUrl),
    adminEmails: read('ADMIN_EMAILS'),
    captureUrl: read('CAPTURE_URL') ?? null,
    outside: readThirdParties(read),
    feedbackEmail: read('FEEDBACK_EMAIL') ?? null,
    iconHosts: read('ICON_HOSTS'),
    userFlags: read('USER_FLAGS') ?? new Map(),
    chatAlerts: read('CHAT_ALERTS') === 'on',
    signIn: readSignInApps(read, version, { publicUrl, sandbox }),
    mailApps: readMailApps(read),
    ...endpoints(read),
    search: readSearch(read),
    version,
  }
}

function hackerNewsOf(read: Read, version: string): Config['hackerNews'] {
  const url = read('HN_URL')
  if (url === undefined) return null
  return { url, searchUrl: read('HN_SEARCH_URL'), userAgent: `earshot/${version}`, realm: 'real' }
}

function mailOf(read: Read, publicUrl: string): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const [smtpUrl, mailFrom] = [read('SMTP_URL'), read('MAIL_FROM')]
  if (smtpUrl !== undefined && !mailFrom) {
    throw new StartError('set MAIL_FROM too when you set SMTP_URL: emails need a sender')
  }
  const defaultSender = { name: 'Earshot', address: `earshot@${new URL(publicUrl).hostname}` }
  return { smtpUrl: smtpUrl ?? null, mailFrom: mailFrom ?? defaultSender }
}

/** Returns whether the sandbox is on: by default, only without a real source. */
function isSandboxOn(read: Read): boolean {
  const real = ['REDDIT_CLIENT_ID', 'REDDIT_RSS_URL', 'HN_URL'] as const
  const isReal = real.some((name) => read(name) !== undefined)
  return (read('SANDBOX') ?? (isReal ? 'off' : 'on')) === 'on'
}

/** Returns the RSS settings. Each installation has its own user agent, so none is throttled for another's requests. */
function rssOf(read: Read, publicUrl: string, version: string): Config['rss'] {
  const url = read('REDDIT_RSS_URL')
  const defaultAgent = `web:earshot-${new URL(publicUrl).hostname}:${version}`
  return url === undefined ? null : { url, userAgent: read('REDDIT_USER_AGENT') ?? defaultAgent }
}

/** Returns the endpoints that have a URL and a model. A key is only sent to the host it was configured for. */
function endpoints(read: Read): Pick<Config, 'embedding' | 'model' | 'modelDailyPosts'> {
  const [base, url] = [read('LLM_BASE_URL'), read('EMBEDDING_URL')]
  const [key, ownKey] = [read('LLM_API_KEY') ?? null, read('EMBEDDING_API_KEY') ?? null]
  const [model, embedder] = [read('LLM_MODEL'), read('EMBEDDING_MODEL')]
  requireBoth({ LLM_BASE_URL: base, LLM_MODEL: model })
  requireBoth({ EMBEDDING_URL: url, EMBEDDING_MODEL: embedder })
  if ([base, url].includes('sandbox') && !isSandboxOn(read)) {
    throw new StartError('LLM_BASE_URL and EMBEDDING_URL can be sandbox only if SANDBOX is on')
  }
  const isSameHost = base && url && URL.parse(base)?.origin === URL.parse(url)?.origin
  return {
    model: base && model ? { url: base, model, apiKey: key } : null,
    modelDailyPosts: read('LLM_DAILY_POSTS'),
    embedding: url && embedder ? { url, model: embedder, apiKey: ownKey ?? (isSameHost ? key : null) } : null,
  }
}

function requireBoth(pair: Record<string, string | undefined>): void {
  const missing = Object.entries(pair).find(([, value]) => value === undefined)?.[0]
  const present = Object.entries(pair).find(([, value]) => value !== undefined)?.[0]
  if (missing && present) throw new StartError(`set ${missing} too when you set ${present}`)
}

/** Reads this process's environment and, for variables not set there, the program's .env file. */
export function configOfProcess(): Config {
  loadEnvFile()
  return readConfig()
}

/** Reads only the chat model and its daily limit, for commands without a database. Throws StartError without a model. */
export function chatModelOfProcess(): { model: EndpointConfig; modelDailyPosts: number } {
  loadEnvFile()
  const { model, modelDailyPosts } = endpoints(reader(process.env))
  if (model === null) throw new StartError('set LLM_BASE_URL and LLM_MODEL to use a model')
  if (model.url === 'sandbox')
    throw new StartError('LLM_BASE_URL must be a URL here, because the sandbox is not running')
  return { model, modelDailyPosts }
}

function loadEnvFile(): void {
  const path = join(project, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}

function refuseMisspelled(names: string[]): void {
  const known = Object.keys(variables)
  for (const name of names) {
    if (known.includes(name) || name.length < shortest) continue
    const suggestion = known.find((candidate) => candidate.length >= shortest && isSlip(name, candidate))
    if (suggestion) throw new StartError(`unknown variable ${name}. Did you mean ${suggestion}?`)
  }
}

/** Returns whether two names differ by one added, missing or different letter, or by two swapped ones. */
function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

/** Returns whether it is an IP address or a range such as 10.0.0.0/8. */
function isAddress(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}

function writable(dataDir: string): string {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return dataDir
  } catch (error) {
    if (isDiskFull(error)) throw error
    throw new StartError(`can't write to DATA_DIR ${dataDir}. Choose another folder or change its permissions`)
  }
}

/** Creates parents one by one: recursive mkdir never returns if a parent can't contain folders, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** Returns the secrets in the file; creates it at the first start. A restored file may hold a comma-separated list. */
function keptSecrets(path: string): string[] {
  const text = readOrCreateSecret(path, () => randomBytes(32).toString('base64url'))
  return text.split(',').map((secret) => secret.trim())
}
