import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { WebsiteError } from './website-error.ts'

/** Where a page says in its head which character set it is in. */
const headBytes = 1024

/** The first `most` bytes of a body, unpacked; the rest is neither waited for nor unpacked. */
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
  // Whoever reads hears of every error; here both ends only have to go together.
  return pipeline(response, unpack, () => {})
}

/** The text of a page: in the character set of its byte order mark, its header, its own head, or else UTF-8. */
export function textOf(body: Buffer, contentType: string): string {
  const mark =
    body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : null
  const header = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1]
  const head = body.subarray(0, headBytes).toString('latin1')
  const own = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
  // A head that was read as ASCII is in no UTF-16, whatever it says.
  const set = mark ?? header ?? (own && /^utf-?16/i.test(own) ? 'utf-8' : own) ?? 'utf-8'
  return decoded(body, set)
}

function decoded(body: Buffer, set: string): string {
  try {
    return new TextDecoder(set).decode(body)
  } catch {
    // An unknown name: most pages are UTF-8, whatever they say.
    return new TextDecoder().decode(body)
  }
}
