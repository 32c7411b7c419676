import Papa from 'papaparse'
import { formula } from './write-csv.ts'

/** One row of a file and its first line, counted from 1. */
interface CsvRow {
  line: number
  cells: string[]
}

export type Csv = { state: 'read'; rows: CsvRow[] } | { state: 'faulty'; line: number; message: string }

const separators = [',', ';', '\t']

/**
 * Reads CSV files from spreadsheets, separated by commas, semicolons or tabs; the first line may name the separator
 * (`sep=;`). Skips empty lines, removes the quotes in front of formulas, and converts line breaks in cells to \n.
 */
export function parseCsv(file: string): Csv {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const named = /^sep=([,;\t])(?:\n|$)/i.exec(text)
  const start = named?.[0].length ?? 0
  const { data, errors } = Papa.parse<string[]>(text.slice(start), {
    // Papa Parse misdetects short files with semicolons as one column.
    delimiter: named?.[1] ?? separatorOf(text),
    newline: '\n',
  })
  const [fault] = errors
  if (fault)
    return { state: 'faulty', line: linesIn(text.slice(0, start + (fault.index ?? 0))), message: causeOf(fault) }
  const rows: CsvRow[] = []
  let line = linesIn(text.slice(0, start))
  for (const cells of data) {
    if (cells.some((cell) => cell !== '')) rows.push({ line, cells: cells.map(unguarded) })
    line += linesIn(cells.join(''))
  }
  return { state: 'read', rows }
}

function linesIn(text: string): number {
  return text.split('\n').length
}

/** Returns the most frequent separator in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const count = (separator: string) => first.split(separator).length
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best))
}

function causeOf({ code }: Papa.ParseError): string {
  return code === 'MissingQuotes'
    ? 'This quotation mark is never closed'
    : 'Unexpected text after a closing quotation mark'
}

function unguarded(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
