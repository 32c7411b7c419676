import { readFileSync } from 'node:fs'
import { Sandbox } from '@earshot/contract/sandbox'
import { WebsiteProfile } from '@earshot/contract/website'
import { expect, test } from 'vitest'
import { freePort, type Program } from './program.ts'
import { Programs } from './programs.ts'

const programs = new Programs()

async function start(environment: Record<string, string> = {}): Promise<{ program: Program; api: string }> {
  const port = await freePort()
  const program = programs.start('server/main.ts', [], { PORT: String(port), ...environment })
  await program.line(/Earshot is at/)
  return { program, api: `http://localhost:${port}/api` }
}

/** The process of the outside world in miniature that a supervisor keeps. */
function sandboxOf({ pid }: Program): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return children
    .map(Number)
    .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('sandbox/start.ts'))
}

async function signUp(api: string): Promise<{ authorization: string; 'content-type': string }> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@example.com', password: 'analytical engine' })
  const answer = await fetch(`${api}/auth/local/register`, { method: 'POST', headers, body })
  const { jwt } = (await answer.json()) as { jwt: string }
  return { ...headers, authorization: `Bearer ${jwt}` }
}

test('the websites of the sandbox stand in for their hosts, also after it has ended and was started again', async () => {
  const { program, api } = await start()
  const sandbox = Sandbox.parse(await (await fetch(`${api}/sandbox`)).json())
  expect(sandbox.websites.hosts).toContain('paperfinch.example')
  const headers = await signUp(api)
  const profile = async (website: string) => {
    const body = JSON.stringify({ data: { website } })
    const answer = await fetch(`${api}/website-profiles`, { method: 'POST', headers, body })
    return (await answer.json()) as { data: unknown; error?: { details: unknown } }
  }
  const { data } = await profile('paperfinch.example')
  expect(WebsiteProfile.parse(data)).toMatchObject({
    website: 'https://paperfinch.example/',
    name: { text: 'Paperfinch' },
    pages: ['/', '/features', '/pricing'],
  })
  // What stands in for others is trusted, and nothing beside it: its own address is as private as any here.
  expect((await profile(sandbox.websites.url)).error?.details).toEqual({ fault: 'invalid' })
  expect((await profile('127.0.0.1')).error?.details).toEqual({ fault: 'private' })

  const before = sandboxOf(program)!
  process.kill(before, 'SIGKILL')
  await program.line(/The sandbox process ended \(SIGKILL\); starting it again/)
  await expect.poll(() => sandboxOf(program), { timeout: 20_000 }).toEqual(expect.any(Number))
  const name = async () => (await profile('paperfinch.example')).data
  await expect.poll(name, { timeout: 20_000, interval: 500 }).toMatchObject({ name: { text: 'Paperfinch' } })
  expect(await (await fetch(`${api}/sandbox`)).json()).toEqual(sandbox)

  const after = sandboxOf(program)!
  program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(() => process.kill(after, 0)).toThrow()
})

test('where it is off, there is none, and its websites are not found', async () => {
  const { program, api } = await start({ SANDBOX: 'off' })
  expect(sandboxOf(program)).toBeUndefined()
  expect((await fetch(`${api}/sandbox`)).status).toBe(404)
})
