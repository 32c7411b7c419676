import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type ByteSource, beginEncryption, encryptedLine, openEncrypted, preambleBytes } from './encryption.ts'

const passphrase = 'three swallows above a quiet harbor'
const chunk = 65_536
const sealedChunk = chunk + 16

/** Content of two and a half chunks, pushed in pieces of odd sizes, and the encrypted file. */
const content = randomBytes(2.5 * chunk)
let file: Buffer
let decrypted: ByteSource
/** The file as the reader sees it, which each test may change. */
let seen: Buffer

beforeAll(async () => {
  const encryption = await beginEncryption(passphrase)
  const sizes = [0, 9, 1, chunk - 10, chunk, 70_000, 7]
  const pieces = sizes.map((size, index) => {
    const start = sizes.slice(0, index).reduce((sum, each) => sum + each, 0)
    return encryption.push(content.subarray(start, index === sizes.length - 1 ? undefined : start + size))
  })
  file = Buffer.concat([encryption.preamble, ...pieces, encryption.end()])
  seen = file
  decrypted = (await openEncrypted(reading(file.length), passphrase, damaged))!
})

const damaged = (position: number) => new Error(`damaged at ${position}`)

function reading(size: number): ByteSource {
  return { size, read: async (position, length) => seen.subarray(position, Math.min(size, position + length)) }
}

test('the content comes back in whatever pieces it is read, and the file shows none of it', async () => {
  expect(decrypted.size).toBe(content.length)
  const places = [
    [0, content.length],
    [0, 1],
    [chunk - 1, 2],
    [chunk, chunk],
    [content.length - 3, 3],
  ] as const
  for (const [position, length] of places) {
    expect((await decrypted.read(position, length)).equals(content.subarray(position, position + length))).toBe(true)
  }
  expect(await decrypted.read(content.length - 3, 10)).toHaveLength(3)
  expect(file.toString('latin1', 0, encryptedLine.length)).toBe(encryptedLine)
  for (let at = 0; at < content.length; at += 1000) expect(file.indexOf(content.subarray(at, at + 16))).toBe(-1)
})

test('a changed bit, swapped chunks, and a chunk of another place are found', async () => {
  const body = (index: number) => preambleBytes + index * sealedChunk
  const [first, second] = [file.subarray(body(0), body(1)), file.subarray(body(1), body(2))]
  const swapped = Buffer.concat([file.subarray(0, preambleBytes), second, first, file.subarray(body(2))])
  const repeated = Buffer.concat([file.subarray(0, body(1)), first, file.subarray(body(2))])
  const flipped = [body(0), body(1) - 1, body(1) + 500, file.length - 1].map((at) => {
    const copy = Buffer.from(file)
    copy[at]! ^= 1
    return copy
  })
  for (const changed of [swapped, repeated, ...flipped]) {
    seen = file
    // Forgets the chunk that was read last.
    await decrypted.read(0, 1)
    await decrypted.read(2 * chunk, 1)
    seen = changed
    await expect(decrypted.read(0, content.length)).rejects.toThrow(/^damaged at \d+$/)
  }
  seen = file
})

test('a file that ends between chunks is found, because its last chunk is not marked as the last', async () => {
  const short = await openEncrypted(reading(preambleBytes + 2 * sealedChunk), passphrase, damaged)
  expect(short!.size).toBe(2 * chunk)
  await expect(short!.read(0, 2 * chunk)).rejects.toThrow(`damaged at ${chunk}`)
})
