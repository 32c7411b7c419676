import { parseCsv } from '#platform/contract/csv/read-csv.ts'

/** A line of a file that can't be imported, and why. */
interface LineFault {
  line: number
  message: string
  cells: string[]
}

/** The contents of a file. */
export interface FileRows<Value> {
  head: string[]
  /** Whether the first line is a header. */
  hasHead: boolean
  rows: { line: number; value: Value; cells: string[] }[]
  faults: LineFault[]
}

/** Reads a row from its cells by column name. Throws RowFault. */
export type ReadRow<Value> = (cell: (column: string) => string) => Value

/** An error in a row, with the message shown next to its line. */
export class RowFault extends Error {}

/**
 * Reads a file with a header row, in any order, or without one, in the given order. Reports rows that can't be read or
 * that repeat an earlier one, by `nameOf`.
 */
export function readRows<Value>(
  file: string,
  columns: readonly string[],
  read: ReadRow<Value>,
  nameOf: (value: Value) => string,
): FileRows<Value> {
  const csv = parseCsv(file)
  if (csv.state === 'faulty') {
    const { line, message } = csv
    return { head: [...columns], hasHead: true, rows: [], faults: [{ line, message, cells: [] }] }
  }
  const [first] = csv.rows
  const names = first?.cells.map((cell) => cell.trim().toLowerCase().replaceAll(' ', '_')) ?? []
  const hasHead = names.includes(columns[0]!)
  const head = hasHead ? names : [...columns]
  const found: FileRows<Value> = { head, hasHead, rows: [], faults: [] }
  const lines = new Map<string, number>()
  for (const { line, cells } of hasHead ? csv.rows.slice(1) : csv.rows) {
    const fault = (message: string) => found.faults.push({ line, message, cells })
    try {
      requireColumns(cells, head)
      const value = read((column) => cells[head.indexOf(column)]?.trim() ?? '')
      const name = nameOf(value).toLowerCase()
      const earlier = lines.get(name)
      if (earlier !== undefined) fault(`Duplicate of line ${earlier}`)
      else found.rows.push({ line, value, cells })
      lines.set(name, earlier ?? line)
    } catch (error) {
      if (!(error instanceof RowFault)) throw error
      fault(error.message)
    }
  }
  return found
}

/** Throws if a line has more cells than columns, mostly because of an unquoted comma. */
function requireColumns(cells: readonly string[], head: readonly string[]): void {
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (used <= head.length) return
  const columns = head.length === 1 ? '1 column' : `${head.length} columns`
  throw new RowFault(`This line has ${used} cells for ${columns}. Put quotes around values that contain a separator`)
}

/** Returns the matching word, or the first one for an empty cell. */
export function oneOf<const Word extends string>(
  column: string,
  cell: string,
  words: readonly [Word, ...Word[]],
): Word {
  if (cell === '') return words[0]
  const found = words.find((word) => word === cell.toLowerCase())
  if (!found) throw new RowFault(`${column} is “${cell}” but must be ${words.join(' or ')}`)
  return found
}

export function requireLength(column: string, text: string, most: number): string {
  if (text === '') throw new RowFault(`${column} is empty`)
  if (text.length > most) throw new RowFault(`${column} is longer than ${most} characters`)
  return text
}

export function subredditOf(column: string, cell: string): string {
  const name = cell.replace(/^\/?r\//i, '')
  if (!/^\w{2,50}$/.test(name)) throw new RowFault(`${column}: “${cell}” is not a valid community name`)
  return name
}
