import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { type Person, password } from '#tests/support/seed-data.ts'

/** Returns the code that an authenticator app shows at a time. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

/** Starts setting up an app for a user with a confirmed address. */
export async function startSetup(
  app: FastifyInstance,
  { headers }: Person,
): Promise<{ challenge: string; secret: string; uri: string }> {
  const payload = { currentPassword: password }
  return (await app.inject({ method: 'POST', url: '/api/users/me/two-factor', headers, payload })).json().data
}

/** Turns two-factor sign-in on, with the code of `at`. Later codes are from later time steps. */
export async function turnOnTwoFactor(
  app: FastifyInstance,
  person: Person,
  at: Date,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { challenge, secret } = await startSetup(app, person)
  const payload = { challenge, code: codeOf(secret, at) }
  const { headers } = person
  const answer = await app.inject({ method: 'PUT', url: '/api/users/me/two-factor', headers, payload })
  return { secret, recoveryCodes: answer.json().data.recoveryCodes }
}
