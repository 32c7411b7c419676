import type { z } from 'zod'
import type { Right } from '#engine/rules/rights.ts'
import { envelope, many, nothing, one } from './endpoint.ts'
import { Person } from './row.ts'

/** The types of filter operands. */
export type FieldType = 'id' | 'relation' | 'text' | 'number' | 'boolean' | 'instant'

/**
 * The shape of rows for clients: the resource name, the fields, and the relations that populate accepts, each with its
 * target. Any other key in a query returns 400 'Invalid key x' (DECISIONS 11): filters and sorting take field names only
 * from here.
 */
export interface Shown {
  /** Plural, in camel case, such as `alertRules`. */
  name: string
  /** The keys are the fields; fields that are relations are returned only by populate. */
  entity: z.ZodObject
  relations: Readonly<Record<string, Shown>>
  /** The filterable fields, with the type of their operands. */
  filterable: Readonly<Record<string, FieldType>>
  /** The sortable fields. */
  sortable: readonly string[]
}

/** The queries that the rows at a path support. */
export interface Resource extends Shown {
  /** True if rows change position between requests and need paging by cursor (DECISIONS 12). */
  cursor: boolean
}

/** The filters of every resource. */
export const identity = {
  id: 'id',
  documentId: 'id',
  createdAt: 'instant',
  updatedAt: 'instant',
  publishedAt: 'instant',
} as const
/** The sort fields of every resource: ids are sorted as the rows were created. */
export const created = ['createdAt', 'publishedAt', 'id', 'documentId'] as const
/** The sort fields of almost every resource. */
export const dated = [...created, 'updatedAt'] as const

/** A user as other members of a project see them: no more than in an invitation (DECISIONS 13). */
export const users: Shown = {
  name: 'users',
  entity: Person,
  relations: {},
  filterable: { id: 'id', documentId: 'id', email: 'text' },
  sortable: ['id', 'documentId', 'email'],
}

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : Name

/**
 * The five endpoints of an entity, by name: `notes` has notesFind, notesFindOne, notesCreate, notesUpdate, notesDelete.
 */
type ResourceEndpoints<Name extends string, Entity extends z.ZodObject, Create, Update> = {
  [Key in `${Name}Find`]: Read & { path: `/${Kebab<Name>}`; answer: ReturnType<typeof many<Entity>> }
} & {
  [Key in `${Name}FindOne`]: Read & { path: `/${Kebab<Name>}/:id`; answer: ReturnType<typeof one<Entity>> }
} & {
  [Key in `${Name}Create`]: Write & {
    method: 'POST'
    path: `/${Kebab<Name>}`
    body: z.ZodObject<{ data: Create & z.ZodType }, z.core.$strict>
    answer: ReturnType<typeof one<Entity>>
    status: 201
  }
} & {
  [Key in `${Name}Update`]: Write & {
    method: 'PUT'
    path: `/${Kebab<Name>}/:id`
    body: z.ZodObject<{ data: Update & z.ZodType }, z.core.$strict>
    answer: ReturnType<typeof one<Entity>>
  }
} & {
  [Key in `${Name}Delete`]: Write & {
    method: 'DELETE'
    path: `/${Kebab<Name>}/:id`
    answer: typeof nothing
    status: 204
  }
}
interface Read {
  method: 'GET'
  access: 'signedIn'
  right?: Right
  find: Resource
}
interface Write {
  access: 'signedIn'
  right: Right
}

interface ResourceSpec<Entity extends z.ZodObject, Create, Update> {
  entity: Entity
  /** The bodies of POST and PUT. */
  create: Create
  update: Update
  /** The rights to read, if not every member may, and to write (engine/rules/access). */
  rights: { read?: Right; write: Right }
  /** The filters besides ids, dates and the project. */
  filters: Readonly<Record<string, FieldType>>
  /** The sort fields besides dates. */
  sort: readonly string[]
  relations: Readonly<Record<string, Shown>>
}

/** The contract of an entity: the server serves it (platform/server/resource.ts) and the app calls it. */
export interface Declared<Entity extends z.ZodObject, Create, Update, Endpoints> {
  resource: Resource
  entity: Entity
  create: Create
  update: Update
  endpoints: Endpoints
}

/**
 * Declares an entity whose rows belong to a project, with its five endpoints. The server's half
 * (platform/server/resource.ts) adds the table and any deviations.
 */
export function resource<
  const Name extends string,
  Entity extends z.ZodObject,
  Create extends z.ZodType,
  Update extends z.ZodType,
>(
  name: Name,
  { entity, create, update, rights, filters, sort, relations }: ResourceSpec<Entity, Create, Update>,
): Declared<Entity, Create, Update, ResourceEndpoints<Name, Entity, Create, Update>> {
  const described: Resource = {
    name,
    entity,
    filterable: { ...identity, project: 'relation', ...filters },
    sortable: [...dated, ...sort],
    relations,
    cursor: false,
  }
  const path = `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const read = { method: 'GET', access: 'signedIn', ...(rights.read && { right: rights.read }), find: described }
  const write = { access: 'signedIn', right: rights.write }
  const endpoints = {
    [`${name}Find`]: { ...read, path, answer: many(entity) },
    [`${name}FindOne`]: { ...read, path: `${path}/:id`, answer: one(entity) },
    [`${name}Create`]: { ...write, method: 'POST', path, body: envelope(create), answer: one(entity), status: 201 },
    [`${name}Update`]: { ...write, method: 'PUT', path: `${path}/:id`, body: envelope(update), answer: one(entity) },
    [`${name}Delete`]: { ...write, method: 'DELETE', path: `${path}/:id`, answer: nothing, status: 204 },
  }
  // The keys derive from `name`, which the compiler can't follow.
  const named = endpoints as ResourceEndpoints<Name, Entity, Create, Update>
  return { resource: described, entity, create, update, endpoints: named }
}
