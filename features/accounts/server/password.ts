import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes, the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password nobody has: what is checked where there is no user, so that the answer takes as long. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$U25UQz8EPQDzMZyhDyqvsg$cV1u1sajSVOKsb9HoD4v9EHvA6AOi+UtNz/LQxFx77M'

export function hashPassword(password: string): Promise<string> {
  return hash(bytesOf(password), cost)
}

/** Whether a password is right; always false, and as slow, for a user who has none. */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? nobodys, bytesOf(password))
  return right && passwordHash !== null
}

/** All bytes count. Keyboards differ in how they compose letters such as é, so both forms are one password. */
function bytesOf(password: string): Uint8Array {
  return Buffer.from(password.normalize('NFC'))
}
