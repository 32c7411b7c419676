const headBytes = 20
const uuidBytes = 16
const uuidType = 2950

/**
 * Ids as PostgreSQL's own bytes of a uuid[]: pg sends a Buffer as it is, and a thousand ids are read much faster so than
 * as text.
 */
export function uuidArray(ids: readonly string[]): Buffer {
  const step = 4 + uuidBytes
  const bytes = Buffer.alloc(ids.length === 0 ? 12 : headBytes + ids.length * step)
  // Dimensions, whether there are nulls, the type; then how many there are and the number of the first.
  bytes.writeInt32BE(ids.length === 0 ? 0 : 1, 0)
  bytes.writeInt32BE(uuidType, 8)
  if (ids.length === 0) return bytes
  bytes.writeInt32BE(ids.length, 12)
  bytes.writeInt32BE(1, 16)
  const digits = ids.join('').replaceAll('-', '')
  if (digits.length !== ids.length * uuidBytes * 2) throw new Error('one of these is no uuid')
  const raw = Buffer.from(digits, 'hex')
  if (raw.length !== ids.length * uuidBytes) throw new Error('one of these is no uuid')
  for (let index = 0; index < ids.length; index++) {
    const at = headBytes + index * step
    bytes.writeInt32BE(uuidBytes, at)
    raw.copy(bytes, at + 4, index * uuidBytes, (index + 1) * uuidBytes)
  }
  return bytes
}
