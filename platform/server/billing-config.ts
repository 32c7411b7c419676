import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  type BillingMode,
  billingCycles,
  billingModes,
  type PlanOptions,
  planKeys,
  sandboxCatalog,
} from '#engine/subscription/plans.ts'
import { StartError } from './faults/start-error.ts'
import { isLoopback } from './loopback.ts'
import type { PaddleAccount } from './services.ts'

const text = z.string().trim()
const printable = text.regex(/^[\x21-\x7e]+$/)
const id = (prefix: string) => text.regex(new RegExp(`^${prefix}_\\w{1,100}$`))

const CatalogPrice = z.union([
  id('pri').transform((priceId) => ({ priceId })),
  z.strictObject({ priceId: id('pri'), amount: z.int().min(1).max(100_000_000).optional() }),
])
const Catalog = z.partialRecord(
  z.enum(planKeys),
  z.strictObject({ productId: id('pro'), prices: z.partialRecord(z.enum(billingCycles), CatalogPrice).optional() }),
)

/** The variables of billing, part of the table in platform/server/config.ts. */
export const billingVariables = {
  BILLING: z.enum(billingModes).default('off'),
  PADDLE_API_KEY: printable.optional(),
  PADDLE_CLIENT_TOKEN: printable.optional(),
  PADDLE_WEBHOOK_SECRET: text
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(z.array(printable).min(1))
    .optional(),
  // The key is sent there.
  PADDLE_API_URL: text
    .regex(/^https?:\/\/[^?#\s@]+$/)
    .refine((url) => url.startsWith('https:') || isLoopback(url))
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.paddle.com'),
  PADDLE_CATALOG: text.optional(),
  PADDLE_DISCOUNT_ID: id('dsc').optional(),
  DEVELOPMENT: z.enum(['on', 'off']).default('off'),
}
type BillingVariable = keyof typeof billingVariables

/** The expected format of each variable, for error messages. */
export const billingExpected: Record<BillingVariable, string> = {
  BILLING: 'off, sandbox, or paddle',
  PADDLE_API_KEY: 'an API key from Paddle',
  PADDLE_CLIENT_TOKEN: 'a client-side token from Paddle',
  PADDLE_WEBHOOK_SECRET: "the secret key of Paddle's webhook. Separate several secrets with commas, newest first",
  PADDLE_API_URL: 'https://api.paddle.com or https://sandbox-api.paddle.com. Only URLs on this machine can use http',
  PADDLE_CATALOG: 'JSON, or the path of a JSON file',
  PADDLE_DISCOUNT_ID: "a discount's ID from Paddle, such as dsc_01abc",
  DEVELOPMENT: 'on or off',
}

/** How projects are paid for. */
export interface BillingConfig {
  billing: BillingMode
  plans: PlanOptions
  /** The operator's account at Paddle; null unless billing is `paddle`. */
  paddle: PaddleAccount | null
}

type Read = <N extends BillingVariable>(name: N) => z.output<(typeof billingVariables)[N]>

/** Reads how projects are paid for (DECISIONS 3). Throws StartError if something that the mode needs is missing. */
export function readBilling(
  read: Read,
  { publicUrl, sandbox }: { publicUrl: string; sandbox: boolean },
): BillingConfig {
  const billing = read('BILLING')
  const development = read('DEVELOPMENT') === 'on'
  if (billing === 'off') return { billing, plans: { development }, paddle: null }
  if (billing === 'paddle') return { billing, ...accountOf(read), plans: { development, catalog: catalogOf(read) } }
  if (!isLoopback(publicUrl)) {
    throw new StartError('BILLING can be sandbox only if PUBLIC_URL is on this machine. Set BILLING to paddle or off')
  }
  if (!sandbox) throw new StartError('BILLING can be sandbox only if SANDBOX is on. Set SANDBOX to on')
  return { billing, plans: { development, catalog: sandboxCatalog(development) }, paddle: null }
}

function accountOf(read: Read): { paddle: PaddleAccount } {
  const need = <T>(name: BillingVariable, value: T | undefined): T => {
    if (value === undefined) throw new StartError(`set ${name} too when BILLING is paddle`)
    return value
  }
  const apiUrl = read('PADDLE_API_URL')
  return {
    paddle: {
      apiUrl,
      apiKey: need('PADDLE_API_KEY', read('PADDLE_API_KEY')),
      clientToken: need('PADDLE_CLIENT_TOKEN', read('PADDLE_CLIENT_TOKEN')),
      webhookSecrets: need('PADDLE_WEBHOOK_SECRET', read('PADDLE_WEBHOOK_SECRET')),
      scriptUrl: 'https://cdn.paddle.com/paddle/v2/paddle.js',
      environment: new URL(apiUrl).hostname === 'sandbox-api.paddle.com' ? 'sandbox' : 'production',
      discountId: read('PADDLE_DISCOUNT_ID') ?? null,
    },
  }
}

/** Reads the catalog. Error messages name the first fault, but no value. */
function catalogOf(read: Read): PlanOptions['catalog'] {
  const value = read('PADDLE_CATALOG')
  if (value === undefined) throw new StartError('set PADDLE_CATALOG too when BILLING is paddle')
  const isInline = value.startsWith('{')
  if (!isInline && !existsSync(value)) throw new StartError(`PADDLE_CATALOG: there is no file ${value}`)
  const parsed = Catalog.safeParse(parsedJson(isInline ? value : readFileSync(value, 'utf8')))
  if (!parsed.success) throw catalogFault(parsed.error)
  const once = planKeys.find((key) => key !== 'pass' && parsed.data[key]?.prices?.oneTime)
  if (once) throw new StartError(`PADDLE_CATALOG: ${once} has a one-time price, but only the pass can have one`)
  return parsed.data
}

function catalogFault({ issues: [issue] }: z.ZodError): StartError {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const place = [...(issue?.path ?? []), ...unknown].map(String).join('.') || 'the whole text'
  const example = '{"growth": {"productId": "pro_01a", "prices": {"monthly": "pri_01b"}}}'
  return new StartError(
    `PADDLE_CATALOG must be JSON with IDs by plan, such as ${example}. The first fault is in ${place}`,
  )
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
