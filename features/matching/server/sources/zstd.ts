/**
 * Splits zstd data at frame boundaries, so that no chunk has the end of one frame and the start of the next: Node's
 * decoder silently drops the rest of a chunk after a frame (nodejs/node issue 64741). Also splits between the blocks of
 * a frame, so that everything before a damaged block is unpacked. For the format, see RFC 8878, 3.1. Data that isn't
 * zstd is passed on unchanged, and the decoder reports the error.
 */
export async function* cutZstd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const walk = parts()
  let part = walk.next().value
  let header = Buffer.alloc(0)
  for await (const chunk of bytes) {
    let from = 0
    for (let at = 0; at < chunk.length; ) {
      const step = Math.min(part.bytes, chunk.length - at)
      if (part.read) header = Buffer.concat([header, chunk.subarray(at, at + step)])
      at += step
      part.bytes -= step
      if (part.bytes > 0) continue
      if (part.ends && at > from) {
        yield chunk.subarray(from, at)
        from = at
      }
      part = walk.next(header).value
      header = Buffer.alloc(0)
    }
    if (from < chunk.length) yield chunk.subarray(from)
  }
}

/** The next bytes: how many, whether their content is needed to continue, and whether a chunk ends with them. */
interface Part {
  bytes: number
  read: boolean
  ends: boolean
}

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a50

/** Walks through the parts; receives the bytes that it asked to read. */
function* parts(): Generator<Part, never, Buffer> {
  for (;;) {
    const magic = (yield read(4)).readUInt32LE()
    if (magic === frameMagic) yield* frame()
    else if ((magic & 0xfffffff0) >>> 0 === skippableMagic) yield* skip((yield read(4)).readUInt32LE())
    else yield* lost()
  }
}

function* frame(): Generator<Part, void, Buffer> {
  const descriptor = (yield read(1))[0]!
  const isSingle = (descriptor & 0x20) !== 0
  const hasChecksum = (descriptor & 0x04) !== 0
  const sizeFlag = descriptor >> 6
  const sizeBytes = sizeFlag === 0 ? (isSingle ? 1 : 0) : 1 << sizeFlag
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 0x03]!
  yield pass((isSingle ? 0 : 1) + dictionaryBytes + sizeBytes)
  for (let isLast = false; !isLast; ) {
    const header = (yield read(3)).readUIntLE(0, 3)
    isLast = (header & 1) === 1
    const kind = (header >> 1) & 3
    if (kind === 3) return yield* lost()
    const size = kind === 1 ? 1 : header >> 3
    if (isLast && hasChecksum) {
      yield pass(size)
      yield* skip(4)
    } else yield* skip(size)
  }
}

function read(bytes: number): Part {
  return { bytes, read: true, ends: false }
}

function pass(bytes: number): Part {
  return { bytes, read: false, ends: false }
}

function* skip(bytes: number): Generator<Part, void, Buffer> {
  yield { bytes, read: false, ends: true }
}

function* lost(): Generator<Part, never, Buffer> {
  for (;;) yield pass(Number.MAX_SAFE_INTEGER)
}
