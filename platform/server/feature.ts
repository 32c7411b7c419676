import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Query } from '../contract/query/query.ts'
import type { Resource } from '../contract/resource.ts'
import type { Ctx } from './ctx.ts'
import type { Readings } from './database/rows/find.ts'
import type { JobName, Jobs } from './jobs/queue.ts'

/** What a feature adds to the server. app/server.ts lists all features; their order doesn't matter. */
export interface Feature {
  name: string
  routes: readonly Route[]
  /** How rows are read, by resource name. */
  readings?: Readings
  jobs?: Partial<JobSteps>
  /** Runs every hour, in one worker. */
  upkeep?(ctx: Ctx): Promise<void>
}

/** The step of each job, by name. */
export type JobSteps = { readonly [N in JobName]: JobStep<N> }

/** The step of a job, and its schedule. */
interface JobStep<N extends JobName> {
  run(ctx: Ctx, data: Jobs[N]): Promise<void>
  /** Runs when the job has failed for good. */
  giveUp?(ctx: Ctx, data: Jobs[N]): Promise<void>
  /** A cron expression in UTC, for scheduled jobs. */
  cron?: string
  /** Returns true if this installation doesn't need the schedule. */
  isIdle?(ctx: Ctx): boolean
  /** True if it may take minutes. A worker runs one such job at a time and leaves others to other workers. */
  isSlow?: true
}

/** An endpoint and its handler. */
export interface Route {
  name: string
  endpoint: Endpoint
  /** Null if its resource's reading answers it (Feature.readings). */
  handle: ((ctx: Ctx, input: never) => Promise<unknown>) | null
}

/** A handler's input, validated by the contract and without Strapi's `data` wrapper. */
interface Input<E extends Endpoint> {
  id: E['path'] extends `${string}:id${string}` ? string : null
  number: E['path'] extends `${string}:number${string}` ? number : null
  body: E extends { body: infer B extends z.ZodType }
    ? WithoutWrapper<z.output<B>>
    : E extends { bytesMax: number }
      ? Buffer
      : null
  query: E extends { find: Resource } ? Query : E extends { query: infer Q extends z.ZodType } ? z.output<Q> : null
  /** Passes on a part of the text that the answer will contain. */
  onText: E extends { streams: true } ? (text: string) => void : unknown
  /** The caller's network address. */
  address: string
  cookies: Readonly<Record<string, string | undefined>>
}
type WithoutWrapper<T> = T extends { data: infer D } ? D : T

type Handler<E extends Endpoint> = (ctx: Ctx, input: Input<E>) => Promise<z.input<E['answer']>>

/** The names of endpoints that read rows and therefore need no handler. */
type OfRows<T> = { [N in keyof T]: T[N] extends { method: 'GET'; find: Resource } ? N : never }[keyof T]
type Handlers<T extends Record<string, Endpoint>> = { [N in Exclude<keyof T, OfRows<T>>]: Handler<T[N]> } & {
  [N in OfRows<T>]?: Handler<T[N]>
}

/** Joins a contract's endpoints with their handlers. */
export function routes<T extends Record<string, Endpoint>>(endpoints: T, handlers: Handlers<T>): Route[] {
  const handlerOf: Record<string, Route['handle'] | undefined> = handlers
  return Object.entries(endpoints).map(([name, endpoint]) => ({ name, endpoint, handle: handlerOf[name] ?? null }))
}

/** Returns one row in Strapi's wrapper. */
export async function one<T>(row: Promise<T>): Promise<{ data: T; meta: Record<string, never> }> {
  return { data: await row, meta: {} }
}
