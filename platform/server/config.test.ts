import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceOf } from '#engine/subscription/plans.ts'
import { readConfig } from './config.ts'
import { noThirdParties } from './embeds.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-config-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const read = (environment: Record<string, string | undefined>) => readConfig({ DATA_DIR: dataDir, ...environment })
const secret = 'a'.repeat(32)
const database = 'postgres://earshot:pw@db.example:5432/earshot'

test('an empty environment means localhost:3000, embedded database, both roles', () => {
  const { secrets, version, ...config } = read({})
  expect(config).toEqual({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    trustProxy: false,
    dataDir,
    databaseUrl: null,
    roles: ['web', 'worker'],
    secretFile: join(dataDir, 'secret'),
    sandbox: true,
    sandboxDays: 30,
    rss: null,
    hackerNews: null,
    smtpUrl: null,
    mailFrom: { name: 'Earshot', address: 'earshot@localhost' },
    adminEmails: [],
    captureUrl: null,
    outside: noThirdParties,
    feedbackEmail: null,
    iconHosts: [],
    userFlags: new Map(),
    chatAlerts: false,
    signIn: {},
    mailApps: {},
    billing: 'off',
    plans: { development: false },
    paddle: null,
    logLevel: 'info',
    embedding: null,
    model: null,
    modelDailyPosts: 500,
    search: null,
  })
  expect(secrets[0]).toMatch(/^.{43}$/)
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('the secret is created once, kept and readable only by its owner', () => {
  expect(read({}).secrets).toEqual(read({}).secrets)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test.each([
  [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
  [{ PORT: ' ' }, { port: 3000 }],
  [{ PUBLIC_URL: 'https://leads.example.com/' }, { publicUrl: 'https://leads.example.com' }],
  [{ TRUST_PROXY: 'on' }, { trustProxy: true }],
  [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
  [{ TRUST_PROXY: '10.0.0.1, 10.0.0.2' }, { trustProxy: '10.0.0.1, 10.0.0.2' }],
  [{ TRUST_PROXY: '10.0.0.0/8,::1' }, { trustProxy: '10.0.0.0/8,::1' }],
  [{ SANDBOX: 'off' }, { sandbox: false }],
  [{ SANDBOX_DAYS: '3' }, { sandboxDays: 3 }],
  [{ CAPTURE_URL: 'https://capture.example/v1/' }, { captureUrl: 'https://capture.example/v1' }],
  [
    { SERP_URL: 'https://search.example/', SERP_ENGINES: 'brave, google,brave', SERP_API_KEY: 'key' },
    { search: { url: 'https://search.example', apiKey: 'key', engines: ['brave', 'google'], realm: 'real' } },
  ],
  [{ ANALYTICS_URL: 'off' }, { outside: { ...noThirdParties, eventUrl: null } }],
  [{ ANALYTICS_HASH: 'on' }, { outside: { ...noThirdParties, eventHash: true } }],
  [
    { ANALYTICS_URL: 'https://count.example/' },
    { outside: { ...noThirdParties, eventUrl: 'https://count.example/api/event' } },
  ],
  [
    {
      FEEDBACK_KEY: 'proj_1',
      FORM_URL: 'https://form.example/embed.js',
      SCRIPT_HOSTS: 'https://a.example, https://b.example/',
    },
    {
      outside: {
        ...noThirdParties,
        embeds: {
          feedback: { url: 'https://cdn.userjot.com/sdk/v2/uj.js', key: 'proj_1' },
          form: null,
          affiliate: null,
        },
        hosts: ['https://a.example', 'https://b.example'],
      },
    },
  ],
  [{ FEEDBACK_EMAIL: 'hello@example.com' }, { feedbackEmail: 'hello@example.com' }],
  [
    { REDDIT_CLIENT_ID: 'app-1', REDDIT_CLIENT_SECRET: 'secret-1' },
    { sandbox: false, rss: null },
  ],
  [{ REDDIT_CLIENT_ID: 'app-1', REDDIT_CLIENT_SECRET: 'secret-1', SANDBOX: 'on' }, { sandbox: true }],
  [
    { REDDIT_RSS_URL: 'https://www.reddit.com/', REDDIT_USER_AGENT: 'web:com.example.leads:1.0' },
    { sandbox: false, rss: { url: 'https://www.reddit.com', userAgent: 'web:com.example.leads:1.0' } },
  ],
  [
    { REDDIT_RSS_URL: 'https://www.reddit.com' },
    { rss: { userAgent: expect.stringMatching(/^web:earshot-localhost:\d/) } },
  ],
  [
    {
      ...{ PUBLIC_URL: 'https://leads.example.com:8443', REDDIT_RSS_URL: 'https://www.reddit.com' },
      ...{ REDDIT_CLIENT_ID: 'app-1', REDDIT_CLIENT_SECRET: 'secret-1' },
    },
    {
      rss: { userAgent: expect.stringMatching(/^web:earshot-leads\.example\.com:\d/) },
      signIn: { reddit: { userAgent: expect.stringMatching(/^web:earshot-app-1:\d/) } },
    },
  ],
  [{ ROLES: 'worker' }, { roles: ['worker'] }],
  [
    { PUBLIC_URL: 'https://leads.example.com' },
    { mailFrom: { name: 'Earshot', address: 'earshot@leads.example.com' } },
  ],
  [
    { SMTP_URL: 'smtps://user:pw@mail.example.com', MAIL_FROM: 'Leads <hello@example.com>' },
    { smtpUrl: 'smtps://user:pw@mail.example.com', mailFrom: { name: 'Leads', address: 'hello@example.com' } },
  ],
  [
    { ICON_HOSTS: 'https://a.example/icons/, http://localhost:3100' },
    { iconHosts: ['https://a.example/icons', 'http://localhost:3100'] },
  ],
  [
    { USER_FLAGS: ' Ann@Example.com: tours=off  fullMotion=on, bob@example.com:prefetch=off' },
    {
      userFlags: new Map([
        ['ann@example.com', { tours: false, fullMotion: true }],
        ['bob@example.com', { prefetch: false }],
      ]),
    },
  ],
  [{ ADMIN_EMAILS: ' Ann@Example.com, bob@example.com' }, { adminEmails: ['ann@example.com', 'bob@example.com'] }],
  [{ ROLES: 'web, worker' }, { roles: ['web', 'worker'] }],
  [{ SECRET: `${secret},${secret}b` }, { secrets: [secret, `${secret}b`], secretFile: null }],
  [{ DATABASE_URL: database, SECRET: secret }, { databaseUrl: database }],
  [{ HOSTNAME: 'x', HOSTS: 'y', PORTS: '1', DATA: 'z' }, { host: 'localhost' }],
])('%j is accepted', (environment, part) => {
  expect(read(environment)).toMatchObject(part)
})

const models = { LLM_BASE_URL: 'https://models.example/v1/', LLM_MODEL: 'small', LLM_API_KEY: 'key-of-chat' }
const embeddings = { EMBEDDING_URL: 'https://models.example/v1', EMBEDDING_MODEL: 'near' }
test.each([
  [
    'no key by default',
    embeddings,
    { model: null, embedding: { url: 'https://models.example/v1', model: 'near', apiKey: null } },
  ],
  ["the chat model's key on the same host", { ...models, ...embeddings }, { embedding: { apiKey: 'key-of-chat' } }],
  [
    'no key from another host',
    { ...models, ...embeddings, EMBEDDING_URL: 'http://localhost:11434/v1' },
    { model: { url: 'https://models.example/v1', apiKey: 'key-of-chat' }, embedding: { apiKey: null } },
  ],
  [
    'its own key if set',
    { ...models, ...embeddings, EMBEDDING_API_KEY: 'own' },
    { model: { apiKey: 'key-of-chat' }, embedding: { apiKey: 'own' } },
  ],
  ['the sandbox', { ...embeddings, EMBEDDING_URL: 'sandbox' }, { embedding: { url: 'sandbox' } }],
])('the embedding endpoint uses %s', (_, environment, part) => {
  expect(read(environment)).toMatchObject(part)
})

const paddle = {
  BILLING: 'paddle',
  PADDLE_API_KEY: 'key-of-paddle',
  PADDLE_CLIENT_TOKEN: 'live_token',
  PADDLE_WEBHOOK_SECRET: 'pdl_new, pdl_old',
  PADDLE_CATALOG:
    '{"growth": {"productId": "pro_01a", "prices": {"monthly": "pri_01b", "yearly": {"priceId": "pri_01c", "amount": 30000}}}}',
}
test('Paddle is configured with an account and a catalog', () => {
  expect(read({ ...paddle, PADDLE_DISCOUNT_ID: 'dsc_01' })).toMatchObject({
    billing: 'paddle',
    paddle: {
      apiUrl: 'https://api.paddle.com',
      apiKey: 'key-of-paddle',
      clientToken: 'live_token',
      webhookSecrets: ['pdl_new', 'pdl_old'],
      environment: 'production',
      discountId: 'dsc_01',
    },
  })
  const { plans } = read(paddle)
  expect(priceOf('growth', 'monthly', plans)).toEqual({ priceId: 'pri_01b', amount: 3900 })
  expect(priceOf('growth', 'yearly', plans)).toEqual({ priceId: 'pri_01c', amount: 30_000 })
  const test = read({ ...paddle, PADDLE_API_URL: 'https://sandbox-api.paddle.com/' })
  expect(test.paddle).toMatchObject({ apiUrl: 'https://sandbox-api.paddle.com', environment: 'sandbox' })
})

test('the catalog can be a file', () => {
  const file = join(dataDir, 'catalog.json')
  writeFileSync(file, paddle.PADDLE_CATALOG)
  expect(read({ ...paddle, PADDLE_CATALOG: file }).plans).toEqual(read(paddle).plans)
})

test('with the sandbox, plans have the IDs of our names, and development prices only in development', () => {
  const { plans } = read({ BILLING: 'sandbox' })
  expect(priceOf('agency', 'monthly', plans)).toEqual({ priceId: 'pri_agency_monthly', amount: 19_900 })
  expect(() => priceOf('pro', 'yearly', plans)).toThrow('No price')
  expect(priceOf('pro', 'yearly', read({ BILLING: 'sandbox', DEVELOPMENT: 'on' }).plans).amount).toBe(45_000)
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be smtps://user:password@host or smtp://host:port'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'set MAIL_FROM too when you set SMTP_URL: emails need a sender'],
  [{ MAIL_FROM: 'Leads <hello>' }, 'MAIL_FROM must be an address such as Earshot <hello@example.com>'],
  [
    { MAIL_FROM: 'a@b.example\r\nbcc: c@d.example' },
    'MAIL_FROM must be an address such as Earshot <hello@example.com>',
  ],
  ...['icons.example', 'ftp://a.example', 'https://a.example; script-src *', 'https://a.example,'].map(
    (hosts): [Record<string, string>, string] => [
      { ICON_HOSTS: hosts },
      'ICON_HOSTS must be URLs such as https://icons.example.com, separated by commas',
    ],
  ),
  ...['tours=off', 'ann@example.com', 'ann@example.com: unlimited=on', 'ann@example.com: tours=0', 'ann: tours=on'].map(
    (flags): [Record<string, string>, string] => [
      { USER_FLAGS: flags },
      'USER_FLAGS must be email addresses with flags, such as ann@example.com: tours=off prefetch=off, separated by commas',
    ],
  ),
  [{ ADMIN_EMAILS: 'ann' }, 'ADMIN_EMAILS must be email addresses, separated by commas'],
  [{ PORT: '-1' }, 'PORT must be'],
  [{ PUBLIC_URL: 'leads.example.com' }, 'PUBLIC_URL must be a URL without a path'],
  [{ PUBLIC_URL: 'https://x.example/app' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'http://:::' }, 'PUBLIC_URL must be'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be on, off, or the addresses of your proxies'],
  [{ TRUST_PROXY: '10.0.0.1, proxy' }, 'TRUST_PROXY must be'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be'],
  [{ TRUST_PROXY: '10.0.0.1,' }, 'TRUST_PROXY must be'],
  [{ ROLES: 'web,cook' }, 'ROLES must be web or worker'],
  [{ ROLES: ',' }, 'ROLES must be'],
  [{ SECRET: 'short' }, 'SECRET must be at least 32 characters'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be postgres://'],
  [{ DATABASE_URL: 'postgres://me@host:99999/db' }, 'DATABASE_URL must be postgres://'],
  [{ DATABASE_URL: database }, 'set SECRET too when you set DATABASE_URL'],
  [{ SANDBOX_DAYS: '31' }, 'SANDBOX_DAYS must be a number of days from 1 to 30'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal'],
  [{ BILLING: 'on' }, 'BILLING must be off, sandbox, or paddle'],
  [{ BILLING: 'sandbox', PUBLIC_URL: 'https://leads.example.com' }, 'only if PUBLIC_URL is on this machine'],
  [{ BILLING: 'sandbox', SANDBOX: 'off' }, 'BILLING can be sandbox only if SANDBOX is on'],
  ...['PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRET', 'PADDLE_CATALOG'].map(
    (name): [Record<string, string>, string] => [{ ...paddle, [name]: '' }, `set ${name} too when BILLING is paddle`],
  ),
  [{ ...paddle, PADDLE_API_URL: 'http://api.paddle.example' }, 'PADDLE_API_URL must be https://api.paddle.com'],
  [{ ...paddle, PADDLE_DISCOUNT_ID: '20 %' }, "PADDLE_DISCOUNT_ID must be a discount's ID"],
  [{ ...paddle, PADDLE_CATALOG: 'no/catalog.json' }, 'there is no file no/catalog.json'],
  [{ ...paddle, PADDLE_CATALOG: '{"growth": ' }, 'PADDLE_CATALOG must be JSON with IDs by plan'],
  [{ ...paddle, PADDLE_CATALOG: '{"gold": {"productId": "pro_1"}}' }, 'The first fault is in gold'],
  [
    { ...paddle, PADDLE_CATALOG: '{"growth": {"productId": "pro_1", "prices": {"monthly": "39"}}}' },
    'The first fault is in growth.prices.monthly',
  ],
  [
    { ...paddle, PADDLE_CATALOG: '{"lifetime": {"productId": "pro_1", "prices": {"oneTime": "pri_1"}}}' },
    'PADDLE_CATALOG: lifetime has a one-time price, but only the pass can have one',
  ],
  [{ DATABSE_URL: database }, 'unknown variable DATABSE_URL. Did you mean DATABASE_URL?'],
  [{ LLM_BASE_URL: 'models.example', LLM_MODEL: 'small' }, 'LLM_BASE_URL must be a URL'],
  [{ SERP_URL: 'https://me:pw@search.example' }, 'SERP_URL must be the URL of a SearXNG server'],
  [{ SERP_URL: 'https://search.example', SERP_ENGINES: 'a,b,c,d' }, 'SERP_ENGINES must be up to three'],
  [{ LLM_BASE_URL: 'https://me:pw@models.example', LLM_MODEL: 'small' }, 'LLM_BASE_URL must be a URL'],
  [{ LLM_BASE_URL: 'https://models.example' }, 'set LLM_MODEL too when you set LLM_BASE_URL'],
  [{ EMBEDDING_MODEL: 'near' }, 'set EMBEDDING_URL too when you set EMBEDDING_MODEL'],
  [{ ...embeddings, EMBEDDING_URL: 'sandbox', SANDBOX: 'off' }, 'only if SANDBOX is on'],
  [{ REDDIT_RSS_URL: 'www.reddit.com' }, 'REDDIT_RSS_URL must be a URL such as https://www.reddit.com'],
  [{ ...models, LLM_API_KEY: 'two words' }, 'LLM_API_KEY must be a key without spaces'],
  [{ PUBLICURL: 'x' }, 'Did you mean PUBLIC_URL?'],
  [{ LOG_LEVLE: 'info' }, 'Did you mean LOG_LEVEL?'],
])('%j is refused with a clear one-line error', (environment, message) => {
  expect(() => read(environment)).toThrow(message)
})

test('an error never repeats the value, which may be a secret', () => {
  expect(() => read({ DATABASE_URL: 'postgre://me:hunter2@db/x', SECRET: secret })).toThrow(
    /^(?!.*hunter2)DATABASE_URL must be/,
  )
  expect(() => read({ ...paddle, PADDLE_API_KEY: 'hunter2 hunter2' })).toThrow(/^PADDLE_API_KEY must be (?!.*hunter2)/)
})

test('a DATA_DIR that is a file, or inside one, is refused', () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(() => read({ DATA_DIR: join(file, 'data') })).toThrow(/can't write to DATA_DIR /)
  chmodSync(file, 0o600)
  expect(() => read({ DATA_DIR: file })).toThrow(/can't write to DATA_DIR /)
})
