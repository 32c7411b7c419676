import pg from 'pg'
import { prepareValue } from 'pg/lib/utils'

/** A statement with its values, as drizzle hands it to pg. */
export interface Statement {
  text: string
  values: readonly unknown[]
  rowMode?: string
  types?: pg.CustomTypesConfig
}

/** What a statement answered. */
export type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount'>

/** So many statements a connection keeps prepared: more than the screens ask, fewer than somebody could think of. */
const preparedMost = 200

interface Known {
  name: string
  isSent: boolean
  /** What it answers with, as the database says when it is sent. */
  fields: pg.FieldDef[]
}

/** What a connection has prepared, by text, the longest unused first, so that it is read and planned once. */
export class Prepared {
  readonly #known = new Map<string, Known>()
  readonly #over: string[] = []
  #last = 0

  take(text: string): Known {
    const known = this.#known.get(text) ?? { name: `s${++this.#last}`, isSent: false, fields: [] }
    this.#known.delete(text)
    this.#known.set(text, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > preparedMost && oldest !== undefined) this.drop(oldest)
    return known
  }

  drop(text: string): void {
    const known = this.#known.get(text)
    if (known) this.#over.push(known.name)
    this.#known.delete(text)
  }

  /** Names that are to be given up. */
  takeOver(): string[] {
    return this.#over.splice(0)
  }
}

/**
 * Statements that travel together and are answered together: messages cost more than most questions. To PostgreSQL they
 * are one transaction, which ends with the message; after the first that fails, none is run.
 */
export class Message implements pg.Submittable {
  readonly #prepared: Prepared
  readonly #statements: readonly Statement[]
  readonly #values: (string | Buffer | null)[][]
  /** Called once, at the end. pg replaces it to end a message that takes longer than the pool's query_timeout. */
  callback: (error: Error | null, answers: readonly Answer[]) => void
  readonly #known: Known[] = []
  readonly #answers: Answer[] = []
  #rows: unknown[] = []
  #parsers: ((value: string) => unknown)[] = []

  constructor(
    prepared: Prepared,
    statements: readonly Statement[],
    settle: (error: Error | null, answers: readonly Answer[]) => void,
  ) {
    this.#prepared = prepared
    this.#statements = statements
    this.#values = statements.map(({ values }) => values.map((value) => prepareValue(value)))
    this.callback = settle
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork()
    for (const name of this.#prepared.takeOver()) connection.close({ type: 'S', name }, true)
    for (const [index, { text }] of this.#statements.entries()) {
      const known = this.#prepared.take(text)
      if (!known.isSent) connection.parse({ text, name: known.name, types: [] }, true)
      connection.bind({ statement: known.name, values: this.#values[index] }, true)
      if (!known.isSent) connection.describe({ type: 'P' }, true)
      connection.execute({}, true)
      known.isSent = true
      this.#known.push(known)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const known = this.#known[this.#answers.length]
    if (known) known.fields = fields
  }

  handleDataRow({ fields: values }: { fields: (string | null)[] }): void {
    const at = this.#answers.length
    const { types = pg.types, rowMode } = this.#statements[at] ?? {}
    const fields = this.#known[at]?.fields ?? []
    if (this.#rows.length === 0) this.#parsers = fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID))
    const row = values.map((value, index) => (value === null ? null : this.#parsers[index]?.(value)))
    if (rowMode === 'array') this.#rows.push(row)
    else {
      const named: Record<string, unknown> = {}
      for (const [index, { name }] of fields.entries()) named[name] = row[index]
      this.#rows.push(named)
    }
  }

  handleCommandComplete(): void {
    this.#answers.push({ rows: this.#rows, rowCount: this.#rows.length })
    this.#rows = []
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#answers)
  }

  handleError(error: Error): void {
    // Whether they were prepared before it failed, is not known.
    for (const { text } of this.#statements) this.#prepared.drop(text)
    this.callback(error, [])
  }
}
