import { hash, verify } from '@node-rs/argon2'
import type { PasswordCost } from '#platform/server/ctx.ts'

/** Argon2id with 19 MiB and two passes, the library's default algorithm. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** A hash without a known password, checked for unknown users so that responses take equally long. */
const placeholderHash =
  '$argon2id$v=19$m=19456,t=2,p=1$U25UQz8EPQDzMZyhDyqvsg$cV1u1sajSVOKsb9HoD4v9EHvA6AOi+UtNz/LQxFx77M'

export function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  return hash(bytesOf(password), { ...cost, parallelism: 1 })
}

/** Returns whether a password is correct. For a user without one, returns false after the same time. */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? placeholderHash, bytesOf(password))
  return right && passwordHash !== null
}

/** Uses all bytes. Normalizes composed letters such as é, since keyboards differ in their form. */
function bytesOf(password: string): Uint8Array {
  return Buffer.from(password.normalize('NFC'))
}
