import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { resetLetter } from '#platform/server/mail/letters.ts'

/**
 * Features with known vulnerabilities elsewhere that Earshot lacks. Adding one fails a test here: see docs/hostile.md.
 */

const root = resolve(import.meta.dirname, '../..')
const sources = ['app', 'engine', 'features', 'platform', 'site', 'run.mjs'].flatMap((room) =>
  filesOf(join(root, room)),
)
const server = (path: string) => !/(^|\/)(web|ui|site)\//.test(path)

function filesOf(path: string): { path: string; text: string }[] {
  if (/\.(ts|tsx|mjs)$/.test(path)) {
    const name = relative(root, path)
    if (/\.test\.tsx?$|(^|\/)(testing|seeding)/.test(name)) return []
    const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
    return [{ path: name, text }]
  }
  if (/\.\w+$|\/(node_modules|dist|data)$/.test(path)) return []
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || entry.isFile() ? filesOf(join(path, entry.name)) : [],
  )
}

/** Returns the files that contain a pattern outside comments. */
function where(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

test('the scan finds the files and their contents', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(where(/registerEndpoints\(app/)).toContain('platform/server/http/endpoints.ts')
})

test("only the product's own processes start programs, by file and never through a shell", () => {
  const starting = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/import (.*) from 'node:child_process'/g)].map(([, names]) => `${path}: ${names}`),
  )
  expect(starting.toSorted()).toEqual([
    'app/keep-alive.ts: { type ChildProcess, fork }',
    'platform/server/embedded/cluster.ts: { spawnSync }',
    'platform/server/embedded/postgres.ts: { spawn }',
    'run.mjs: { spawn, spawnSync }',
  ])
  expect(where(/\bshell: (?!')|child_process'\)/)).toEqual([])
})

test('no text is evaluated as code', () => {
  expect(where(/\beval\(|\bnew Function\b|\bFunction\(|['"](node:)?vm['"]/)).toEqual([])
})

test('only a few files make outgoing requests, and none of them is a proxy', () => {
  const reaching = where(/\bfetch\(|\bhttps?\.(request|get)\(|\bcreateConnection\(|from 'node:(http|https|tls)'/)
  expect(reaching.filter(server).toSorted()).toEqual([
    'app/http.ts',
    'app/supervisor.ts',
    'features/accounts/server/providers/bounded-fetch.ts',
    // Listens for the webhooks of tests.
    'features/alerts/server/destinations/tests/webhook-receiver.ts',
    'features/messages/server/mailboxes/tests/google-servers.ts',
    'features/messages/server/mailboxes/tests/mail-world.ts',
    'features/messages/server/outbox/tests/outbox-world.ts',
    'features/projects/server/website/website-request.ts',
    'features/projects/server/website/website-text.ts',
    'features/projects/server/website/website.ts',
    'features/reddit/server/api/exchange.ts',
    'platform/server/network/endpoint-fetch.ts',
    'platform/server/network/network.ts',
    'platform/server/network/post-public.ts',
    'platform/server/network/public-connection.ts',
  ])
})

test('names in SQL come from the code or the catalog, and requests supply only values', () => {
  const naming = where(/\bsql\.(raw|identifier)\(|\bescapeIdentifier\(/)
  expect(naming.filter((path) => !path.startsWith('platform/server/backup/')).toSorted()).toEqual([
    'features/matching/server/posts/realms.ts',
    'features/privacy/server/delete-expired.ts',
    'features/privacy/server/erasure/account.ts',
    'features/privacy/server/erasure/project.ts',
    'features/privacy/server/export/rows.ts',
    'features/reddit/server/deletions/forget-post.ts',
    'features/search/server/query-sql.ts',
    'features/search/server/unusual-text.ts',
    'platform/server/tenancy/visible-rows.ts',
  ])
})

test('no text becomes HTML in a browser', () => {
  expect(where(/\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|srcdoc)\b|document\.write/i)).toEqual(
    [
      // Our own emails, in a frame without scripts, links, or an origin.
      'features/operations/web/mail/mail-view.tsx',
    ],
  )
})

test('only imports and logos accept bytes, and none accepts multipart forms', () => {
  const taking = Object.entries<Endpoint>(endpoints).flatMap(([name, { bytesMax }]) => (bytesMax ? [name] : []))
  expect(taking).toEqual([
    'projectFileChecksCreate',
    'projectImportsCreate',
    'itemsPush',
    'importChunkPut',
    'brandLogoPut',
  ])
  expect(where(/multipart/i).filter(server)).toEqual([])
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: These are the placeholders of template engines.
test.each(['${7*7}', '{{7*7}}', '<%= 7*7 %>', '#{7*7}', '{{this["constructor"]("return 7*7")()}}', '<%- 7*7 %>'])(
  'a mail shows %s literally, and the next mail shows none of it',
  (username) => {
    const url = 'https://leads.example.com/auth/reset-password?code=abc'
    const letter = resetLetter({ username, url, minutes: 60 })
    expect(letter.text).toContain(username)
    expect(letter.text + letter.html).not.toContain('49')
    expect(JSON.stringify(resetLetter({ username: 'Mara', url, minutes: 60 }))).not.toContain('7*7')
  },
)
