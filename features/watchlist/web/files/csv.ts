/** One row of a file, with the line on which it begins, from 1. */
interface CsvRow {
  line: number
  cells: string[]
}

export type Csv = { state: 'read'; rows: CsvRow[] } | { state: 'faulty'; line: number; message: string }

/** What a spreadsheet would take for a formula, also in full width; quotes before it are those of an earlier guarding. */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/
const mark = '\ufeff'
const separators = [',', ';', '\t'] as const

/**
 * Rows as a spreadsheet opens them: in UTF-8 with its mark, and with a quote before what would be run as a formula, which
 * parseCsv() takes away again.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return mark + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

function cellText(value: string): string {
  const guarded = formula.test(value) ? `'${value}` : value
  return /[",;\t\r\n]|^\s|\s$|^$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/**
 * Reads what spreadsheets write: commas, semicolons or tabs, as its first line says (`sep=;`) or whichever that has most
 * of. Empty lines are none.
 */
export function parseCsv(file: string): Csv {
  const text = file.startsWith(mark) ? file.slice(1) : file
  const said = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i.exec(text)
  const separator = said?.[1] ?? separatorOf(text)
  const rows: CsvRow[] = []
  let line = said ? 2 : 1
  let row: CsvRow = { line, cells: [] }
  for (let at = said?.[0].length ?? 0; at < text.length; ) {
    const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, separator)
    if (!cell) return { state: 'faulty', line, message: 'A quotation mark is opened here and never closed' }
    row.cells.push(cell.value.replace(formula, (guarded) => (guarded.startsWith("'") ? guarded.slice(1) : guarded)))
    line += linesIn(text, at, cell.end)
    at = cell.end
    if (text[at] === separator) {
      at++
      // A row may end in an empty cell.
      if (at < text.length) continue
      row.cells.push('')
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n' || text[at - 1] === '\r' || at >= text.length) {
      if (text[at] === '\n') at++
      if (row.cells.some((value) => value !== '')) rows.push(row)
      line++
      row = { line, cells: [] }
    } else return { state: 'faulty', line, message: 'Something follows a closing quotation mark here' }
  }
  return { state: 'read', rows }
}

function quoted(text: string, from: number): { value: string; end: number } | null {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) return null
    if (text[at + 1] !== '"') return { value: text.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 }
  }
}

function plain(text: string, from: number, separator: string): { value: string; end: number } {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return { value: text.slice(from, end), end }
}

function linesIn(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1)
  const count = (separator: string) => first.split(separator).length
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Several values in one cell. */
export function listText(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, (char) => `\\${char}`)).join(' | ')
}

export function listOf(cell: string): string[] {
  const values: string[] = ['']
  for (const [part] of cell.matchAll(/\\[\\|]|[^|\\]+|[|\\]/g)) {
    if (part === '|') values.push('')
    else values[values.length - 1] += /^\\[\\|]$/.test(part) ? part.slice(1) : part
  }
  return values.map((value) => value.trim()).filter((value) => value !== '')
}
