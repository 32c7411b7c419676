import type { QueryResultRow } from 'pg'
import type { Database } from './database.ts'
import type { Statement } from './message.ts'

/**
 * A question on whose answer it depends whether anything that was read may be used. It travels with what is read, in the
 * same transaction, instead of before it.
 */
export class Proof {
  readonly #question: Statement
  readonly #holds: (rows: readonly QueryResultRow[]) => boolean
  #outcome: boolean | null = null

  constructor(text: string, values: readonly unknown[], holds: (rows: readonly QueryResultRow[]) => boolean) {
    this.#question = { text, values }
    this.#holds = holds
  }

  /** The question, where it has not been answered yet. */
  question(): Statement | null {
    return this.#outcome === null ? this.#question : null
  }

  /** Takes the answer. Throws where it proves nothing, so that what came with it goes no further. */
  take(rows: readonly QueryResultRow[]): void {
    this.#outcome = this.#outcome !== false && this.#holds(rows)
    if (!this.#outcome) throw unproven()
  }

  /** Whether it holds, asked by itself where nothing was read. */
  async isHeld(db: Database): Promise<boolean> {
    this.#outcome ??= this.#holds(await db.ask<QueryResultRow>(this.#question.text, this.#question.values))
    return this.#outcome
  }
}

/** The same database, which hands out nothing before a proof has held. */
export function proving(db: Database, proof: Proof): Database {
  const proven = async () => {
    if (!(await proof.isHeld(db))) throw unproven()
  }
  return {
    ...db,
    read: (role, projects, work) => db.read(role, projects, work, proof),
    run: (...given) => proven().then(() => db.run(...given)),
    ask: (...given) => proven().then(() => db.ask(...given)),
  }
}

function unproven(): Error {
  return new Error('what was presumed does not hold')
}
