/** The columns of a file with people that are imported, with the names by which they are found. */
const columnNames = {
  handle: ['handle', 'username', 'user', 'account', 'reddit', 'reddit username', 'author', 'name'],
  stage: ['stage', 'status'],
  value: ['value', 'amount', 'deal value'],
  currency: ['currency'],
  tags: ['tags', 'labels'],
  owner: ['owner', 'owner email'],
  doNotContact: ['do not contact', 'donotcontact', 'do-not-contact'],
} as const
type PeopleColumn = keyof typeof columnNames

/** A row of a file. Undefined: the cell is empty, and says nothing. */
export interface FilePerson {
  /** The line of the file, from 1. */
  row: number
  handle: string
  /** A stage's key. */
  stage?: string
  /** In the smallest unit of the currency. */
  money?: { value: number; currency: string }
  tags?: string[]
  /** A member's ID. */
  owner?: string
  doNotContact?: true
}

interface RefusedRow {
  row: number
  handle: string
  why: string
}

export interface PeopleFile {
  columns: PeopleColumn[]
  /** The columns that aren't imported, as the header names them. */
  ignored: string[]
  people: FilePerson[]
  refused: RefusedRow[]
}

/** What the cells of a project's file may refer to. */
export interface FileContext {
  stages: readonly { key: string; name: string }[]
  /** The members who may own people. */
  members: readonly { id: string; email: string }[]
}

const handleMost = 50
const tagsMost = 20
const tagMost = 50
const valueMost = 1_000_000_000_000

/** Reads the rows of a file with people; the first is the header. Returns null if no column has handles. */
export function readPeopleFile(
  [header, ...rows]: readonly { line: number; cells: readonly string[] }[],
  context: FileContext,
): PeopleFile | null {
  const places = new Map<PeopleColumn, number>()
  const ignored: string[] = []
  for (const [index, cell] of (header?.cells ?? []).entries()) {
    const column = columnOf(cell)
    if (column && !places.has(column)) places.set(column, index)
    else if (cell.trim() !== '') ignored.push(cell.trim())
  }
  if (!places.has('handle')) return null
  const file: PeopleFile = { columns: [...places.keys()], ignored, people: [], refused: [] }
  const seen = new Map<string, number>()
  for (const { line, cells } of rows) {
    if (cells.every((each) => each.trim() === '')) continue
    const cell = (column: PeopleColumn) => (cells[places.get(column) ?? -1] ?? '').trim()
    const read = personOf(line, cell, context)
    if ('why' in read) {
      file.refused.push(read)
      continue
    }
    const name = read.handle.toLowerCase()
    const before = seen.get(name)
    if (before === undefined) {
      seen.set(name, line)
      file.people.push(read)
    } else {
      file.refused.push({ row: line, handle: read.handle, why: `Line ${before} is about the same person` })
    }
  }
  return file
}

function columnOf(cell: string): PeopleColumn | null {
  const name = cell.trim().toLowerCase().replaceAll('_', ' ')
  for (const [column, names] of Object.entries(columnNames) as [PeopleColumn, readonly string[]][]) {
    if (names.includes(name)) return column
  }
  return null
}

function personOf(
  row: number,
  cell: (column: PeopleColumn) => string,
  { stages, members }: FileContext,
): FilePerson | RefusedRow {
  const typed = cell('handle')
  const handle = typed.replace(/^(?:https?:\/\/(?:\w+\.)?reddit\.com)?\/?(?:u|user)\//i, '').replace(/\/$/, '')
  const refused = (why: string): RefusedRow => ({ row, handle: typed.slice(0, handleMost), why })
  if (handle === '') return refused('The handle is missing')
  if (!/^[\w-]{1,50}$/.test(handle)) return refused("The handle isn't the name of a Reddit account")
  const read: FilePerson = { row, handle }

  const stageCell = cell('stage')
  if (stageCell !== '') {
    const wanted = stageCell.toLowerCase()
    const stage =
      stages.find(({ key }) => key.toLowerCase() === wanted) ?? stages.find(({ name }) => name.toLowerCase() === wanted)
    if (!stage) return refused(`The project has no stage "${stageCell.slice(0, 50)}"`)
    read.stage = stage.key
  }

  const money = moneyOf(cell('value'), cell('currency'))
  if (typeof money === 'string') return refused(money)
  if (money) read.money = money

  const tags = [
    ...new Set(
      cell('tags')
        .split(/[,;]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ]
  if (tags.some((tag) => tag.length > tagMost)) return refused(`A tag has more than ${tagMost} characters`)
  if (tags.length > tagsMost) return refused(`There are more than ${tagsMost} tags`)
  if (tags.length > 0) read.tags = tags

  const ownerCell = cell('owner').toLowerCase()
  if (ownerCell !== '') {
    const owner = members.find(({ email }) => email.toLowerCase() === ownerCell)
    if (!owner) return refused("The owner isn't a member of the project's team")
    read.owner = owner.id
  }

  const asked = cell('doNotContact').toLowerCase()
  if (['yes', 'true', '1', 'x'].includes(asked)) read.doNotContact = true
  else if (!['', 'no', 'false', '0'].includes(asked)) return refused('Do not contact must be yes or no')
  return read
}

/** Returns a value in the smallest unit; null if the cells are empty, and a text if they are wrong. */
function moneyOf(value: string, currency: string): FilePerson['money'] | string | null {
  if (value === '' && currency === '') return null
  if (value === '') return null
  if (!/^[A-Za-z]{3}$/.test(currency)) return 'The currency must be a code such as EUR'
  if (!/^\d{1,13}(?:\.\d{1,4})?$/.test(value)) return 'The value must be a number such as 1200.50'
  const digits = fractionDigits(currency.toUpperCase())
  const [whole = '', fraction = ''] = value.split('.')
  if (/[^0]/.test(fraction.slice(digits))) return `The value has more than ${digits} decimal places`
  const smallest = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (smallest > valueMost) return 'The value is too large'
  return { value: smallest, currency: currency.toUpperCase() }
}

/** Returns an amount in the smallest unit of a currency as a plain decimal number, as it is imported again. */
export function decimalOf({ value, currency }: { value: number; currency: string }): string {
  const digits = fractionDigits(currency)
  if (digits === 0) return String(value)
  const padded = String(value).padStart(digits + 1, '0')
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
}

/** Returns how many decimal places a currency has. */
function fractionDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
