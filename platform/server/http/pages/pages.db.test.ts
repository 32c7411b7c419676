import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminPath, appPaths, titleOf } from '#engine/rules/paths.ts'
import { appOf, browserOf, type Person, seedSubscription, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let root: string
let ann: Person
let newcomer: Person
beforeAll(async () => {
  world = await testWorld()
  root = builtPages()
  app = await appOf(world.ctx, { webRoot: root })
  ann = await signUp(app, 'ann@example.com')
  newcomer = await signUp(app, 'newcomer@example.com')
  await setUpProject(app, ann)
})
afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(root, { recursive: true })
})

/** Creates a build like the web app's, with recognizable text in each document. */
function builtPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  for (const inner of ['assets/icons', 'assets/builds', 'site/blog'])
    mkdirSync(join(folder, inner), { recursive: true })
  const files: Record<string, string> = {
    'site.json': JSON.stringify({
      documents: {
        '/': { file: 'site/index.html', type: 'text/html; charset=utf-8' },
        '/blog': { file: 'site/blog.html', type: 'text/html; charset=utf-8' },
        '/blog/first': { file: 'site/blog/first.html', type: 'text/html; charset=utf-8' },
        '/robots.txt': { file: 'site/robots.txt', type: 'text/plain; charset=utf-8' },
      },
      error: 'site/error.html',
      scripts: ["'sha256-abc='"],
    }),
    'site/index.html': '<!doctype html>the site',
    'site/blog.html': '<!doctype html><link rel="canonical" href="{{origin}}/blog">',
    'site/blog/first.html': '<!doctype html>the first post',
    'site/robots.txt': 'Sitemap: {{origin}}/sitemap.xml',
    'site/error.html': '<!doctype html><title>Page not found</title>{{status}} {{name}}: {{message}}.',
    'app.html': '<!doctype html><title>{{title}}</title>the app',
    'favicon.svg': '<svg/>',
    'sw.js': 'self.x = 1',
    'assets/app-abc123.js': 'console.log(1)',
    'assets/icons/a.svg': '<svg/>',
    'assets/builds/latest.json': '{"id":"b1","timestamp":1}',
    'assets/.secret': 'secret',
    'secret.txt': 'secret',
  }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content)
    if (!/\.(html|js)$/.test(name)) continue
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content))
  }
  return folder
}

const get = (url: string, person?: Person) => app.inject({ url, ...(person && { headers: browserOf(person) }) })

function cookieOf(answer: LightMyRequestResponse, name: string): string | undefined {
  return [answer.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith(`${name}=`))
}

/** The document of the app for the page with this title. */
const appTitled = (title: string) => `<!doctype html><title>${title}</title>the app`

