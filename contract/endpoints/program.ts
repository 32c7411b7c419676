import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Sandbox } from '../sandbox.ts'

export const Health = z.object({ status: z.literal('ok'), version: z.string(), roles: z.array(z.string()) })

export const programEndpoints = {
  health: { method: 'GET', path: '/health', access: 'anyone', answer: Health },
  sandbox: { method: 'GET', path: '/sandbox', access: 'anyone', answer: Sandbox },
} as const satisfies Record<string, Endpoint>
