import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Query } from '../contract/query/query.ts'
import type { Resource } from '../contract/resource.ts'
import type { Ctx } from './ctx.ts'
import type { Readings } from './database/rows/find.ts'
import type { JobName, Jobs } from './jobs/queue.ts'

/** What a feature adds to the server. app/server.ts lists them all; their order doesn't matter. */
export interface Feature {
  name: string
  routes: readonly Route[]
  /** How rows are read, by the name of their resource. */
  readings?: Readings
  jobs?: Partial<JobSteps>
  /** What it has to do every hour. One worker does it for all. */
  upkeep?(ctx: Ctx): Promise<void>
}

/** Jobs by name, each with the step that it runs. */
export type JobSteps = { readonly [N in JobName]: JobStep<N> }

/** A job of the queue: the step it runs, and when. */
interface JobStep<N extends JobName> {
  run(ctx: Ctx, data: Jobs[N]): Promise<void>
  /** Done once it has failed for good. */
  giveUp?(ctx: Ctx, data: Jobs[N]): Promise<void>
  /** For what runs by the clock: a cron expression in UTC. */
  cron?: string
  /** True where the clock need not start it, since there is nothing to work with in this installation. */
  isIdle?(ctx: Ctx): boolean
  /** True where it may take minutes: a worker takes one at a time, and leaves the others to other workers. */
  isSlow?: true
}

/** An endpoint, and what answers it. */
export interface Route {
  name: string
  endpoint: Endpoint
  /** Null where rows are read as their resource says (Feature.readings). */
  handle: ((ctx: Ctx, input: never) => Promise<unknown>) | null
}

/** What a handler gets. All of it has passed the contract; Strapi's `data` wrapper is taken off. */
interface Input<E extends Endpoint> {
  id: E['path'] extends `${string}:id${string}` ? string : null
  number: E['path'] extends `${string}:number${string}` ? number : null
  body: E extends { body: infer B extends z.ZodType }
    ? WithoutWrapper<z.output<B>>
    : E extends { bytesMax: number }
      ? Buffer
      : null
  query: E extends { find: Resource } ? Query : E extends { query: infer Q extends z.ZodType } ? z.output<Q> : null
  /** The caller's network address. */
  address: string
  cookies: Readonly<Record<string, string | undefined>>
}
type WithoutWrapper<T> = T extends { data: infer D } ? D : T

type Handler<E extends Endpoint> = (ctx: Ctx, input: Input<E>) => Promise<z.input<E['answer']>>

/** The endpoints that read rows need no handler of their own. */
type OfRows<T> = { [N in keyof T]: T[N] extends { method: 'GET'; find: Resource } ? N : never }[keyof T]
type Handlers<T extends Record<string, Endpoint>> = { [N in Exclude<keyof T, OfRows<T>>]: Handler<T[N]> } & {
  [N in OfRows<T>]?: Handler<T[N]>
}

/** Joins endpoints of a contract with what answers them. */
export function routes<T extends Record<string, Endpoint>>(endpoints: T, handlers: Handlers<T>): Route[] {
  const handlerOf: Record<string, Route['handle'] | undefined> = handlers
  return Object.entries(endpoints).map(([name, endpoint]) => ({ name, endpoint, handle: handlerOf[name] ?? null }))
}

/** The answer with one row, in Strapi's wrapper. */
export async function one<T>(row: Promise<T>): Promise<{ data: T; meta: Record<string, never> }> {
  return { data: await row, meta: {} }
}
