import { crc32 } from 'node:zlib'
import { z } from 'zod'

/**
 * A backup is one line that says what it is, then frames: a kind, a length, a checksum, a payload. In this order:
 * header; for each table its description, its rows and its end; sequences; keys, where they were asked for; the end.
 * Format 1 is from before the baseline of the tables.
 */
export const formatVersion = 2
export const firstLine = `EARSHOT BACKUP ${formatVersion}\n`

/** The kinds of frames, a letter each in the file. `data` is a piece of COPY text, compressed with zstd. */
const letters = { header: 'H', table: 'T', data: 'D', tableEnd: 'E', sequences: 'S', keys: 'K', end: 'Z' } as const
export type FrameKind = keyof typeof letters

export interface Frame {
  kind: FrameKind
  payload: Buffer
}

/** Letter, payload's length, checksum. */
export const headBytes = 9
/** Rows are cut into pieces of about this size before they are compressed. */
export const pieceBytes = 1 << 20
/** No frame is longer; a length above it is damage. */
const payloadBytesMax = 1 << 26

export function frameHead(kind: FrameKind, payload: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.write(letters[kind], 0, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  head.writeUInt32BE(checksumOf(head, payload), 5)
  return head
}

/** What follows a head; null where it is none. */
export function readHead(head: Buffer): { kind: FrameKind; length: number } | null {
  const letter = head.toString('latin1', 0, 1)
  const length = head.readUInt32BE(1)
  const kind = (Object.keys(letters) as FrameKind[]).find((each) => letters[each] === letter)
  return kind === undefined || length > payloadBytesMax ? null : { kind, length }
}

export function isIntact(head: Buffer, payload: Buffer): boolean {
  return head.readUInt32BE(5) === checksumOf(head, payload)
}

function checksumOf(head: Buffer, payload: Buffer): number {
  return crc32(payload, crc32(head.subarray(0, 5)))
}

const Count = z.int().min(0)
/** What is told to whoever restores: nothing in it may steer their terminal. */
const Line = z.string().regex(/^\P{Cc}*$/u)

export type TableName = z.infer<typeof TableName>
const TableName = z.object({ schema: Line, name: Line })

/** Where a backup comes from. */
export type Header = z.infer<typeof Header>
export const Header = z.object({
  /** Version of the program that made it. */
  program: Line,
  /** Version of the tables, by migration. */
  schemaVersion: Count,
  /** Version of the queue's tables. */
  queueVersion: Count,
  /** Version of the database server. */
  server: Line,
  createdAt: z.iso.datetime(),
  keys: z.boolean(),
  /** The tables in it, in their order. */
  tables: z.array(TableName),
})

/** A part of a partitioned table: its name and which rows it takes, as PostgreSQL writes that. */
export type Partition = z.infer<typeof Partition>
const Partition = z.object({ schema: Line, name: Line, bound: Line, rowSecurity: z.boolean() })

/** A table whose rows follow, with its columns in their order. */
export type TableHead = z.infer<typeof TableHead>
export const TableHead = z.object({
  schema: Line,
  name: Line,
  columns: z.array(Line),
  partitions: z.array(Partition),
})

/** What came of a table: rows, bytes of COPY text, and that text's checksum. */
export type TableEnd = z.infer<typeof TableEnd>
export const TableEnd = z.object({ rows: Count, bytes: Count, checksum: Count })

export type Sequence = z.infer<typeof Sequence>
const Sequence = z.object({
  schema: Line,
  name: Line,
  last: z.string().regex(/^-?\d+$/),
  called: z.boolean(),
})
export const Sequences = z.array(Sequence)

/** Secrets, newest first; a file of them is a list with commas. */
export const Keys = z.array(z.string().regex(/^[^\p{Cc},]+$/u)).min(1)

export type End = z.infer<typeof End>
export const End = z.object({ tables: Count, rows: Count })

const newline = 10

/** How many rows of COPY text end in a piece: one at each newline, since those within values are written otherwise. */
export function rowsIn(piece: Buffer): number {
  let rows = 0
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) rows++
  return rows
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
