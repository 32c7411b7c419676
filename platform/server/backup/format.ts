import { crc32 } from 'node:zlib'
import { z } from 'zod'

/**
 * The backup format: one identifying line, then frames with kind, length, checksum and payload. Their order: header;
 * for each table its description, rows and end; sequences; the keys, if requested; the end. Format 1 predates the
 * baseline migration.
 */
export const formatVersion = 2
export const firstLine = `EARSHOT BACKUP ${formatVersion}\n`

/** The letter of each kind of frame in the file. `data` is a piece of COPY text, compressed with zstd. */
const letters = { header: 'H', table: 'T', data: 'D', tableEnd: 'E', sequences: 'S', keys: 'K', end: 'Z' } as const
export type FrameKind = keyof typeof letters

export interface Frame {
  kind: FrameKind
  payload: Buffer
}

/** The size of a frame's head: letter, payload length and checksum, in bytes. */
export const headBytes = 9
/** The approximate size of a piece of rows before compression, in bytes. */
export const pieceBytes = 1 << 20
/** The largest payload, in bytes. A longer one means that the file is damaged. */
const payloadBytesMax = 1 << 26

export function frameHead(kind: FrameKind, payload: Buffer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.write(letters[kind], 0, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  head.writeUInt32BE(checksumOf(head, payload), 5)
  return head
}

/** Parses a frame's head. Returns null if it is invalid. */
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
/** Text that a restore prints. It must not contain terminal control characters. */
const Line = z.string().regex(/^\P{Cc}*$/u)

export type TableName = z.infer<typeof TableName>
const TableName = z.object({ schema: Line, name: Line })

/** The origin of a backup. */
export type Header = z.infer<typeof Header>
export const Header = z.object({
  /** The version of the program that made it. */
  program: Line,
  /** The version of the tables, by migration. */
  schemaVersion: Count,
  /** The version of the queue's tables. */
  queueVersion: Count,
  /** The version of the database server. */
  server: Line,
  createdAt: z.iso.datetime(),
  keys: z.boolean(),
  /** The backed-up tables in order. */
  tables: z.array(TableName),
})

/** A partition: its name, and its bound as PostgreSQL writes it. */
export type Partition = z.infer<typeof Partition>
const Partition = z.object({ schema: Line, name: Line, bound: Line, rowSecurity: z.boolean() })

/** A table whose rows follow, with its columns in order. */
export type TableHead = z.infer<typeof TableHead>
export const TableHead = z.object({
  schema: Line,
  name: Line,
  columns: z.array(Line),
  partitions: z.array(Partition),
})

/** The summary of a table: rows, bytes of COPY text and the checksum of that text. */
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

/** Secrets, newest first. A file stores them separated by commas. */
export const Keys = z.array(z.string().regex(/^[^\p{Cc},]+$/u)).min(1)

export type End = z.infer<typeof End>
export const End = z.object({ tables: Count, rows: Count })

const newline = 10

/** Returns how many rows of COPY text end in a piece. Each newline ends a row: newlines in values are escaped. */
export function rowsIn(piece: Buffer): number {
  let rows = 0
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) rows++
  return rows
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
