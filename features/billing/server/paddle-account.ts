import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Config } from '#platform/server/config.ts'
import type { PaddleAccount } from '#platform/server/services.ts'

/** Returns the operator's account at Paddle, or the sandbox's; null if billing is off. */
export function paddleAccountOf(
  { billing, paddle }: Pick<Config, 'billing' | 'paddle'>,
  sandbox: Sandbox | null,
): PaddleAccount | null {
  return billing === 'sandbox' && sandbox ? sandboxAccount(sandbox.paddle) : paddle
}

export function sandboxAccount({ webhookSecret, url: _, ...account }: Sandbox['paddle']): PaddleAccount {
  return { ...account, webhookSecrets: [webhookSecret], environment: 'sandbox' }
}
