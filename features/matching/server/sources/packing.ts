import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { cutZstd } from './zstd.ts'

/** How an archive is packed, told by its first bytes and never by its name. */
export type Packing = 'plain' | 'gzip' | 'zstd'

/** Bytes of the beginning that packingOf needs. */
export const headBytes = 8

/** What people also keep archives in, and what we say to it. */
const others: [name: string, start: number[], at?: number][] = [
  ['a zip file', [0x50, 0x4b, 0x03, 0x04]],
  ['an xz file', [0xfd, 0x37, 0x7a, 0x58]],
  ['a bzip2 file', [0x42, 0x5a, 0x68]],
  ['a 7z file', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a zst_blocks file', [0x28, 0xb5, 0x2f, 0xfd], 4],
]

/** Throws an Error with a sentence for people where it is packed in a way that we do not read. */
export function packingOf(head: Buffer): Packing {
  const begins = (start: number[], at = 0) => start.every((byte, index) => head[at + index] === byte)
  if (begins([0x1f, 0x8b])) return 'gzip'
  if (begins([0x28, 0xb5, 0x2f, 0xfd]) || (begins([0x2a, 0x4d, 0x18], 1) && head[0]! >> 4 === 5)) return 'zstd'
  const other = others.find(([, start, at]) => begins(start, at))
  if (other) throw new Error(`it is ${other[0]}: unpack it first, or compress it as .zst or .gz`)
  return 'plain'
}

const outBytes = 1 << 18
/** With room for one piece only, nothing waits in a stream's buffer, to be dropped, when an error comes. */
const buffers = { chunkSize: outBytes, highWaterMark: 1 }
/** Dumps of Pushshift look back as far as the format allows; memory for it is taken only as it is filled. */
const zstdOptions = { ...buffers, params: { [constants.ZSTD_d_windowLogMax]: 31 } }
/** What is unpacked of a piece is lost with the error that the piece ends in, so pieces are small. */
const gzipPieceBytes = 1 << 12

/** Unpacks in constant memory, all parts of a file that has several. What came before an error is handed out. */
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

/** An error of the source ends the decoder too, and whoever stops reading stops them both. */
async function* through(decoder: Transform, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  pipeline(Readable.from(bytes), decoder, () => {
    // Whoever reads the decoder hears of its end and of every error.
  })
  for await (const piece of decoder) yield piece as Buffer
}
