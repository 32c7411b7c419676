import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG of one color. `text` adds a comment to its metadata, and `tail` bytes after its end. */
export function pngOf(width: number, height: number, { text = '', tail = '' } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per channel, RGB.
  header.set([8, 2], 8)
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, 200)])
  const lines = Buffer.concat(Array.from({ length: Math.min(height, 256) }, () => line))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(text ? [chunk('tEXt', Buffer.from(`Comment\0${text}`))] : []),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(tail),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
