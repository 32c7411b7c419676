import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { cutZstd } from './zstd.ts'

/** The compression of an archive, detected by its first bytes and never by its name. */
export type Packing = 'plain' | 'gzip' | 'zstd'

/** The number of first bytes that packingOf needs. */
export const headBytes = 8

/** Other archive formats, which are rejected by name. */
const others: [name: string, start: number[], at?: number][] = [
  ['a zip file', [0x50, 0x4b, 0x03, 0x04]],
  ['an xz file', [0xfd, 0x37, 0x7a, 0x58]],
  ['a bzip2 file', [0x42, 0x5a, 0x68]],
  ['a 7z file', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a zst_blocks file', [0x28, 0xb5, 0x2f, 0xfd], 4],
]

/** Throws an Error with a sentence for users if the compression is not supported. */
export function packingOf(head: Buffer): Packing {
  const begins = (start: number[], at = 0) => start.every((byte, index) => head[at + index] === byte)
  if (begins([0x1f, 0x8b])) return 'gzip'
  if (begins([0x28, 0xb5, 0x2f, 0xfd]) || (begins([0x2a, 0x4d, 0x18], 1) && head[0]! >> 4 === 5)) return 'zstd'
  const other = others.find(([, start, at]) => begins(start, at))
  if (other) throw new Error(`it is ${other[0]}: unpack it first, or compress it as .zst or .gz`)
  return 'plain'
}

const outBytes = 1 << 18
/** Buffers a single chunk, since an error drops whatever a stream has buffered. */
const buffers = { chunkSize: outBytes, highWaterMark: 1 }
/** Pushshift dumps use the format's largest window. Memory is allocated only as it fills. */
const zstdOptions = { ...buffers, params: { [constants.ZSTD_d_windowLogMax]: 31 } }
/** Small, since an error in a chunk loses everything unpacked from it. */
const gzipPieceBytes = 1 << 12

/** Unpacks in constant memory, including files of several parts. Yields everything before an error. */
export async function* unpack(packing: Packing, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (packing === 'plain') yield* bytes
  else if (packing === 'gzip') yield* through(createGunzip(buffers), pieces(bytes))
  else yield* through(createZstdDecompress(zstdOptions), cutZstd(bytes))
}

async function* pieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; from += gzipPieceBytes) yield chunk.subarray(from, from + gzipPieceBytes)
  }
}

/** An error of the source ends the decoder, and a consumer that stops ends both. */
async function* through(decoder: Transform, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  pipeline(Readable.from(bytes), decoder, () => {
    // The decoder reports its end and all errors to its reader.
  })
  for await (const piece of decoder) yield piece as Buffer
}
