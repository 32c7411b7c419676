import { z } from 'zod'

export interface SandboxConfig {
  /** Whether the sandbox runs. If not set, it runs unless a real source is configured (DECISIONS 3). */
  sandbox: boolean
  /** How many days of posts its Reddit has at its start. */
  sandboxDays: number
}

/** The variables of the sandbox, part of the table in platform/server/config.ts. */
export const sandboxVariables = {
  SANDBOX: z.enum(['on', 'off']).optional(),
  SANDBOX_DAYS: z.coerce.number().int().min(1).max(30).default(30),
}

/** The expected format of each variable, for error messages. */
export const sandboxExpected: Record<keyof typeof sandboxVariables, string> = {
  SANDBOX: 'on or off',
  SANDBOX_DAYS: 'a number of days from 1 to 30',
}
