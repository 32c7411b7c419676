import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'

const separator = ';\n'

/** A moment between two effects of a process on the outside world. */
export interface Effect {
  /** Before or after a statement, the commit of a transaction, or a call to an outside party. */
  at: 'statement' | 'result' | 'commit' | 'committed' | 'request' | 'response'
  /** The SQL of the statement or of the whole transaction, or the name of the outside party. */
  text: string
}

/** Names a moment. A commit is named after the first and last statement of its transaction. */
function nameOf({ at, text }: Effect): string {
  const statements = text.split(separator)
  return `${at}: ${[...new Set([statements[0], statements.at(-1)])].join(' ... ')}`
}

/** Called at each moment. It throws to make the effect fail, or returns a promise to delay it. */
export type Watch = (moment: Effect) => unknown

/** Returns a context whose database, outside parties and mailer report each effect. */
export function watchEffects(ctx: Ctx, watch: Watch): Ctx {
  const called = <Args extends unknown[], T>(text: string, call: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => {
      await watch({ at: 'request', text })
      const response = await call(...args)
      await watch({ at: 'response', text })
      return response
    }
  }
  const { reddit, rss, embedding, mailer } = ctx
  return {
    ...ctx,
    db: watchDatabase(ctx.db, watch),
    mailer: { ...mailer, send: called('mail', (...args) => mailer.send(...args)) },
    reddit: reddit && { ...reddit, exchange: called('reddit', reddit.exchange) },
    rss: rss && { ...rss, exchange: called('rss', rss.exchange) },
    embedding: embedding && { ...embedding, embed: called('embedding', (texts) => embedding.embed(texts)) },
  }
}

/** Queries outside transactions (ask) change nothing and are not reported. */
function watchDatabase(db: Database, watch: Watch): Database {
  return {
    ...db,
    run: async (role, projects, work) => {
      const statements: string[] = []
      const result = await db.run(role, projects, async (tx) => {
        const done = await work(watchStatements(tx, watch, statements))
        await watch({ at: 'commit', text: statements.join(separator) })
        return done
      })
      await watch({ at: 'committed', text: statements.join(separator) })
      return result
    },
    read: (role, projects, work, ...rest) => db.read(role, projects, (tx) => work(watchStatements(tx, watch)), ...rest),
  }
}

/** Returns the transaction over a connection that reports each statement. */
function watchStatements(tx: Transaction, watch: Watch, statements: string[] = []): Transaction {
  const client = (tx as Transaction & { $client: pg.PoolClient }).$client
  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    const text = statement.text.replace(/\s+/g, ' ').trim()
    await watch({ at: 'statement', text })
    const result = await client.query(statement, values)
    statements.push(text)
    await watch({ at: 'result', text })
    return result
  }
  return drizzle(Object.create(client, { query: { value: query } }))
}

/** Returns a context that calls back after each commit of a transaction with a matching statement. */
export function afterCommit(ctx: Ctx, statement: RegExp, call: () => unknown): Ctx {
  return watchEffects(ctx, ({ at, text }) => (at === 'committed' && statement.test(text) ? call() : undefined))
}

/** Returns a context that fails at each matching statement. */
export function failingAt(ctx: Ctx, statement: RegExp, error = new Error('failed')): Ctx {
  return watchEffects(ctx, ({ at, text }) => {
    if (at === 'statement' && statement.test(text)) throw error
  })
}

/** A moment that a process has reached. */
interface Reached {
  /** The name, the same in each run of the same code. */
  name: string
  /** Whether it is the first with this name. */
  isFirst: boolean
  /** Its number since the last start, from 1. */
  count: number
}

/** A process that can be killed. From then on all its effects fail, until it is restarted. */
export class CrashableProcess {
  readonly ctx: Ctx
  /** The names of the moments it reached. */
  readonly reached = new Set<string>()
  isDead = false
  #count = 0

  constructor(ctx: Ctx, kills: (moment: Reached) => boolean) {
    this.ctx = watchEffects(ctx, (moment) => {
      // A statement's result is followed by another effect. Dying there is equivalent.
      if (moment.at === 'result') return
      if (!this.isDead) this.isDead = kills(this.#reach(moment))
      if (this.isDead) throw new Error(`killed at ${nameOf(moment)}`)
    })
  }

  restart(): void {
    this.isDead = false
    this.#count = 0
  }

  #reach(moment: Effect): Reached {
    const name = nameOf(moment)
    const isFirst = !this.reached.has(name)
    this.reached.add(name)
    return { name, isFirst, count: ++this.#count }
  }
}

/** Long runs are killed at every moment up to this one, and then at every third. */
const everyMost = 100

/**
 * Runs `work` repeatedly and kills it at the first moment, then at the second, and so on, until it survives. Returns
 * the number of kills. Each run continues from the state the previous runs left, unless `between` resets it.
 */
export async function killAtEachMoment(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<unknown>,
  between: () => unknown = () => {},
): Promise<number> {
  for (let deaths = 0, fatal = 1; ; deaths++, fatal += fatal < everyMost ? 1 : 3) {
    const process = new CrashableProcess(ctx, ({ count }) => count === fatal)
    await work(process.ctx).catch((error: unknown) => {
      if (!process.isDead) throw error
    })
    if (!process.isDead) return deaths
    await between()
  }
}
