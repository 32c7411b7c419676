import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { readConfig } from '#platform/server/config.ts'
import { StartError } from '#platform/server/faults/start-error.ts'
import { signInAppsOf } from './sign-in-apps.ts'

let dataDir: string

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-sign-in-'))
})

afterAll(() => rmSync(dataDir, { recursive: true }))

const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...environment }).signIn
const google = { GOOGLE_CLIENT_ID: 'our-id', GOOGLE_CLIENT_SECRET: 'our-secret' }
const github = { GITHUB_CLIENT_ID: 'our-id', GITHUB_CLIENT_SECRET: 'our-secret' }
const oidc = { OIDC_ISSUER: 'https://id.example.com/realms/main/', OIDC_CLIENT_ID: 'our-id', OIDC_CLIENT_SECRET: 'x' }
const reddit = { REDDIT_CLIENT_ID: 'our-id', REDDIT_CLIENT_SECRET: 'our-secret' }

describe('a configured app', () => {
  test('has the URLs of its provider', () => {
    const apps = read({ ...google, ...github, ...reddit })
    const app = { clientId: 'our-id', clientSecret: 'our-secret', userAgent: expect.stringMatching(/^web:earshot:\d/) }
    expect(apps).toEqual({
      google: {
        ...app,
        authUrl: 'https://accounts.google.com',
        tokenUrl: 'https://oauth2.googleapis.com',
        apiUrl: 'https://www.googleapis.com',
      },
      github: {
        ...app,
        authUrl: 'https://github.com',
        tokenUrl: 'https://github.com',
        apiUrl: 'https://api.github.com',
      },
      reddit: {
        ...app,
        // Unique to this app, even if the operator sets none.
        userAgent: expect.stringMatching(/^web:earshot-our-id:\d/),
        authUrl: 'https://www.reddit.com',
        tokenUrl: 'https://www.reddit.com',
        apiUrl: 'https://oauth.reddit.com',
      },
    })
  })

  test('needs an id and a secret', () => {
    expect(read({})).toEqual({})
    expect(Object.keys(read(github))).toEqual(['github'])
  })

  test('of an OpenID provider has its issuer, letter by letter, and the name that users know', () => {
    const issuer = oidc.OIDC_ISSUER
    const urls = { authUrl: issuer, tokenUrl: issuer, apiUrl: issuer }
    expect(read(oidc)).toEqual({
      oidc: { clientId: 'our-id', clientSecret: 'x', userAgent: expect.stringMatching(/^web:/), ...urls },
    })
    expect(read({ ...oidc, OIDC_NAME: 'Acme' }).oidc?.name).toBe('Acme')
  })

  test('can have other URLs', () => {
    const own = { GITHUB_AUTH_URL: 'https://code.example.com/', GITHUB_API_URL: 'https://code.example.com/api/v3/' }
    expect(read({ ...github, ...own }).github).toMatchObject({
      authUrl: 'https://code.example.com',
      tokenUrl: 'https://code.example.com',
      apiUrl: 'https://code.example.com/api/v3',
    })
    const agent = 'web:com.example.leads:1.0 (by /u/leads)'
    expect(read({ ...reddit, REDDIT_USER_AGENT: agent }).reddit?.userAgent).toBe(agent)
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'our-id' }, 'set GOOGLE_CLIENT_SECRET too: both are required'],
    [{ REDDIT_CLIENT_SECRET: 'x' }, 'set REDDIT_CLIENT_ID too: both are required'],
    [{ OIDC_ISSUER: oidc.OIDC_ISSUER }, 'set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too when you set OIDC_ISSUER'],
    [{ ...oidc, OIDC_ISSUER: '' }, 'set OIDC_ISSUER too when you set OIDC_CLIENT_ID'],
    [
      { ...oidc, OIDC_ISSUER: 'http://id.example.com' },
      'OIDC_ISSUER must be the issuer URL of your OpenID provider, such as https://id.example.com/realms/main, or sandbox. Only URLs on this machine can use http',
    ],
    [
      { OIDC_ISSUER: 'sandbox', PUBLIC_URL: 'https://leads.example.com' },
      'OIDC_ISSUER can be sandbox only if SANDBOX is on and PUBLIC_URL is on this machine',
    ],
    [{ GITHUB_CLIENT_ID: 'our id' }, 'GITHUB_CLIENT_ID must be the client ID from the provider'],
    ...['python-requests/2.32', 'Mozilla/5.0 (X11; Linux x86_64)', 'axios/1.7', 'node', 'PRAW/7.7.1'].map(
      (agent): [Record<string, string>, string] => [
        { REDDIT_USER_AGENT: agent },
        'REDDIT_USER_AGENT must be a unique name such as web:com.example.leads:1.0 (by /u/name), not the name of a library or browser',
      ],
    ),
    [
      { GOOGLE_API_URL: 'http://example.com' },
      'GOOGLE_API_URL must be a URL such as https://accounts.example.com. Only URLs on this machine can use http',
    ],
    [
      { GITHUB_AUTH_URL: 'https://user:pw@example.com' },
      'GITHUB_AUTH_URL must be a URL such as https://accounts.example.com. Only URLs on this machine can use http',
    ],
  ])('%j is rejected', (environment, message) => {
    expect(() => read(environment)).toThrow(new StartError(message))
  })

  test.each(['http://127.0.0.1:4000/google', 'http://localhost:4000', 'http://[::1]:4000'])(
    '%s is accepted, since it is on this machine',
    (url) => {
      expect(read({ ...google, GOOGLE_AUTH_URL: url }).google?.authUrl).toBe(url)
    },
  )
})

