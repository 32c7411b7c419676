import { type PushedLine, toPushed } from '#engine/records/pushed.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { pushLimits } from '../contract.ts'

const shownChars = 200

interface RefusedLine {
  line: number
  reason: string
  /** Its beginning. */
  text: string
}

/** A parsed request. An ID that several lines have stands for the last of them. */
export interface PushedItems {
  /** How many lines aren't empty. */
  lines: number
  records: SourceRecord[]
  deletedIds: string[]
  refused: RefusedLine[]
}

/** Reads the body of a push: lines of JSON, or one JSON array. Throws ValidationError if it has none or too many. */
export function readLines(body: Buffer, sourceName: string): PushedItems {
  const lines = linesOf(body.toString('utf8').replace(/^\ufeff/, ''))
  if (lines.length === 0) throw new ApiError('ValidationError', 'The request has no lines')
  if (lines.length > pushLimits.lines) {
    throw new ApiError(
      'PayloadTooLargeError',
      `A request can have up to ${pushLimits.lines.toLocaleString('en')} lines. Send the rest in another one.`,
    )
  }
  const last = new Map<string, { line: number; read: PushedLine }>()
  const refused: RefusedLine[] = []
  for (const { line, text, value } of lines) {
    const read = value === undefined ? { broken: 'not JSON' } : toPushed(value, sourceName)
    if ('broken' in read) refused.push({ line, reason: read.broken, text: excerpt(text) })
    else last.set('record' in read ? read.record.id : read.deletedId, { line, read })
  }
  const items = [...last.values()].map(({ read }) => read)
  const deletedIds = items.flatMap((read) => ('deletedId' in read ? read.deletedId : []))
  if (deletedIds.length > pushLimits.deletions) {
    throw new ApiError(
      'PayloadTooLargeError',
      `A request can delete up to ${pushLimits.deletions} items. Send the rest in another one.`,
    )
  }
  const records = items.flatMap((read) => ('record' in read ? read.record : []))
  return { lines: lines.length, records, deletedIds, refused }
}

interface Line {
  /** Counted from 1, with empty ones. */
  line: number
  text: string
  /** Undefined if it isn't JSON. */
  value: unknown
}

function linesOf(body: string): Line[] {
  const whole = rowsOf(parsed(body))
  if (whole) return whole.map((value, index) => ({ line: index + 1, text: JSON.stringify(value), value }))
  return body
    .split('\n')
    .map((text, index) => ({ line: index + 1, text, value: parsed(text) }))
    .filter(({ text }) => text.trim() !== '')
}

/** Returns the rows of a JSON array, also in Strapi's wrapper; null for anything else. */
function rowsOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null || !('data' in value)) return null
  return Array.isArray(value.data) ? value.data : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function excerpt(text: string): string {
  return text.slice(0, shownChars).replaceAll('\0', '').toWellFormed()
}
