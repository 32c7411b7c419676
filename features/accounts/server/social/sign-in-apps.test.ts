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

  test('do not exist beside configured apps or without the sandbox', () => {
    expect(Object.keys(signInAppsOf(read(github), sandbox, 'http://localhost:3000'))).toEqual(['github'])
    expect(signInAppsOf({}, null, 'http://localhost:3000')).toEqual({})
  })
})
