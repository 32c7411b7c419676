/** Encrypted content encoding (RFC 8188 and 8291), as far as it is used here. The package has no types. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface Parameters {
    version: 'aes128gcm'
    /** The sender's key pair. */
    privateKey: ECDH
    /** The receiver's public key, as base64url. */
    dh: string
    /** As base64url. */
    authSecret: string
    salt: Buffer
  }
  export function encrypt(text: Buffer, parameters: Parameters): Buffer
}
