import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { addressesOf, sandboxServer } from '../../server.ts'

const python = '/usr/bin/python3'
const isThere = spawnSync(python, ['-c', 'import praw']).status === 0
if (!isThere) console.warn(`python3-praw is not installed: ${import.meta.filename} is skipped`)

const parts = [
  'who am I',
  'r/all new, 150 deep',
  'comments of r/all',
  'a submission with its whole tree',
  'info of 120 names',
  'search in all and in one',
  'about and rules of a community',
  "a user's profile and posts",
  'reply, edit and delete',
  'submit, vote, discuss and delete',
  'inbox all, unread, sent, mark read',
  'compose to a person and to nobody',
  '401 for a bad token, and what else is refused',
  'answers of people, a day later',
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
