import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loggedPath, openLog } from './log.ts'

/** Opens a log that keeps its lines in memory. */
function keptLog(level = 'info') {
  const lines: string[] = []
  const log = openLog(level, { process: 'test' }, { write: (line: string) => void lines.push(line) })
  return { log, lines, last: (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') }
}

class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly code = '23505'
  readonly detail = 'Key (email)=(mara@example.com) already exists'
}

describe('logs only the name, code and location of an error', () => {
  const error = new QueryError('insert into user failed: mara@example.com, hush')
  const wrapped = new Error('Failed query: params: mara@example.com, hush', { cause: error })
  test.each([
    ['by itself', (log: ReturnType<typeof keptLog>['log']) => log.error(error)],
    ['with its own message', (log: ReturnType<typeof keptLog>['log']) => log.error(error, error.message)],
    ['as err', (log: ReturnType<typeof keptLog>['log']) => log.error({ err: error, job: 'j' })],
    ['as err with its message', (log: ReturnType<typeof keptLog>['log']) => log.error({ err: error }, error.message)],
    [
      'as the cause of another error',
      (log: ReturnType<typeof keptLog>['log']) => log.child({ job: 'j' }).error({ err: wrapped }, 'no'),
    ],
  ])('%s', (_how, write) => {
    const { log, lines, last } = keptLog()
    write(log)
    expect(lines.join()).not.toMatch(/mara|hush/)
    expect(last()).toMatchObject({ level: 50, process: 'test', error: 'QueryError', code: '23505' })
  })
})

test('other values logged with an error are kept', () => {
  const { log, last } = keptLog()
  log.warn({ err: new QueryError('hush'), queue: 'backfill' }, 'job failed')
  expect(last()).toMatchObject({ msg: 'job failed', queue: 'backfill' })
})

test.each([
  'password',
  'jwt',
  'token',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
  'databaseUrl',
  'headers',
  'query',
  'detail',
])('%s is redacted at any depth', (name) => {
  const { log, lines } = keptLog()
  log.info({ [name]: 'hush' })
  log.info({ user: { [name]: 'hush' } })
  if (name !== 'set-cookie') log.info({ a: { b: { [name]: 'hush' } } })
  expect(lines.join()).not.toContain('hush')
})

test('a request is logged with only its method and path', () => {
  const { log, lines, last } = keptLog()
  const headers = { cookie: 'hush' }
  log.info({
    req: { method: 'GET', url: '/api/events?project=1&token=hush', headers },
    res: { statusCode: 200, headers },
  })
  expect(last()).toMatchObject({ req: { method: 'GET', path: '/api/events' }, res: { status: 200 } })
  expect(lines.join()).not.toContain('hush')
})

test('LOG_LEVEL sets the minimum level', () => {
  const { log, lines } = keptLog('warn')
  log.info('quiet')
  log.warn('loud')
  expect(lines).toHaveLength(1)
})

test.each([
  ['/api/projects/01a1f8d3-ea00-7000-8000-28d47e53fe86', '/api/projects/01a1f8d3-ea00-7000-8000-28d47e53fe86'],
  ['/auth/reset-password?code=hush', '/auth/reset-password'],
  [`/share/${'k'.repeat(43)}/x#hush`, '/share/…/x'],
  ['', ''],
])('the path of %s is logged as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})

test.skipIf(!existsSync('/dev/full'))('a log on a full disk does not end the process', () => {
  const file = new URL('log.ts', import.meta.url)
  const script = `
    import { openLog } from '${file}'
    const log = openLog('info')
    let lines = 0
    setInterval(() => ++lines < 5 ? log.info('a line') : process.exit(7), 5)`
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
    timeout: 10_000,
  })
  closeSync(full)
  expect([status, stderr]).toEqual([7, ''])
})
