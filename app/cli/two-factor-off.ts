import { removeSecondFactors } from '#features/accounts/server/two-factor/remove-second-factors.ts'
import { configOfProcess } from '#platform/server/config.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { onlyEmail, readArguments } from './arguments.ts'
import { connected } from './connected.ts'
import { exitCode, type Streams } from './output.ts'

const usage = 'npm run -s two-factor-off -- EMAIL'
const help = `usage: ${usage}

Turns off two-factor sign-in for a user who lost the authenticator app and the recovery codes. Also removes the user's
passkeys, ends all sessions, and emails the user. The server can be running or stopped. First make sure that the request
comes from the owner of the account, by another way than email.
`

/** Turns off a user's two-factor sign-in. Resolves to the exit code: 1 if no account has the email, 2 for invalid usage. */
export function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  return exitCode('two-factor-off', streams, async () => {
    const { values, files: emails } = readArguments(argv, {}, usage)
    if (values.help) return void streams.stdout.write(help)
    const email = onlyEmail(emails, usage)
    await connected({ name: 'two-factor-off', config: readConfig() }, ({ ctx }) =>
      turnOff(ctx, email, (line) => void streams.stdout.write(`${line}\n`)),
    )
  })
}

/** Turns it off and reports the result. */
export async function turnOff(ctx: Ctx, email: string, say: (line: string) => void): Promise<void> {
  const removed = await removeSecondFactors(actingAs(ctx, { kind: 'operator' }), email)
  say(
    removed
      ? `Turned off two-factor sign-in for ${email}, removed the passkeys, and ended all sessions`
      : `${email} has neither two-factor sign-in nor passkeys`,
  )
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
