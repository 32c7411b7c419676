import type { Endpoint } from '../../contract/endpoint.ts'
import type { Query } from '../../contract/query/query.ts'
import { readBacks } from '../../contract/read-back.ts'
import type { Ctx } from '../ctx.ts'
import { type AnyReading, type Readings, readingOf } from '../database/rows/find.ts'
import { reader } from '../database/rows/populate.ts'
import { type Feature, one, type Route } from '../feature.ts'

/** The endpoints of all features, and how their rows are read. */
export interface Registry {
  routes: readonly Route[]
  /** Returns the actor's reading of the rows at a path; undefined if it has none. */
  readingAt(ctx: Ctx, path: string): AnyReading | undefined
  /** Returns the endpoint that reads the row another one writes (platform/contract/read-back.ts). */
  readBackOf(write: Endpoint): Endpoint | null
  /** Answers an endpoint with its handler or by reading rows. */
  answer(ctx: Ctx, route: Route, input: unknown): Promise<unknown>
  /** Returns one row as its reading endpoint does. */
  readRow(ctx: Ctx, endpoint: Endpoint, id: string, query: Query): Promise<unknown>
}

/** Joins all features. Throws if two names collide or an endpoint has neither a handler nor a reading. */
export function joinFeatures(features: readonly Feature[]): Registry {
  const routes = features.flatMap((feature) => feature.routes)
  refuseDuplicates(
    'endpoint',
    routes.map(({ name }) => name),
  )
  refuseDuplicates(
    'reading',
    features.flatMap(({ readings = {} }) => Object.keys(readings)),
  )
  const readings: Readings = Object.assign({}, ...features.map((feature) => feature.readings))
  for (const { name, endpoint, handle } of routes) {
    if (!handle && !(endpoint.find && Object.hasOwn(readings, endpoint.find.name))) {
      throw new Error(`the endpoint ${name} has no handler: add a handler or a reading to its feature`)
    }
  }
  const { find, findOne } = reader(readings)
  const readingFor = (ctx: Ctx, { find, path }: Endpoint) => {
    const reading = find && readingOf(ctx, readings, find.name)
    if (!reading) throw new Error(`no reading for ${path}`)
    return reading
  }
  const readRow = (ctx: Ctx, endpoint: Endpoint, id: string, query: Query) =>
    one(findOne(ctx, readingFor(ctx, endpoint), id, query))
  return {
    routes,
    readingAt: (ctx, path) => readingOf(ctx, readings, resourceAt(path)),
    readBackOf: readBacks(routes.map(({ endpoint }) => endpoint)),
    answer: (ctx, { endpoint, handle }, input) => {
      // Handler inputs are inferred from the contract's schemas, which have just validated this input.
      if (handle) return handle(ctx, input as never)
      const { id, query } = input as { id: string | null; query: Query }
      return id === null ? find(ctx, readingFor(ctx, endpoint), query) : readRow(ctx, endpoint, id, query)
    },
    readRow,
  }
}

function refuseDuplicates(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`two features have ${what === 'endpoint' ? 'an' : 'a'} ${what} called ${twice}`)
}

/** Returns the resource of a path: `/alert-rules/:id` is alertRules. */
function resourceAt(path: string): string {
  return (path.split('/')[1] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
