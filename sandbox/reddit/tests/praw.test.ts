import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { addressesOf, sandboxServer } from '../../server.ts'

const python = '/usr/bin/python3'
const isThere = spawnSync(python, ['-c', 'import praw']).status === 0
if (!isThere) console.warn(`python3-praw is not installed: ${import.meta.filename} is skipped`)

const parts = [
  'the signed-in account',
  '150 new posts of r/all',
  'comments of r/all',
  'a post with all its comments',
  'lookup of 120 names',
  'search in all communities and in one',
  "a community's description and rules",
  "a user's profile and posts",
  'reply, edit, and delete',
  'submit, vote, comment, and delete',
  'read the inbox and mark messages as read',
  'message a user and an unknown user',
  '401 for a bad token, and other refusals',
  'replies from users a day later',
  'the stream of new posts',
]

test.skipIf(!isThere)(
  'PRAW, a third-party client, accepts the sandbox as Reddit',
  async () => {
    const server = sandboxServer({ days: 2 }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const script = new URL('praw-client.py', import.meta.url).pathname
    const program = spawn(python, [script, '-', '--speed', '1000'], { stdio: ['pipe', 'pipe', 'pipe'] })
    program.stdin.end(JSON.stringify(addressesOf(server)))
    const [output, faults] = await Promise.all([text(program.stdout), text(program.stderr)])
    server.closeAllConnections()
    server.close()
    expect(faults).toBe('')
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.replace(/^ok |: .*$/g, '')),
    ).toEqual(parts)
  },
  300_000,
)
