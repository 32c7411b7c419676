import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * An encrypted backup (docs/decisions/0136): this line, a salt, a check of the key, then the bytes of a plain backup in
 * chunks, each with AES-256-GCM. A chunk's nonce is its number and whether it is the last, so that chunks can't be moved
 * or left out. Every file has its own key, because the salt is part of it.
 */
export const encryptedLine = 'EARSHOT ENCRYPTED BACKUP 1\n'

const saltBytes = 16
const keyBytes = 32
const checkBytes = 16
const tagBytes = 16
const chunkBytes = 1 << 16
const algorithm = 'aes-256-gcm'
/** About half a second and 128 MB for each guess of a passphrase. */
const cost = { N: 1 << 17, r: 8, p: 1, maxmem: 1 << 28 }

/** The size of what precedes the chunks, in bytes. */
export const preambleBytes = encryptedLine.length + saltBytes + checkBytes

/** Encrypts the bytes of one file as they are written. */
export interface Encryption {
  /** What the file starts with. */
  preamble: Buffer
  /** Takes bytes and returns the chunks that are complete. */
  push(bytes: Buffer): Buffer
  /** Returns the last chunk. */
  end(): Buffer
}

export async function beginEncryption(passphrase: string): Promise<Encryption> {
  const salt = randomBytes(saltBytes)
  const { key, check } = await deriveKey(passphrase, salt)
  let waiting = Buffer.alloc(0)
  let index = 0
  const encrypt = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(algorithm, key, nonceOf(index, isLast), { authTagLength: tagBytes })
    index += 1
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  return {
    preamble: Buffer.concat([Buffer.from(encryptedLine), salt, check]),
    push: (bytes) => {
      const all = Buffer.concat([waiting, bytes])
      const complete: Buffer[] = []
      let from = 0
      // A full chunk waits for more bytes, because it could be the last.
      for (; all.length - from > chunkBytes; from += chunkBytes) {
        complete.push(encrypt(all.subarray(from, from + chunkBytes), false))
      }
      waiting = Buffer.from(all.subarray(from))
      return Buffer.concat(complete)
    },
    end: () => encrypt(waiting, true),
  }
}

/** Where bytes of a file are read from. */
export interface ByteSource {
  size: number
  /** Returns `length` bytes at a position, or fewer if the file was truncated meanwhile. */
  read(position: number, length: number): Promise<Buffer>
}

/**
 * Returns the decrypted content of a file, which is read in pieces of 64 kB. Returns null if the passphrase is wrong.
 * Its `read` throws what `damaged` returns for a position in the content that can't be decrypted.
 */
export async function openEncrypted(
  file: ByteSource,
  passphrase: string,
  damaged: (position: number) => Error,
): Promise<ByteSource | null> {
  const preamble = await file.read(0, preambleBytes)
  const salt = preamble.subarray(encryptedLine.length, encryptedLine.length + saltBytes)
  const { key, check } = await deriveKey(passphrase, salt)
  const expected = preamble.subarray(encryptedLine.length + saltBytes)
  if (expected.length !== checkBytes || !timingSafeEqual(check, expected)) return null
  const body = file.size - preambleBytes
  const chunks = Math.ceil(body / (chunkBytes + tagBytes))
  let open = { index: -1, content: Buffer.alloc(0) }
  const contentOf = async (index: number): Promise<Buffer> => {
    if (open.index === index) return open.content
    const start = index * (chunkBytes + tagBytes)
    const sealed = await file.read(preambleBytes + start, Math.min(chunkBytes + tagBytes, body - start))
    const content = decrypt(key, nonceOf(index, index === chunks - 1), sealed)
    if (content === null) throw damaged(index * chunkBytes)
    open = { index, content }
    return content
  }
  return {
    size: Math.max(0, body - chunks * tagBytes),
    read: async (position, length) => {
      const pieces: Buffer[] = []
      for (let at = position; at < position + length; ) {
        const index = Math.floor(at / chunkBytes)
        if (index >= chunks) break
        const from = at - index * chunkBytes
        const piece = (await contentOf(index)).subarray(from, from + position + length - at)
        if (piece.length === 0) break
        pieces.push(piece)
        at += piece.length
      }
      return Buffer.concat(pieces)
    },
  }
}

function decrypt(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer<ArrayBuffer> | null {
  if (sealed.length < tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    // The chunk was altered, moved, or isn't the last one as it should be.
    return null
  }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function deriveKey(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, keyBytes + checkBytes, cost, (error, derived) => {
      if (error) reject(error)
      else resolve({ key: derived.subarray(0, keyBytes), check: derived.subarray(keyBytes) })
    })
  })
}
