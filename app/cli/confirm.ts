import { isAdminAddress } from '#features/accounts/server/admins.ts'
import { confirmAccount } from '#features/accounts/server/confirm-account.ts'
import { configOfProcess } from '#platform/server/config.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { onlyEmail, readArguments } from './arguments.ts'
import { connected } from './connected.ts'
import { exitCode, type Streams } from './output.ts'

const usage = 'npm run -s confirm -- EMAIL'
const help = `usage: ${usage}

Confirms an account's email address, as the link in the confirmation email does. The server can be running or stopped.
First make sure that the account belongs to the owner of the address: an address in ADMIN_EMAILS makes it an admin.
`

/** Confirms an account's email. Resolves to the exit code: 1 if no account has it, 2 for invalid usage. */
export function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  return exitCode('confirm', streams, async () => {
    const { values, files: emails } = readArguments(argv, {}, usage)
    if (values.help) return void streams.stdout.write(help)
    const email = onlyEmail(emails, usage)
    await connected({ name: 'confirm', config: readConfig() }, ({ ctx }) =>
      confirm(ctx, email, (line) => void streams.stdout.write(`${line}\n`)),
    )
  })
}

/** Confirms the email and reports the result line by line. */
export async function confirm(ctx: Ctx, email: string, say: (line: string) => void): Promise<void> {
  if (!(await confirmAccount(actingAs(ctx, { kind: 'operator' }), email))) return say(`${email} is already confirmed`)
  say(`Confirmed ${email}`)
  if (isAdminAddress(ctx, email)) say('The address is in ADMIN_EMAILS: this account is now an internal admin')
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
