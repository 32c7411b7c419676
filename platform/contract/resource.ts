import type { z } from 'zod'
import type { Right } from '#engine/rules/rights.ts'
import { envelope, many, nothing, one } from './endpoint.ts'
import { Person } from './row.ts'

/** The types that the operands of a filter may have. */
export type FieldType = 'id' | 'relation' | 'text' | 'number' | 'boolean' | 'instant'

/** What rows look like to clients: the name under which they are read, their fields, and the relations that populate may name, each with what it leads to. */
export interface Shown {
  /** In camel case and plural, such as `alertRules`. */
  name: string
  /** Its keys are the fields; those that are relations come by populate alone. */
  entity: z.ZodObject
  relations: Readonly<Record<string, Shown>>
}

/**
 * What may be asked of the rows at one path. A key that is not listed here is answered with 400 'Invalid key x'
 * (DECISIONS 11): filters and sorting have no other source of field names.
 */
export interface Resource extends Shown {
  /** Fields that may be filtered on, with the type that their operands must have. */
  filterable: Readonly<Record<string, FieldType>>
  /** Fields that may be sorted by. */
  sortable: readonly string[]
  /** True where lists move, so that pages go by cursor (DECISIONS 12). */
  cursor: boolean
}

/** Filters that every resource has. */
export const identity = { id: 'id', documentId: 'id', createdAt: 'instant', updatedAt: 'instant' } as const
/** Fields that almost every resource may be sorted by. */
export const dated = ['createdAt', 'updatedAt', 'id', 'documentId'] as const

/** A user as the members of a project see them: no more than an invitation tells (DECISIONS 13). */
export const users: Shown = { name: 'users', entity: Person, relations: {} }

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : Name

/** The five endpoints of an entity, by name: `notes` has notesFind, notesFindOne, notesCreate, notesUpdate, notesDelete. */
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
  /** Who may read, where that is not everybody who works in the project, and who may write (engine/rules/access). */
  rights: { read?: Right; write: Right }
  /** Fields to filter by, besides ids, dates, and the project. */
  filters: Readonly<Record<string, FieldType>>
  /** Fields to sort by, besides dates. */
  sort: readonly string[]
  relations: Readonly<Record<string, Shown>>
}

/** The contract's half of an entity: what the server serves (platform/server/resource.ts) and the app calls. */
export interface Declared<Entity extends z.ZodObject, Create, Update, Endpoints> {
  resource: Resource
  entity: Entity
  create: Create
  update: Update
  endpoints: Endpoints
}

/**
 * Declares an entity whose rows belong to a project, with its five endpoints. The table and what deviates are the
 * server's half (platform/server/resource.ts).
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
  // The names are made from `name`, which the compiler can't follow through an object's keys.
  const named = endpoints as ResourceEndpoints<Name, Entity, Create, Update>
  return { resource: described, entity, create, update, endpoints: named }
}
