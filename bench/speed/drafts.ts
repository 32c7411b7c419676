import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { buildApp } from '#app/http.ts'
import { register } from '#features/accounts/server/register.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { writeText } from '#platform/server/network/chat-text.ts'
import { withBenchDatabase } from '../database.ts'
import { endProcess } from '../processes.ts'
import { quantile } from '../quantiles.ts'

/** In ms. The stand-in writes at once, so these are the product's own share. */
const goal = { firstP95: 250, completeP95: 500 }

const project = '01990000-0000-7000-8000-000000000000'
const facts = [
  'Pipewell costs $900 a month.',
  'Pipewell welds pipes of steel up to 40 inches.',
  'It works on site without a generator.',
  'A new customer can try it for two weeks.',
].join('\n')
const questions = ['How much does a pipe welding robot cost?', 'What does pipe welding on site cost a month?']

/** How long a draft took until its first words and until it was stored, in ms. */
interface Times {
  first: number
  complete: number
}

/**
 * Measures drafts of replies over HTTP, one after the other and each of another lead: streamed from the sandbox's chat
 * model, which writes at once, and by the built-in drafter. Compares the former with the model alone. Prints p50 and p95
 * of the first words and of the complete draft, and exits with 1 over the goals.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { drafts: { type: 'string', default: '200' } } })
  const count = Number(values.drafts)
  if (!Number.isInteger(count) || count < 1) {
    process.stderr.write('bench drafts: --drafts must be a positive whole number\n')
    return 2
  }
  return withBenchDatabase(async ({ ctx, owner }) => {
    const sandbox = await startModel()
    const withModel = { ...ctx, modelDailyPosts: count + 1, model: { ...sandbox.model, apiKey: null } }
    const { jwt, user } = await register(ctx, {
      email: 'owner@example.com',
      password: 'a long enough one',
      address: '',
    })
    await seed(owner, user.id, count + 1)
    try {
      const alone = await times(count, () => writeAlone(withModel))
      const streamed = await measure(withModel, jwt, count)
      const builtIn = await measure(ctx, jwt, count)
      print('Model alone', alone)
      print('Draft by the model', streamed)
      print('Built-in draft', builtIn)
      const p50 = (all: readonly Times[]) => quantile(completes(all), 0.5)
      console.log(`Draft by the model to the model alone, complete p50: ${(p50(streamed) / p50(alone)).toFixed(1)}`)
      const firstP95 = quantile(firsts(streamed), 0.95)
      const isMet = firstP95 <= goal.firstP95 && quantile(completes(streamed), 0.95) <= goal.completeP95
      console.log(
        `Target p95: first words ≤ ${goal.firstP95} ms, complete ≤ ${goal.completeP95} ms${isMet ? '' : ': missed'}`,
      )
      return isMet ? 0 : 1
    } finally {
      await endProcess(sandbox.process)
    }
  })
}

/** Starts the sandbox in a process of its own. Returns where its chat model is. */
async function startModel(): Promise<{ process: ChildProcess; model: { url: string; model: string } }> {
  const sandbox = fork(fileURLToPath(import.meta.resolve('#sandbox/start.ts')))
  const [addresses] = (await once(sandbox, 'message')) as [{ chatModel: { url: string; model: string } }]
  return { process: sandbox, model: addresses.chatModel }
}

/** Adds a project with facts, and leads that ask for one of them. */
async function seed(owner: pg.Client, userId: string, count: number): Promise<void> {
  const id = (prefix: string) => `('${prefix}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  await owner.query(
    `insert into project (id, name, summary, status, created_at, updated_at)
     values ($1, 'Pipewell', 'A welding robot for pipes.', 'done', now(), now())`,
    [project],
  )
  await owner.query(
    `insert into member (project_id, id, user_id, role, created_at, updated_at) values ($1, $1, $2, 'owner', now(), now())`,
    [project, userId],
  )
  await owner.query(
    `insert into prompt (project_id, id, kind, text, version, active, created_at, updated_at)
     values ($1, $1, 'facts', $2, 1, true, now(), now())`,
    [project, facts],
  )
  await owner.query(
    `insert into post (id, source, kind, outside_id, subreddit, author, title, body, body_truncated, permalink, score,
       num_comments, posted_at, created_at, updated_at)
     select ${id('01990001')}, 1, 'post', n, 'Welding', 'author' || n, ($2::text[])[1 + n % 2], 'We build plant number ' || n,
       false, '/r/Welding/comments/' || n, 3, 4, now(), now(), now() from generate_series(0, $1 - 1) n`,
    [count, questions],
  )
  await owner.query(
    `insert into opportunity (project_id, id, post_id, score, label, urgency, components, posted_at, state, saved,
       released_at, created_at, updated_at)
     select $2, ${id('01990002')}, ${id('01990001')}, 70, 3, 1400, '[]', now(), 'new', false, now(), now(), now()
     from generate_series(0, $1 - 1) n`,
    [count, project],
  )
}

async function writeAlone(ctx: Ctx): Promise<Times> {
  const begun = performance.now()
  let first = 0
  const request = { system: 'Write a reply.', user: questions.join('\n') }
  await writeText(ctx, request, () => {
    first ||= performance.now() - begun
  })
  return { first, complete: performance.now() - begun }
}

/** Serves the API with this context and asks for a draft of each lead. */
async function measure(ctx: Ctx, jwt: string, count: number): Promise<Times[]> {
  const app = await buildApp(ctx, { webRoot: null, roles: ['web'], version: 'bench', trustProxy: false })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    return await times(count, (at) => draft(url, jwt, `01990002-0000-7000-8000-${at.toString(16).padStart(12, '0')}`))
  } finally {
    await app.close()
  }
}

/** Repeats one more time than `count`, and leaves out the first one, which loads code. */
async function times(count: number, once: (at: number) => Promise<Times>): Promise<Times[]> {
  const all: Times[] = []
  for (let at = 0; at <= count; at++) all.push(await once(at))
  return all.slice(1)
}

async function draft(url: string, jwt: string, lead: string): Promise<Times> {
  const begun = performance.now()
  const response = await fetch(`${url}/api/opportunities/${lead}/drafts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ data: {} }),
  })
  let text = ''
  let first: number | null = null
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    if (text.includes('event: text')) first ??= performance.now() - begun
  }
  if (!text.includes('"state":"drafted"')) throw new Error(`no draft of ${lead}: ${response.status} ${text}`)
  const complete = performance.now() - begun
  return { first: first ?? complete, complete }
}

function firsts(all: readonly Times[]): number[] {
  return all.map(({ first }) => first)
}

function completes(all: readonly Times[]): number[] {
  return all.map(({ complete }) => complete)
}

function print(name: string, all: readonly Times[]): void {
  const figures = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms`
  console.log(`${name}: first words ${figures(firsts(all))}; complete ${figures(completes(all))} (${all.length})`)
}