describe('the page guard', () => {
  test.each<[who: 'stranger' | 'newcomer' | 'ann', path: string, target: string]>([
    ['stranger', '/app', '/auth/login'],
    ['stranger', '/app/', '/auth/login'],
    ['stranger', '/app/setup', '/auth/login'],
    ['stranger', '/app/nowhere', '/auth/login'],
    ['stranger', '/%61pp/opportunities', '/auth/login'],
    ['newcomer', '/app', '/app/setup'],
    ['newcomer', '/app/opportunities', '/app/setup'],
    ['newcomer', '/app/nowhere', '/app/setup'],
    ['newcomer', '/auth/login', '/app'],
    ['ann', '/auth/login', '/app'],
    ['ann', '/auth/signup', '/app'],
    ['ann', '/auth/signup/?invitation=1', '/app?invitation=1'],
    ['ann', '/auth/login?notice=confirmed&x=1', '/app?notice=confirmed'],
    ['newcomer', '/app?notice=confirmed', '/app/setup?notice=confirmed'],
    ['stranger', '/app?invitation=1', '/auth/login'],
  ])('redirects %s from %s to %s', async (who, path, target) => {
    const person = { stranger: undefined, newcomer, ann }[who]
    const answer = await get(path, person)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(target)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each(appPaths.filter((path) => path !== adminPath))('shows %s to a user with a project', async (path) => {
    for (const url of [path, `${path}/`, `${path}?tab=1`]) {
      const answer = await get(url, ann)
      expect([answer.statusCode, answer.body]).toEqual([200, appTitled(titleOf(path))])
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  test('redirects a user whose only project is archived to setup until it is restored', async () => {
    const sleeper = await signUp(app, 'sleeper@example.com')
    const id = await setUpProject(app, sleeper)
    await app.inject({ method: 'PUT', url: `/api/projects/${id}/archive`, headers: sleeper.headers })
    expect((await get('/app/opportunities', sleeper)).headers.location).toBe('/app/setup')
    await app.inject({ method: 'DELETE', url: `/api/projects/${id}/archive`, headers: sleeper.headers })
    expect((await get('/app/opportunities', sleeper)).statusCode).toBe(200)
  })

  test('redirects a user whose only project is a draft to setup', async () => {
    const drafter = await signUp(app, 'drafter@example.com')
    const data = { name: 'Brewbook' }
    await app.inject({ method: 'POST', url: '/api/projects', headers: drafter.headers, payload: { data } })
    expect((await get('/app/opportunities', drafter)).headers.location).toBe('/app/setup')
  })

  test('shows setup to a newcomer', async () => {
    expect((await get('/app/setup', newcomer)).body).toContain('the app')
  })

  test.each([
    ['/auth/login', 'Login'],
    ['/auth/signup', 'Signup'],
    ['/auth/login?notice=confirmed', 'Login'],
  ])('shows %s to a stranger, titled %s', async (path, title) => {
    expect((await get(path)).body).toBe(appTitled(title))
  })

  test('answers unknown app pages with the app and status 404, even for a conditional request', async () => {
    const answer = await get('/app/nowhere', ann)
    expect([answer.statusCode, answer.body]).toEqual([404, appTitled('Page not found')])
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers.etag).toBeUndefined()
    const known = await get('/app', ann)
    const headers = { ...browserOf(ann), 'if-none-match': String(known.headers.etag) }
    expect((await app.inject({ url: '/app', headers })).statusCode).toBe(304)
    expect((await app.inject({ url: '/app/nowhere', headers })).body).toContain('the app')
  })

  test('treats an ended session as signed out and clears its cookies', async () => {
    const gone = await signUp(app, 'gone@example.com')
    await app.inject({ method: 'POST', url: '/api/auth/logout', headers: gone.headers })
    const answer = await get('/app', gone)
    expect(answer.headers.location).toBe('/auth/login')
    expect(cookieOf(answer, 'jwt')).toContain('Max-Age=0')
    expect(cookieOf(answer, 'signed_in')).toContain('Max-Age=0')
    expect((await get('/auth/login', gone)).body).toContain('the app')
  })
})

describe('the redirect cookie', () => {
  test('holds the path with its query, encoded, for an hour', async () => {
    const answer = await get('/app/opportunities?sort=score:desc&tab=new')
    const encoded = encodeURIComponent('/app/opportunities?sort=score:desc&tab=new')
    expect(cookieOf(answer, 'redirect')).toBe(`redirect=${encoded}; Max-Age=3600; Path=/; SameSite=Lax`)
  })

  test('is not set if the path is too long', async () => {
    const answer = await get(`/app/${'x'.repeat(2000)}`)
    expect(answer.headers.location).toBe('/auth/login')
    expect(cookieOf(answer, 'redirect')).toBeUndefined()
  })

  test("encodes line breaks, so that they can't add a header", async () => {
    const answer = await get('/app/%0d%0aset-cookie:%20a=b')
    expect(cookieOf(answer, 'redirect')).toContain(`redirect=${encodeURIComponent('/app/%0d%0aset-cookie:%20a=b')};`)
    expect(cookieOf(answer, 'a')).toBeUndefined()
  })

  test('is not set for a signed-in newcomer', async () => {
    expect(cookieOf(await get('/app/opportunities', newcomer), 'redirect')).toBeUndefined()
  })
})

describe('other pages', () => {
  test('the site is served at the root', async () => {
    const answer = await get('/')
    expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html>the site'])
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test('a site page has exactly one URL', async () => {
    expect((await get('/blog/first?utm=1')).body).toBe('<!doctype html>the first post')
    for (const url of ['/blog/first/', '/blog/first/?a=1&b=/']) {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers.location]).toEqual([308, url.replace('first/', 'first')])
    }
    for (const url of ['//blog/first', '/blog//first', '/blog/first//', '/blog/first.html', '/site/blog.html'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })

  test('documents contain the URL of this installation', async () => {
    expect((await get('/blog')).body).toContain(`href="${world.ctx.publicUrl}/blog"`)
    const robots = await get('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toBe(`Sitemap: ${world.ctx.publicUrl}/sitemap.xml`)
  })

  test('a document is revalidated and only sent again if it changed', async () => {
    const first = await get('/blog')
    expect(first.headers['cache-control']).toBe('no-cache')
    for (const mark of [first.headers.etag, `"x", ${first.headers.etag}`, '*']) {
      const answer = await app.inject({ url: '/blog', headers: { 'if-none-match': String(mark) } })
      expect([answer.statusCode, answer.body]).toEqual([304, ''])
    }
    const other = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
    expect(other.statusCode).toBe(200)
  })

  test.each([
    ['/nowhere', '/nowhere'],
    ['/appleseed', '/appleseed'],
    ['/App', '/App'],
    ['/nowhere?a=1', '/nowhere'],
    ['/caf%C3%A9', '/café'],
    ['/%3Cscript%3Ealert(1)%3C/script%3E', '/&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['/%22%27%26', '/&quot;&#39;&amp;'],
    ['/$&', '/$&amp;'],
    ['/{{name}}', '/{{name}}'],
    ['/100%', '/100%'],
    ['/auth/nowhere', '/auth/nowhere'],
    ['/index.html', '/index.html'],
    ['/app.html', '/app.html'],
    ['/secret.txt', '/secret.txt'],
  ])('%s is not found, and the page shows %s', async (url, shown) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain(`404 Page not found: Page Not Found: ${shown}.`)
  })

  test('the UI kit is public but not indexed', async () => {
    for (const person of [undefined, newcomer, ann]) {
      const answer = await get('/test', person)
      expect([answer.statusCode, answer.body]).toEqual([200, appTitled('Test')])
      expect(answer.headers['x-robots-tag']).toBe('noindex')
    }
    expect((await get('/app', ann)).headers['x-robots-tag']).toBeUndefined()
    expect((await get('/testing')).statusCode).toBe(404)
  })

  test('the page to set a new password is open to everyone, signed in or not', async () => {
    for (const person of [undefined, newcomer, ann]) {
      const answer = await get('/auth/reset-password?code=1', person)
      expect([answer.statusCode, answer.body]).toEqual([200, appTitled('Reset Password')])
    }
  })

  test('other methods than GET and HEAD are not found', async () => {
    const answer = await app.inject({ method: 'POST', url: '/app', headers: browserOf(ann), payload: {} })
    expect(answer.statusCode).toBe(404)
  })

  test('HEAD is GET without the body', async () => {
    for (const [url, status] of [
      ['/', 200],
      ['/nowhere', 404],
      ['/app', 302],
    ] as const) {
      const answer = await app.inject({ method: 'HEAD', url })
      expect([answer.statusCode, answer.body]).toEqual([status, ''])
    }
  })

  test('only our own scripts may run, and no site may frame a page', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'sha256-abc=';")
    expect(String((await get('/nowhere')).headers['content-security-policy'])).toBe(policy)
    expect(String((await get('/auth/login')).headers['content-security-policy'])).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
  })
})

describe('files', () => {
  test('with a content hash in their name are cached for a year', async () => {
    const answer = await get('/assets/app-abc123.js')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toContain('javascript')
    expect((await get('/assets/icons/a.svg')).statusCode).toBe(200)
  })

  test('with the build ID are revalidated', async () => {
    const answer = await get('/assets/builds/latest.json')
    expect([answer.json().id, answer.headers['cache-control']]).toEqual(['b1', 'no-cache'])
  })

  test('ignore range requests and are sent whole', async () => {
    for (const range of ['bytes=0-1', 'bytes=9999999-', 'bytes=x', 'lines=1-2']) {
      const answer = await app.inject({ url: '/assets/app-abc123.js', headers: { range } })
      expect([range, answer.statusCode, answer.body]).toEqual([range, 200, 'console.log(1)'])
    }
  })

  test('at the root are revalidated', async () => {
    const script = await get('/sw.js')
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, expect.stringContaining('javascript')])
    expect(script.headers['cache-control']).toBe('no-cache')
    const answer = await get('/favicon.svg')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect((await get('/favicon.ico')).statusCode).toBe(404)
  })

  test.each([
    '/assets/nowhere.js',
    '/assets/',
    '/assets',
    '/assets/icons',
    '/assets/icons/',
    '/assets/.secret',
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets//app-abc123.js',
    '/assets/..\\secret.txt',
    '/assets/app-abc123.js/',
    '/assets/a%00.js',
  ])('%s is not found, and that answer is not cached', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  test.each([
    ['br', '/assets/app-abc123.js', brotliDecompressSync],
    ['gzip', '/assets/app-abc123.js', gunzipSync],
    ['br', '/', brotliDecompressSync],
    ['br', '/auth/login', brotliDecompressSync],
    ['gzip', '/', gunzipSync],
  ])('are sent as %s if the client accepts it: %s', async (encoding, url, unpack) => {
    const plain = await get(url)
    const packed = await app.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
    expect(packed.headers['cache-control']).toBe(plain.headers['cache-control'])
    expect(packed.headers.vary).toContain('accept-encoding')
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
  })

  test('without a compressed version are sent plain', async () => {
    const answer = await app.inject({ url: '/favicon.svg', headers: { 'accept-encoding': 'br, gzip' } })
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, '<svg/>'])
  })
})

test('without a build, every page explains what to do and the API works', async () => {
  const bare = await appOf(world.ctx)
  for (const url of ['/', '/app', '/auth/login', '/nowhere', '/assets/a.js']) {
    const answer = await bare.inject(url)
    expect([answer.statusCode, answer.body]).toEqual([503, 'The pages are not built yet. Run npm start.\n'])
  }
  expect((await bare.inject('/api/health')).statusCode).toBe(200)
  await bare.close()
})

test('invalid HTTP gets the common error shape', async () => {
  const open = await appOf(world.ctx)
  await open.listen({ port: 0, host: '127.0.0.1' })
  expect(open.server.requestTimeout).toBe(60_000)
  const address = open.server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  const socket = connect(address.port, '127.0.0.1')
  socket.write('GARBAGE\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ data: null, error: { status: 400 } })
  await open.close()
})

test('with billing on, the app opens with a paid project and redirects to billing without one', async () => {
  const paid = await appOf({ ...world.ctx, billing: 'paddle' }, { webRoot: root })
  const visit = async (url: string, person: Person) =>
    (await paid.inject({ url, headers: browserOf(person) })).headers.location ?? null
  const owner = await signUp(paid, 'owner@example.com')
  const project = await setUpProject(paid, owner)
  const billing = '/app/settings/project/billing'
  expect(await visit('/app/opportunities', owner)).toBe(billing)
  expect(await visit('/app/settings/account/main', owner)).toBe(billing)
  expect(await visit(billing, owner)).toBeNull()
  expect(await visit('/app/setup', owner)).toBeNull()
  expect(await visit('/app/opportunities', newcomer)).toBe('/app/setup')
  await seedSubscription(world.ctx, project)
  expect(await visit('/app/opportunities', owner)).toBeNull()
  await paid.close()
})
