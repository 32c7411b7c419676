import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { WebsiteError } from './website-error.ts'

/** The part of a page that may declare its character set. */
const headBytes = 1024

/** Returns the first `most` bytes of a body, decompressed. Neither waits for the rest nor decompresses it. */
export async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of unpacked(response)) {
    const piece = chunk as Buffer
    chunks.push(piece.subarray(0, most - bytes))
    bytes += piece.length
    if (bytes >= most) break
  }
  response.destroy()
  return Buffer.concat(chunks)
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  const unpack =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : null
  if (!unpack) throw new WebsiteError('unreadable')
  // The reader gets all errors; the pipeline only has to close both ends together.
  return pipeline(response, unpack, () => {})
}

/** Decodes a page. The character set is that of its byte order mark, its header, its own head, or else UTF-8. */
export function textOf(body: Buffer, contentType: string): string {
  const mark =
    body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : null
  const header = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1]
  const head = body.subarray(0, headBytes).toString('latin1')
  const own = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
  // A head that is readable as ASCII can't be UTF-16, whatever it declares.
  const set = mark ?? header ?? (own && /^utf-?16/i.test(own) ? 'utf-8' : own) ?? 'utf-8'
  return decoded(body, set)
}

function decoded(body: Buffer, set: string): string {
  try {
    return new TextDecoder(set).decode(body)
  } catch {
    // For an unknown name, UTF-8 is the best guess.
    return new TextDecoder().decode(body)
  }
}