describe("the sandbox's stand-ins", () => {
  const app = { clientId: 'a', clientSecret: 'b' }
  const signIn = { url: 'http://127.0.0.1:4000/sign-in', app, people: [] }
  const model = { url: 'http://127.0.0.1:4000', model: 'x' }
  const reddit = { url: model.url, ...app, username: 'c', password: 'd' }
  const keys = { apiKey: 'e', clientToken: 'f', webhookSecret: 'g', discountId: 'h' }
  const sandbox: Sandbox = {
    websites: { url: model.url, hosts: [] },
    businesses: [],
    mail: null,
    embeddings: model,
    chatModel: model,
    search: { url: 'http://127.0.0.1:1', engines: [] },
    hackerNews: { url: model.url },
    reddit,
    paddle: { url: model.url, apiUrl: model.url, scriptUrl: model.url, ...keys },
    signIn,
  }

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'https://localhost'])('exist at %s', (publicUrl) => {
    const apps = signInAppsOf({}, sandbox, publicUrl)
    expect(Object.keys(apps)).toEqual(['google', 'github', 'reddit'])
    expect(apps.github).toMatchObject({ ...app, authUrl: 'http://127.0.0.1:4000/sign-in/github' })
  })

  test.each(['https://leads.example.com', 'http://192.168.0.7:3000', 'http://localhost.evil.example'])(
    'do not exist at %s, where others could sign in as anyone',
    (publicUrl) => {
      expect(signInAppsOf({}, sandbox, publicUrl)).toEqual({})
    },
  )

  test('include an OpenID provider on request, also beside configured apps', () => {
    const asked = read({ OIDC_ISSUER: 'sandbox', OIDC_NAME: 'Acme' })
    const apps = signInAppsOf(asked, sandbox, 'http://localhost:3000')
    expect(Object.keys(apps)).toEqual(['google', 'github', 'reddit', 'oidc'])
    expect(apps.oidc).toMatchObject({ ...app, authUrl: 'http://127.0.0.1:4000/sign-in/oidc', name: 'Acme' })
    const beside = signInAppsOf({ ...asked, ...read(github) }, sandbox, 'http://localhost:3000')
    expect(Object.keys(beside)).toEqual(['github', 'oidc'])
    expect(Object.keys(signInAppsOf(read(oidc), sandbox, 'http://localhost:3000'))).toEqual(['oidc'])
  })

  test('do not exist beside configured apps or without the sandbox', () => {
    expect(Object.keys(signInAppsOf(read(github), sandbox, 'http://localhost:3000'))).toEqual(['github'])
    expect(signInAppsOf({}, null, 'http://localhost:3000')).toEqual({})
  })
})
