import type { Endpoint } from '../../contract/endpoint.ts'
import type { Query } from '../../contract/query/query.ts'
import { readBacks } from '../../contract/read-back.ts'
import type { Ctx } from '../ctx.ts'
import { type AnyReading, type Readings, readingOf } from '../database/rows/find.ts'
import { reader } from '../database/rows/populate.ts'
import { type Feature, one, type Route } from '../feature.ts'

/** The endpoints of all features, and how rows are read for them. */
export interface Registry {
  routes: readonly Route[]
  /** How the rows at a path are read, for whoever acts; undefined where the path has none. */
  readingAt(ctx: Ctx, path: string): AnyReading | undefined
  /** The endpoint that reads what another one writes (platform/contract/read-back.ts). */
  readBackOf(write: Endpoint): Endpoint | null
  /** Answers an endpoint: by its own handler, or by reading rows. */
  answer(ctx: Ctx, route: Route, input: unknown): Promise<unknown>
  /** One row, as the endpoint that reads it would answer. */
  readRow(ctx: Ctx, endpoint: Endpoint, id: string, query: Query): Promise<unknown>
}

/** Joins all features. Throws if two of them have something of the same name, or if nothing answers an endpoint. */
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
      throw new Error(`nothing answers the endpoint ${name}: add a handler or a reading to its feature`)
    }
  }
  const { find, findOne } = reader(readings)
  const readingFor = (ctx: Ctx, { find, path }: Endpoint) => {
    const reading = find && readingOf(ctx, readings, find.name)
    if (!reading) throw new Error(`nothing reads ${path}`)
    return reading
  }
  const readRow = (ctx: Ctx, endpoint: Endpoint, id: string, query: Query) =>
    one(findOne(ctx, readingFor(ctx, endpoint), id, query))
  return {
    routes,
    readingAt: (ctx, path) => readingOf(ctx, readings, resourceAt(path)),
    readBackOf: readBacks(routes.map(({ endpoint }) => endpoint)),
    answer: (ctx, { endpoint, handle }, input) => {
      // The contract's schemas, which the input has just passed, are what handlers' inputs are derived from.
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

/** The resource whose rows a path begins with: `/alert-rules/:id` is of alertRules. */
function resourceAt(path: string): string {
  return (path.split('/')[1] ?? '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
