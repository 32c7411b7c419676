import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Answer, Statement } from './message.ts'
import type { Role } from './roles.ts'

/** Sends some statements as one message. */
type Send = (statements: readonly Statement[]) => Promise<readonly Answer[]>

/** As whom a message reads, and which projects are seen. */
export interface Reader {
  role: Role
  projects: string
}

/** A list of projects of so many characters is kept with the connection: to send and set it costs as much as a page. */
const longFrom = 4000

// What was set is not told back: it may be long.
const reading = `set_config('transaction_read_only', 'on', true) is null, set_config('role', $1, true) is null`
const once = `select ${reading}, set_config('earshot.projects', $2, true) is null`
const keep = `select ${reading}, set_config('earshot.projects', $2, false) is null,
  set_config('earshot.kept', $3, false) is null`
/** Fails, and with it all that follows, where the connection keeps another list: behind a pooler it may be another one. */
const kept = `select ${reading}, 1 / (current_setting('earshot.kept', true) is not distinct from $2)::int`
const divisionByZero = '22012'

/**
 * What a message begins with that only reads: its transaction becomes a role and sees some projects (DESIGN 3). Every
 * message says which, or makes sure that the connection still keeps them from the last one.
 */
export class Entrance {
  #kept: { projects: string; mark: string } | null = null

  /** The answers to some statements, asked as a role that sees some projects. */
  async ask(send: Send, { role, projects }: Reader, statements: readonly Statement[]): Promise<readonly Answer[]> {
    const behind = async (entry: Statement) => (await send([entry, ...statements])).slice(1)
    if (projects.length < longFrom) return behind({ text: once, values: [role, projects] })
    if (this.#kept?.projects === projects) {
      try {
        return await behind({ text: kept, values: [role, this.#kept.mark] })
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== divisionByZero) throw error
      }
    }
    const mark = createHash('sha256').update(projects).digest('base64')
    const answers = await behind({ text: keep, values: [role, projects, mark] })
    this.#kept = { projects, mark }
    return answers
  }
}
