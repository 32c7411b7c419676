import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { personStages, RedditPerson } from '../entities/reddit-person.ts'
import { tag } from './names.ts'

/** As people write it, with `u/` or without. */
const handle = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^\/?u\//i, ''))
  .pipe(z.string().regex(/^[\w-]{1,50}$/, 'handle must be the name of a Reddit account'))
const value = z.number().int().min(0).max(1_000_000_000_000).nullable()
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'currency must be a code such as EUR')
  .nullable()
const tags = z.array(tag).max(20)

export const PersonCreate = z.strictObject({
  project: relation,
  handle,
  stage: z.enum(personStages).default('new'),
  value: value.default(null),
  currency: currency.default(null),
  tags: tags.default([]),
  owner: relation.nullable().default(null),
  doNotContact: z.boolean().default(false),
})
export type PersonCreate = z.input<typeof PersonCreate>

export const PersonUpdate = z.strictObject({
  stage: z.enum(personStages).optional(),
  value: value.optional(),
  currency: currency.optional(),
  tags: tags.optional(),
  owner: relation.nullable().optional(),
  doNotContact: z.boolean().optional(),
})
export type PersonUpdate = z.input<typeof PersonUpdate>

export const peopleEndpoints = {
  peopleFind: {
    method: 'GET',
    path: '/people',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'people',
    answer: many(RedditPerson),
  },
  peopleFindOne: {
    method: 'GET',
    path: '/people/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'people',
    answer: one(RedditPerson),
  },
  peopleCreate: {
    method: 'POST',
    path: '/people',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(PersonCreate),
    answer: one(RedditPerson),
    status: 201,
  },
  peopleUpdate: {
    method: 'PUT',
    path: '/people/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(PersonUpdate),
    answer: one(RedditPerson),
  },
  peopleDelete: {
    method: 'DELETE',
    path: '/people/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
